import { ApiError, ConnectionError } from '@mediagen/client'

// Some minutes with the pauses below: as long as a restart with a migration may take. After that a person must ask.
const MOST_RETRIES = 12
const LONGEST_PAUSE_MS = 15_000

/** Whether a question that only reads is worth asking again. */
export function shouldRetry(count: number, error: unknown): boolean {
  if (count >= MOST_RETRIES) return false
  return error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500 && error.retryable)
}

export function retryDelay(count: number): number {
  return Math.min(1_000 * 2 ** count, LONGEST_PAUSE_MS)
}
