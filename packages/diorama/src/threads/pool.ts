import type { Brief } from '../brief.ts'
import type { PictureJob } from '../job.ts'
import { CONTROL_BYTES, STOP, type Order, type Step, type Yield } from './messages.ts'
import { openThread, type Lane, type Thread, type Ticket } from './thread-handle.ts'

/** All the work of one job. `run` queues one order; `end` drops what is queued and stops what is running. */
export type Errand = {
  control: SharedArrayBuffer
  run(order: Order, onStep?: (step: Step) => void): Promise<Yield>
  end: () => void
}

/** What an errand is for; whatever it is, its prompt is read first. */
export type Purpose = Exclude<Lane, 'read'>

export type Pool = { begin(purpose: Purpose): Errand; close(): Promise<void> }

/** Has a prompt read, by whoever reads for all. */
export async function readIn(errand: Errand, job: PictureJob): Promise<Brief> {
  const result = await errand.run({ kind: 'read', job })
  if (!result || !('brief' in result)) throw new Error('No prompt was read')
  return result.brief
}

type Entry = { id: number; purpose: Purpose; queue: Ticket[]; live: Set<Ticket>; servedAt: number }

const leastLoaded = (threads: readonly Thread[]): Thread | undefined =>
  threads.toSorted((a, b) => a.load() - b.load())[0]

// Where the next order of an errand is done.
function laneOf({ purpose, queue: [next] }: Entry): Lane | undefined {
  if (!next) return undefined
  return next.order.kind === 'read' ? 'read' : purpose
}

/** Opens a pool that starts at most `threads` threads, each when it is first needed, and shares them between jobs. */
export function openPool(options: { threads: number; program: URL }): Pool {
  const size = Math.max(1, Math.floor(options.threads))
  const threads = new Set<Thread>()
  const entries = new Map<number, Entry>()
  // Who reads for all: each thread that knows the words would hold 40 MB of them.
  let reader: Thread | undefined
  let counter = 0
  let closed = false

  // A clip holds its staged scene in every thread that draws it; one clip per thread keeps memory bounded,
  // and the clips behind them wait in order.
  const candidates = (lane: Lane): Entry[] => {
    const { picture = [], clip = [] } = Object.groupBy(entries.values(), ({ purpose }) => purpose)
    return [...picture, ...clip.slice(0, size)].filter((entry) => laneOf(entry) === lane)
  }

  const nextFor = (lane: Lane): Entry | undefined =>
    candidates(lane).sort((a, b) => a.live.size - b.live.size || a.servedAt - b.servedAt || a.id - b.id)[0]

  const start = (): Thread => {
    const started = openThread(options.program, (lost) => {
      threads.delete(lost)
      if (reader === lost) reader = undefined
    })
    threads.add(started)
    return started
  }

  const freeThread = (lane: Lane): Thread | undefined => {
    if (lane === 'read') {
      reader ??= leastLoaded([...threads]) ?? start()
      return reader.busy('read') ? undefined : reader
    }
    const free = leastLoaded([...threads].filter((thread) => !thread.busy(lane)))
    return threads.size < size && (!free || free.load() > 0) ? start() : free
  }

  const dispatch = (): void => {
    if (closed) return
    for (const lane of ['read', 'picture', 'clip'] as const) {
      for (let entry = nextFor(lane); entry; entry = nextFor(lane)) {
        const thread = freeThread(lane)
        const ticket = thread && entry.queue.shift()
        if (!thread || !ticket) break
        serve(entry, lane, thread, ticket)
      }
    }
  }

  const serve = (entry: Entry, lane: Lane, thread: Thread, ticket: Ticket): void => {
    entry.live.add(ticket)
    entry.servedAt = ++counter
    thread.give(lane, ticket, () => {
      entry.live.delete(ticket)
      dispatch()
    })
  }

  const begin = (purpose: Purpose): Errand => {
    const entry: Entry = { id: ++counter, purpose, queue: [], live: new Set(), servedAt: 0 }
    const control = new SharedArrayBuffer(CONTROL_BYTES)
    entries.set(entry.id, entry)
    // A clip wants all threads as soon as its prompt is read: they load their programs meanwhile.
    if (purpose === 'clip') while (!closed && threads.size < size) start()
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
