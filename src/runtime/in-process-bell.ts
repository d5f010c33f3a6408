import type { Bell, Clock } from '../ports/runtime.ts'

// An error made for each ring, as without a reason, costs more than the ring.
const RUNG = 'rung'

/** A bell for the waiters of one process. */
export function inProcessBell(clock: Clock): Bell {
  const waiting = new Map<string, Set<AbortController>>()
  return {
    ring(topic) {
      for (const waiter of waiting.get(topic) ?? []) waiter.abort(RUNG)
    },
    async wait(topic, ms, signal) {
      if (signal?.aborted === true) return
      const rung = new AbortController()
      const waiters = waiting.get(topic) ?? new Set()
      waiting.set(topic, waiters.add(rung))
      try {
        await clock.sleep(ms, signal === undefined ? rung.signal : AbortSignal.any([signal, rung.signal]))
      } finally {
        waiters.delete(rung)
        if (waiters.size === 0) waiting.delete(topic)
      }
    },
  }
}
