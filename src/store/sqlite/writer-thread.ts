import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { AppError } from '../../core/errors.ts'
import type { Store } from '../../ports/store.ts'
import { fromCrossing, PLACES, type Answer, type Call, type Calls, type RoomName } from './writer-calls.ts'
import { callHooks, withoutHooks } from './writer-hooks.ts'

// The compiled program has the same files under another ending.
const PROGRAM = import.meta.url.endsWith('.ts')
  ? new URL('./writer-program.ts', import.meta.url)
  : new URL('./writer-program.js', import.meta.url)

// What goes through it is short-lived and small: without a bound, its heap grows by three times what it needs.
const SMALL = { execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: 8 } }

type Waiting = { args: readonly unknown[]; resolve: (value: unknown) => void; reject: (reason: unknown) => void }

export type WriterThread = {
  /** Resolves once what was asked for is on disk. */
  call(room: RoomName, method: string, args: readonly unknown[]): Promise<unknown>
  /** Ends the thread once all that it was asked for is done. */
  close(): Promise<void>
}

/** A thread with a connection of its own that does the writes of this process; it begins with the first of them. */
export function writerThread(path: string): WriterThread {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let calls: Call[] = []
  let last = 0
  let closing: Promise<void> | undefined
  let onIdle = (): void => undefined

  const settle = (answers: readonly Answer[]): void => {
    for (const answer of answers) {
      const caller = waiting.get(answer.number)
      waiting.delete(answer.number)
      if (caller === undefined) continue
      if ('error' in answer) caller.reject(fromCrossing(answer.error))
      else {
        callHooks(caller.args, answer.hookCalls)
        caller.resolve(answer.value)
      }
    }
    if (waiting.size > 0) return
    // An open store alone keeps no process alive.
    worker?.unref()
    onIdle()
  }

  const open = (): Worker => {
    const fresh = new Worker(PROGRAM, { name: 'writer', workerData: { path }, env: compiledBefore(), ...SMALL })
    fresh.on('message', settle)
    // Nobody can tell what became of what it was asked for: the process ends with it, and whoever comes next finds out.
    fresh.on('error', (error) => {
      throw error
    })
    fresh.on('exit', () => {
      if (closing === undefined) throw new Error('the thread that writes has ended')
    })
    return fresh
  }

  const send = (): void => {
    worker ??= open()
    worker.ref()
    worker.postMessage(calls satisfies Calls, [])
    calls = []
  }

  const drained = (): Promise<void> =>
    new Promise((resolve) => {
      onIdle = resolve
      if (waiting.size === 0) resolve()
    })

  const end = async (): Promise<void> => {
    await drained()
    if (worker === undefined) return
    const ended = once(worker, 'exit')
    worker.ref()
    worker.postMessage(null satisfies Calls, [])
    await ended
  }

  return {
    call: (room, method, args) =>
      new Promise((resolve, reject) => {
        if (closing !== undefined) return reject(new AppError('storage_unavailable', 'The database is closed.'))
        // Calls of one turn share a message, as they share a commit.
        if (calls.length === 0) setImmediate(send)
        const { plain, hooks } = withoutHooks(args)
        calls.push({ number: ++last, room, method, args: plain, hooks })
        waiting.set(last, { args, resolve, reject })
      }),
    close: () => (closing ??= end()),
  }
}

/** A thread does not know what its process kept of the last start: without it, it takes ten times as long to begin, and 30 MB more. */
function compiledBefore(): Record<string, string> {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

/** The rooms with everything that writes handed over to the thread. */
export function inWriterThread(here: Store, writer: WriterThread): Store {
  const rooms = Object.entries(PLACES).map(([room, places]) => {
    const name = room as RoomName
    const writes = Object.entries(places).filter(([, place]) => place === 'thread')
    const handed = writes.map(([method]) => [method, (...args: unknown[]) => writer.call(name, method, args)])
    return [name, { ...here[name], ...Object.fromEntries(handed) }]
  })
  return { ...here, ...Object.fromEntries(rooms) } as Store
}
