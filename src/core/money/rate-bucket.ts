/** What came of a request for one unit of a rate. */
export type RateAnswer = {
  isAllowed: boolean
  /** Units that are left now. */
  remaining: number
  /** Until all units are there again. */
  fullInMs: number
  /** Until the next unit is there; 0 where there is one. */
  retryInMs: number
}

/** A rate over time: so many units in each such time, all of them at once where none was used before. */
export type Rate = { units: number; windowMs: number }

/**
 * Takes one unit, and tells the time at which all units will be there again: all that has to be remembered of a rate. What
 * is refused takes nothing, so a client that goes on asking is not punished for it.
 */
export function takeUnit(rate: Rate, fullAt: number, now: number): { answer: RateAnswer; fullAt: number } {
  const { units, windowMs } = rate
  const each = windowMs / units
  const from = Math.max(fullAt, now)
  const after = from + each
  // The last unit of a window is one unit even where fractions of a millisecond were lost on the way.
  const isAllowed = units > 0 && after - now <= windowMs + 0.001
  const next = isAllowed ? after : from
  const remaining = Math.max(0, Math.floor((windowMs - (next - now)) / each + 0.001))
  const retryInMs = remaining > 0 ? 0 : Math.max(0, next + each - now - windowMs)
  return { answer: { isAllowed, remaining, fullInMs: next - now, retryInMs }, fullAt: next }
}
