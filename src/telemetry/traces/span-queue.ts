import type { Clock, Log } from '../../ports/runtime.ts'
import { spanJson, type SpanRecord } from './otlp-json.ts'

/** Spans on their way to a collector. */
export type SpanQueue = {
  add(span: SpanRecord): void
  /** Sends what is left, unless that takes too long. */
  close(): Promise<void>
}

type Queued = {
  clock: Clock
  log: Log
  /** Sends spans that were written down; throws when the collector does not take them. */
  send: (spans: readonly string[]) => Promise<void>
}

// A busy process makes thousands of spans a second: they wait in memory, half a kilobyte each.
const SENT_TOGETHER = 1_024
const MOST_FULL_BATCHES = 8
const SEND_EVERY_MS = 2_000
// A collector that is away must not hold up the end of a process; what is lost are the spans of its last seconds.
const LAST_WORD_MS = 2_000
const WARN_EVERY_MS = 60_000

/** Gathers spans and sends them together. What there is no room for is dropped: nothing else waits for a collector. */
export function spanQueue({ clock, log, send }: Queued): SpanQueue {
  // Written down as they come, so that a full batch costs no pause.
  let filling: string[] = []
  const waiting: (readonly string[])[] = []
  let dropped = 0
  let toldAt = Number.NEGATIVE_INFINITY
  let full = new AbortController()
  const closing = new AbortController()

  const takeFilling = (): readonly string[] => {
    const batch = filling
    filling = []
    return batch
  }
  const isAny = (): boolean => waiting.length > 0 || filling.length > 0
  const sendSome = async (): Promise<void> => {
    const batch = waiting.shift() ?? takeFilling()
    try {
      await send(batch)
    } catch (error) {
      dropped += batch.length
      if (clock.elapsed() - toldAt < WARN_EVERY_MS) return
      toldAt = clock.elapsed()
      log.warn('traces could not be sent', { spans: dropped, error })
      dropped = 0
    }
  }
  const loop = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      full = new AbortController()
      if (waiting.length === 0) await clock.sleep(SEND_EVERY_MS, AbortSignal.any([closing.signal, full.signal]))
      if (isAny()) await sendSome()
    }
    while (isAny()) await sendSome()
  }
  const running = loop()

  return {
    add(span) {
      if (waiting.length >= MOST_FULL_BATCHES) return void dropped++
      filling.push(spanJson(span))
      if (filling.length < SENT_TOGETHER) return
      waiting.push(takeFilling())
      full.abort('full')
    },
    async close() {
      closing.abort()
      const over = new AbortController()
      await Promise.race([running, clock.sleep(LAST_WORD_MS, over.signal)])
      over.abort()
    },
  }
}
