import { setImmediate as turn } from 'node:timers/promises'
import type { Clock } from '../../src/ports/runtime.ts'

// Enough turns of the event loop for a chain of promises and queued callbacks to come to rest. Sockets and files may take
// longer: a test that needs them waits for their event, not for the clock.
const TURNS = 8

type Sleeper = { readonly due: number; readonly wake: () => void }

/** A clock that stands still until the test advances it. */
export interface ManualClock extends Clock {
  /**
   * Moves time forward by `ms`. Sleepers wake in the order in which they are due, each seeing `now()` as its own due
   * time, and those who lie down again on the way are woken too if their time comes. Resolves when all is at rest.
   */
  advance(ms: number): Promise<void>
  /** Lets what is already under way settle, without moving time. */
  settle(): Promise<void>
  /** Sets the wall clock ahead, or back, without any time passing. */
  jump(ms: number): void
  /** How many sleepers wait. After the work is over this should be 0, or something was left behind. */
  pending(): number
}

/** A clock at `startMs` for tests. */
export function manualClock(startMs = 1_700_000_000_000): ManualClock {
  let now = startMs
  let jumped = 0
  // Kept in the order of arrival, so that of two that are due together the earlier one wakes first.
  const sleepers = new Set<Sleeper>()

  async function settle(): Promise<void> {
    for (let i = 0; i < TURNS; i++) await turn()
  }

  function nextDue(until: number): Sleeper | undefined {
    let next: Sleeper | undefined
    for (const sleeper of sleepers) {
      if (sleeper.due <= until && (next === undefined || sleeper.due < next.due)) next = sleeper
    }
    return next
  }

  return {
    now: () => now + jumped,
    elapsed: () => now - startMs,
    jump(ms) {
      jumped += ms
    },
    sleep(ms, signal) {
      if (signal?.aborted === true) return Promise.resolve()
      return new Promise((resolve) => {
        const wake = () => {
          sleepers.delete(sleeper)
          signal?.removeEventListener('abort', wake)
          resolve()
        }
        const sleeper: Sleeper = { due: now + Math.max(0, ms), wake }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', wake, { once: true })
      })
    },
    async advance(ms) {
      const until = now + ms
      await settle()
      for (let next = nextDue(until); next !== undefined; next = nextDue(until)) {
        now = Math.max(now, next.due)
        next.wake()
        await settle()
      }
      now = until
      await settle()
    },
    settle,
    pending: () => sleepers.size,
  }
}
