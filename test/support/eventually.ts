import { setTimeout as pause } from 'node:timers/promises'
import type { ManualClock } from './manual-clock.ts'
import { whenStuck } from './stuck.ts'

// Looks, not seconds: a slow machine takes longer between two of them. What takes long is looked at less often, since a look
// is often a request, and they add up.
const pauseMs = (looks: number): number => Math.min(5 + looks * 2, 100)
// Ten minutes at the very least. What has not come by then never will, and a test that says so beats one that hangs.
const MOST_LOOKS = 60_000

let timesStuck = 0
whenStuck(() => timesStuck++)

/** Looks again and again until there is something to see; fails with the look itself, in its own words, when there never is. */
export async function eventually<T>(
  look: () => Promise<T | undefined> | T | undefined,
  mostLooks = MOST_LOOKS,
  { words = String(look), between = pauseMs } = {},
): Promise<T> {
  const stuckBefore = timesStuck
  let looks = 0
  for (; looks < mostLooks && timesStuck === stuckBefore; looks++) {
    const seen = await look()
    if (seen !== undefined) return seen
    await pause(between(looks))
  }
  throw new Error(`looked ${looks} times and never saw what was waited for: ${words.replace(/\s+/g, ' ')}`)
}

/** The same under a clock that stands still otherwise: each look lets `stepMs` pass on it. */
export function eventuallyOn<T>(
  clock: ManualClock,
  stepMs: number,
  look: () => Promise<T | undefined>,
  mostLooks = MOST_LOOKS,
): Promise<T> {
  const stepping = async (): Promise<T | undefined> => {
    const seen = await look()
    if (seen === undefined) await clock.advance(stepMs)
    return seen
  }
  return eventually(stepping, mostLooks, { words: String(look), between: () => 5 })
}
