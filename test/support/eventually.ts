import { setTimeout as pause } from 'node:timers/promises'
import type { ManualClock } from './manual-clock.ts'

// Looks, not seconds: a slow machine takes longer between two of them. What never comes is the test runner's to end.
const PAUSE_MS = 10

/** Looks again and again until there is something to see. */
export async function eventually<T>(look: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (;;) {
    const seen = await look()
    if (seen !== undefined) return seen
    await pause(PAUSE_MS)
  }
}

/** The same under a clock that stands still otherwise: each look lets `stepMs` pass on it. */
export function eventuallyOn<T>(clock: ManualClock, stepMs: number, look: () => Promise<T | undefined>): Promise<T> {
  return eventually(async () => {
    const seen = await look()
    if (seen === undefined) await clock.advance(stepMs)
    return seen
  })
}
