import { ApiError, ConnectionError } from './errors.ts'
import type { Runtime } from './runtime.ts'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 8_000
// If the service asks for a longer wait than this, the caller should know rather than block.
const LONGEST_RETRY_AFTER_MS = 60_000
const PASSING_STATUSES = [408, 425, 429, 500, 502, 503, 504]
/** Responses that mean that the request was not carried out. */
const REFUSALS = [425, 429, 503]

/** `always`: doing it twice has the same effect as once. `if refused`: only after a response that means that nothing was done. */
export type Repeatable = 'always' | 'if refused'

/** Whether a request that failed this way can be sent again. */
export function mayRepeat(error: unknown, repeatable: Repeatable): boolean {
  if (error instanceof ConnectionError) return repeatable === 'always'
  if (!(error instanceof ApiError)) return false
  // The outcome is stored, so a retry would get the same response. A stopping service is not an outcome.
  if (error.taskIds.length > 0 && error.code !== 'shutting_down') return false
  if ((error.retryAfterMs ?? 0) > LONGEST_RETRY_AFTER_MS) return false
  return (repeatable === 'always' ? PASSING_STATUSES : REFUSALS).includes(error.status)
}

/** The wait before the next attempt (the first is 0): as long as the service requests, else increasing, with jitter. */
export function pauseBefore(runtime: Runtime, attempt: number, error: unknown): number {
  const asked = error instanceof ApiError ? error.retryAfterMs : undefined
  if (asked !== undefined) return asked
  const [byte = 0] = runtime.bytes(1)
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * (1 - byte / 1024)
}

/** The value of `Retry-After`, in seconds or as a date. */
export function retryAfterMs(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - nowMs
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}
