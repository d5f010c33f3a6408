/** The answer to a request for one unit of a rate. */
export type RateAnswer = {
  isAllowed: boolean
  /** Units that are left now. */
  remaining: number
  /** Time until all units are available again. */
  fullInMs: number
  /** Time until the next unit is available; 0 if there is one. */
  retryInMs: number
}

/** A rate over time: this many units per window, all of them at once if none was used before. */
export type Rate = { units: number; windowMs: number }

/**
 * Takes one unit, and returns the time at which all units will be available again: that is all there is to remember
 * about a rate. A refusal takes nothing, so a client that keeps asking is not punished.
 */
export function takeUnit(rate: Rate, fullAt: number, now: number): { answer: RateAnswer; fullAt: number } {
  const { units, windowMs } = rate
  const each = windowMs / units
  const from = Math.max(fullAt, now)
  const after = from + each
  // The last unit of a window is a whole unit, even if fractions of a millisecond got lost.
  const isAllowed = units > 0 && after - now <= windowMs + 0.001
  const next = isAllowed ? after : from
  const remaining = Math.max(0, Math.floor((windowMs - (next - now)) / each + 0.001))
  const retryInMs = remaining > 0 ? 0 : Math.max(0, next + each - now - windowMs)
  return { answer: { isAllowed, remaining, fullInMs: next - now, retryInMs }, fullAt: next }
}
