import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, watch } from 'node:fs'

export type Watched = {
  /** Which names count, and in which folders; a folder that is not there is passed over. */
  places: readonly { folder: string; recursive: boolean; names: RegExp }[]
  /** Starts the program anew. */
  start: () => ChildProcess
  /** How long the program may take to stop after it was asked to. */
  stopMs: number
  say: (line: string) => void
}

/** Ends the program; without a signal somebody else has asked it to, and it is only waited for. */
export type Stop = (signal?: NodeJS.Signals) => Promise<void>

// An editor writes a file in several steps, and a branch changes many at once.
const QUIET_MS = 150

/** Runs a program and starts it anew after each change, until it is told to stop. One that fails is kept down till then. */
export function restartOnChange(watched: Watched): Stop {
  let running: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let turn = Promise.resolve()
  let isOver = false

  const start = (): void => {
    const child = watched.start()
    running = child
    child.once('exit', (code, signal) => {
      if (running !== child) return
      running = undefined
      if (!isOver) watched.say(`It ended by itself (${signal ?? code}). Waiting for a change.`)
    })
  }
  const restart = async (file: string): Promise<void> => {
    if (isOver) return
    watched.say(`${file} changed.`)
    await end('SIGTERM')
    if (!isOver) start()
  }
  const end: Stop = async (signal) => {
    const child = running
    running = undefined
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    const kill = setTimeout(() => child.kill('SIGKILL'), watched.stopMs)
    if (signal !== undefined) child.kill(signal)
    await ended
    clearTimeout(kill)
  }
  const onChange = (file: string): void => {
    clearTimeout(timer)
    // One after the other: changes that come while it stops or starts are followed by one more turn.
    timer = setTimeout(() => void (turn = turn.then(() => restart(file))), QUIET_MS)
  }

  const watchers = watched.places
    .filter(({ folder }) => existsSync(folder))
    .map(({ folder, recursive, names }) =>
      watch(folder, { recursive }, (_event, file) => {
        if (file !== null && names.test(file)) onChange(file)
      }),
    )
  start()
  return async (signal) => {
    isOver = true
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
    await end(signal)
    await turn
  }
}
