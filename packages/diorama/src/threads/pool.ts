import { CONTROL_BYTES, STOP, type Order, type Step, type Yield } from './messages.ts'
import { openThread, type Lane, type Thread, type Ticket } from './thread-handle.ts'

/** All the work of one job. `run` queues one order; `end` drops what is queued and stops what is running. */
export type Errand = {
  control: SharedArrayBuffer
  run(order: Order, onStep?: (step: Step) => void): Promise<Yield>
  end: () => void
}

export type Pool = { begin(lane: Lane): Errand; close(): Promise<void> }

type Entry = { id: number; lane: Lane; queue: Ticket[]; live: Set<Ticket>; servedAt: number }

/** Opens a pool that starts at most `threads` threads, each when it is first needed, and shares them between jobs. */
export function openPool(options: { threads: number; program: URL }): Pool {
  const size = Math.max(1, Math.floor(options.threads))
  const threads = new Set<Thread>()
  const entries = new Map<number, Entry>()
  let counter = 0
  let closed = false

  // A clip holds its staged scene in every thread that draws it; one clip per thread keeps memory bounded,
  // and the clips behind them wait in order.
  const candidates = (lane: Lane): Entry[] => {
    const inLane = [...entries.values()].filter((entry) => entry.lane === lane)
    const allowed = lane === 'clip' ? inLane.slice(0, size) : inLane
    return allowed.filter((entry) => entry.queue.length > 0)
  }

  const nextFor = (lane: Lane): Entry | undefined =>
    candidates(lane).sort((a, b) => a.live.size - b.live.size || a.servedAt - b.servedAt || a.id - b.id)[0]

  const start = (): Thread => {
    const started = openThread(options.program, (lost) => threads.delete(lost))
    threads.add(started)
    return started
  }

  const freeThread = (lane: Lane): Thread | undefined => {
    const free = [...threads].filter((thread) => !thread.busy(lane)).sort((a, b) => a.load() - b.load())[0]
    return threads.size < size && (!free || free.load() > 0) ? start() : free
  }

  const dispatch = (): void => {
    if (closed) return
    for (const lane of ['picture', 'clip'] as const) {
      for (let entry = nextFor(lane); entry; entry = nextFor(lane)) {
        const thread = freeThread(lane)
        const ticket = thread && entry.queue.shift()
        if (!thread || !ticket) break
        serve(entry, thread, ticket)
      }
    }
  }

  const serve = (entry: Entry, thread: Thread, ticket: Ticket): void => {
    entry.live.add(ticket)
    entry.servedAt = ++counter
    thread.give(entry.lane, ticket, () => {
      entry.live.delete(ticket)
      dispatch()
    })
  }

  const begin = (lane: Lane): Errand => {
    const entry: Entry = { id: ++counter, lane, queue: [], live: new Set(), servedAt: 0 }
    const control = new SharedArrayBuffer(CONTROL_BYTES)
    entries.set(entry.id, entry)
    // A clip wants all threads as soon as its prompt is read: they load their programs meanwhile.
    if (lane === 'clip') while (!closed && threads.size < size) start()
    return {
      control,
      run: (order, onStep = () => {}) =>
        new Promise((resolve, reject) => {
          if (closed || !entries.has(entry.id))
            return reject(new Error('The illustrator is closed or the job has ended'))
          entry.queue.push({ id: ++counter, errand: entry.id, control, order, onStep, resolve, reject })
          dispatch()
        }),
      end: () => {
        if (!entries.delete(entry.id)) return
        Atomics.store(new Int32Array(control), STOP, 1)
        for (const ticket of [...entry.queue.splice(0), ...entry.live]) {
          ticket.onStep = () => {}
          ticket.reject(new Error('The job has ended'))
        }
        for (const thread of threads) thread.forget(entry.id)
        dispatch()
      },
    }
  }

  const close = async (): Promise<void> => {
    closed = true
    for (const entry of entries.values())
      for (const ticket of [...entry.queue.splice(0), ...entry.live])
        ticket.reject(new Error('The illustrator was closed'))
    await Promise.all([...threads].map((thread) => thread.close()))
  }

  return { begin, close }
}
