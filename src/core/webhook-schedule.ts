const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The shortest pause before each attempt after the first: ten attempts over 75 h 35 m. */
const PAUSES_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const

export const MAX_DELIVERY_ATTEMPTS = PAUSES_MS.length + 1

// Only ever longer: what is promised are three days, and not three days on average.
const JITTER = 0.2
// Twice the first pause would be ten seconds, and no receiver that asks for a minute would be heard.
const LONGEST_WISH_MS = 5 * MINUTE

/**
 * When to try again after the attempt with this number (from 1) failed; undefined when it was the last.
 * `random` is a number from 0 to 1. A receiver's Retry-After may stretch a pause, at most to double or to five minutes.
 */
export function pauseAfterAttempt(attempt: number, random: number, retryAfterMs?: number): number | undefined {
  const base = PAUSES_MS[attempt - 1]
  if (base === undefined) return undefined
  const jittered = Math.round(base * (1 + JITTER * random))
  if (retryAfterMs === undefined) return jittered
  return Math.max(jittered, Math.min(retryAfterMs, Math.max(2 * base, LONGEST_WISH_MS)))
}

/** Reads a Retry-After header: seconds, or a date. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d+$/.test(header.trim())) return Number(header) * SECOND
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
