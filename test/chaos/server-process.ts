import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { machineMs } from './journal.ts'
import type { Orders } from './server-parts.ts'
import type { Word } from './server-program.ts'

export type ServerProcess = {
  readonly pid: number
  readonly url: string
  /** When it was told to start serving, and when it was ready. */
  readonly orderedAt: number
  readonly readyAt: number
  alive(): boolean
  /** How it ended, once it has. */
  readonly ended: Promise<string>
  kill(): Promise<void>
  freeze(): void
  thaw(): void
  /** Asks it to stop as an operator would, and waits until it has. */
  stop(): Promise<void>
}

export type Waiting = {
  serve(orders: Orders): Promise<ServerProcess>
  /** Lets it begin to serve, and kills it on the way. */
  killWhileStarting(orders: Orders, afterMs: number): Promise<void>
  dismiss(): Promise<void>
}

const PROGRAM = join(import.meta.dirname, 'server-program.ts')

/** Starts a process that loads the service and waits for orders; without a cache, it loads as `npm start` does. */
export function hireServer(cacheFolder: string | undefined, onKilled: (pid: number) => void): Waiting {
  const child = fork(PROGRAM, {
    env: { ...process.env, NODE_COMPILE_CACHE: cacheFolder },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit').then(([code, signal]: unknown[]) => String(signal ?? code))
  const kill = async (): Promise<void> => {
    // Noted before anyone goes on: what this process was about is nobody's from now on.
    if (child.kill('SIGKILL')) onKilled(child.pid ?? 0)
    await exited
  }
  const loaded = nextWord(child)
  loaded.catch(() => undefined)
  return {
    async serve(orders) {
      await loaded
      const orderedAt = machineMs()
      const answer = nextWord(child)
      child.send(orders)
      const word = await answer
      if (word.kind !== 'ready') throw new Error(`the server did not start: ${JSON.stringify(word)}`)
      return running(child, exited, { url: word.url, orderedAt, kill })
    },
    async killWhileStarting(orders, afterMs) {
      await loaded
      child.send(orders)
      await pause(afterMs)
      await kill()
    },
    dismiss: kill,
  }
}

function running(
  child: ChildProcess,
  exited: Promise<string>,
  facts: { url: string; orderedAt: number; kill: () => Promise<void> },
): ServerProcess {
  return {
    ...facts,
    pid: child.pid ?? 0,
    readyAt: machineMs(),
    ended: exited,
    alive: () => child.exitCode === null && child.signalCode === null,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function nextWord(child: ChildProcess): Promise<Word> {
  const gone = new AbortController()
  const leave = (): void => gone.abort()
  child.once('exit', leave)
  try {
    const [word] = (await once(child, 'message', { signal: gone.signal })) as [Word]
    return word
  } catch {
    return { kind: 'failed', reason: `it ended with ${child.exitCode ?? child.signalCode}` }
  } finally {
    child.off('exit', leave)
  }
}
