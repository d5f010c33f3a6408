import { createHash } from 'node:crypto'
import type { Clock } from '../../ports/runtime.ts'
import type { Fact } from '../failures/answer-facts.ts'
import type { EngineExchange, Json } from '../transport/exchange.ts'

/** An id in the form of a UUID: the same start key always gives the same job. */
export function promptIdOf(startKey: string): string {
  const hex = createHash('sha256').update(startKey).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export type QueueState = 'running' | 'waiting' | 'absent'

/** ComfyUI's queue, which it always returns completely, with all graphs. */
export type QueueView = {
  /** Where a job is. To find it, an answer of the last second is enough; to miss it, only a fresh one counts. */
  find(promptId: string, signal: AbortSignal): Promise<QueueState | { unclear: Fact }>
}

// Each job is polled every 1.5 s: without sharing, twice the jobs would cost four times the bytes.
const GOOD_FOR_MS = 1_000

type Snapshot = { at: number; running: ReadonlySet<string>; waiting: ReadonlySet<string> } | { unclear: Fact }

/** Shares one query of the queue among all callers. */
export function queueView(ask: () => Promise<EngineExchange>, clock: Clock): QueueView {
  let last: Snapshot | undefined
  let underWay: Promise<Snapshot> | undefined
  let next: Promise<Snapshot> | undefined

  const look = async (): Promise<Snapshot> => {
    const at = clock.now()
    const { fact, json } = await ask()
    last = json === undefined ? { unclear: fact } : { at, ...jobsIn(json) }
    return last
  }

  /** A query that begins after this call: one under way may have been answered before our job was sent. */
  const fresh = (): Promise<Snapshot> => {
    if (underWay === undefined) {
      underWay = look().finally(() => (underWay = undefined))
      return underWay
    }
    next ??= underWay.then(
      () => ((next = undefined), fresh()),
      () => ((next = undefined), fresh()),
    )
    return next
  }

  return {
    async find(promptId, signal) {
      if (last !== undefined && 'at' in last && clock.now() - last.at < GOOD_FOR_MS) {
        const known = placeIn(last, promptId)
        if (known !== 'absent') return known
      }
      const snapshot = await orAborted(fresh(), signal)
      return 'unclear' in snapshot ? snapshot : placeIn(snapshot, promptId)
    },
  }
}

function placeIn(snapshot: Exclude<Snapshot, { unclear: Fact }>, promptId: string): QueueState {
  if (snapshot.running.has(promptId)) return 'running'
  return snapshot.waiting.has(promptId) ? 'waiting' : 'absent'
}

/** The ids in ComfyUI's queue: each entry is `[number, id, graph, …]`. */
export function jobsIn(queue: Json): { running: Set<string>; waiting: Set<string> } {
  const idsOf = (list: unknown): Set<string> =>
    new Set(
      (Array.isArray(list) ? (list as unknown[]) : []).flatMap((entry) =>
        Array.isArray(entry) && typeof entry[1] === 'string' ? [entry[1]] : [],
      ),
    )
  return { running: idsOf(queue['queue_running']), waiting: idsOf(queue['queue_pending']) }
}

/** Others share the query, so a caller that leaves must not end it. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const leave = (): void => reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
