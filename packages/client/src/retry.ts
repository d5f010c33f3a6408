import { ApiError, ConnectionError } from './errors.ts'
import type { Runtime } from './runtime.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 8_000
// Asked to wait longer than this, a program does better to learn of it than to stand still.
const LONGEST_RETRY_AFTER_MS = 60_000
const PASSING_STATUSES = [408, 425, 429, 500, 502, 503, 504]
/** Answers that say the request was not carried out. */
const REFUSALS = [425, 429, 503]

/** `always`: doing it twice is the same as once. `if refused`: only after an answer that says nothing was done. */
export type Repeatable = 'always' | 'if refused'

/** Whether a request that failed this way may be sent again. */
export function mayRepeat(error: unknown, repeatable: Repeatable): boolean {
  if (error instanceof ConnectionError) return repeatable === 'always'
  if (!(error instanceof ApiError)) return false
  // The outcome is on record: a repeat would be told the same. A stop of the service is no outcome.
  if (error.taskIds.length > 0 && error.code !== 'shutting_down') return false
  if ((error.retryAfterMs ?? 0) > LONGEST_RETRY_AFTER_MS) return false
  return (repeatable === 'always' ? PASSING_STATUSES : REFUSALS).includes(error.status)
}

/** How long to wait before the next attempt, the first being 0: what the service asks for, else ever longer and never in step. */
export function pauseBefore(runtime: Runtime, attempt: number, error: unknown): number {
  const asked = error instanceof ApiError ? error.retryAfterMs : undefined
  if (asked !== undefined) return asked
  const [byte = 0] = runtime.bytes(1)
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * (1 - byte / 1024)
}

/** What `Retry-After` says, in seconds or as a date. */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - nowMs
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
