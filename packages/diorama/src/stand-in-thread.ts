import { Worker } from 'node:worker_threads'

export type StandInOrder = { size: { width: number; height: number }; prompt: string }
export type StandInClip = { bytes: Uint8Array; durationMs: number }
export type StandInReport = { id: number } & ({ clip: StandInClip } | { reason: string })

type Waiting = PromiseWithResolvers<StandInClip>
type Thread = { worker: Worker; waiting: Map<number, Waiting> }

// The compiled package has the same files under another ending.
const PROGRAM = import.meta.url.endsWith('.ts')
  ? new URL('./stand-in-program.ts', import.meta.url)
  : new URL('./stand-in-program.js', import.meta.url)

// Loading the encoder takes a tenth of a second, keeping it some 30 MB: it stays while clips are asked for.
const IDLE_MS = 30_000

let thread: Thread | undefined
let idle: NodeJS.Timeout | undefined
let orders = 0

/**
 * Has a clip made by a thread of its own: to load the encoder and to start it holds a thread up for a quarter of a second,
 * and the one that serves requests must not be it.
 */
export function makeInThread(order: StandInOrder): Promise<StandInClip> {
  clearTimeout(idle)
  const { worker, waiting } = (thread ??= openThread())
  const asked = Promise.withResolvers<StandInClip>()
  const id = ++orders
  waiting.set(id, asked)
  worker.ref()
  worker.postMessage({ id, order }, [])
  return asked.promise
}

function openThread(): Thread {
  // Not the process's own flags: some of them (--eval, --test) make no sense for a thread and would end it.
  const opened: Thread = { worker: new Worker(PROGRAM, { execArgv: [] }), waiting: new Map() }
  const { worker, waiting } = opened
  const lose = (error: Error): void => {
    if (thread === opened) thread = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('message', (said: StandInReport) => {
    const asked = waiting.get(said.id)
    waiting.delete(said.id)
    if ('clip' in said) asked?.resolve(said.clip)
    else asked?.reject(new Error(said.reason))
    if (waiting.size === 0) rest(opened)
  })
  worker.on('error', (error) => lose(new Error('The thread that makes stand-in clips crashed', { cause: error })))
  worker.on('exit', () => lose(new Error('The thread that makes stand-in clips ended unexpectedly')))
  return opened
}

/** A thread that waits for orders must not keep a process alive that has nothing else to do. */
function rest({ worker }: Thread): void {
  worker.unref()
  idle = setTimeout(() => {
    thread = undefined
    void worker.terminate()
  }, IDLE_MS).unref()
}
