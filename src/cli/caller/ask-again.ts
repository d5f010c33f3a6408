import { setTimeout as sleep } from 'node:timers/promises'
import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  type MediaResult,
  type Mediagen,
  PermissionError,
  TaskFailedError,
} from '@mediagen/client'
import { plainWords } from './explain-failure.ts'
import { askedOf, type Job, type Kind } from './job.ts'

/** Waits for all tasks with the request that created them, for a key that may not read tasks. */
export type AskAgain = (signal: AbortSignal) => Promise<MediaResult>

/** The time as the wait sees it; tests replace it. */
export type Time = { elapsedMs: () => number; pause: (ms: number, signal: AbortSignal) => Promise<unknown> }

type Asking = { kind: Kind; job: Job; idempotencyKey: string; time?: Time }

// Longer than most tasks may wait in the queue and run: an hour and a half, unless the operator allows more.
const LONGEST_WAIT_MS = 2 * 60 * 60 * 1000
// As long as the client bears it where it may read the task: a restarted or moved service is back by then.
const PATIENCE_MS = 10 * 60 * 1000
// The client has repeated the request for some seconds already. Without a pause, a service that refuses connections
// would be called without end.
const PAUSE_MS = 2_000

const SYSTEM_TIME: Time = {
  elapsedMs: () => performance.now(),
  pause: (ms, signal) => sleep(ms, undefined, { signal }),
}

/**
 * Sends the request of images again until its tasks have ended, also across restarts of the service: the same
 * idempotency key makes nothing twice. Throws `TaskFailedError` if none has a result. Undefined where the service
 * refuses to wait.
 */
export function askAgainFor(
  client: Mediagen,
  { kind, job, idempotencyKey, time = SYSTEM_TIME }: Asking,
): AskAgain | undefined {
  if (kind === 'video' || job.webhookUrl !== undefined) return undefined
  return async (signal) => {
    const asked = await askedOf(job)
    const until = time.elapsedMs() + LONGEST_WAIT_MS
    const trouble = patience(time, signal)
    for (;;) {
      try {
        return await client.images.generate(asked, { idempotencyKey, signal })
      } catch (error) {
        const failed = failureIn(error)
        if (failed !== undefined) throw failed
        if (time.elapsedMs() > until) throw error
        if (goesOn(error)) trouble.over()
        else await trouble.bear(error)
      }
    }
  }
}

/** Bears what passes with a pause, for as long as nothing else happens. */
function patience(time: Time, signal: AbortSignal) {
  let since: number | undefined
  return {
    over() {
      since = undefined
    },
    async bear(error: unknown): Promise<void> {
      const now = time.elapsedMs()
      since ??= now
      const ms = Math.max(PAUSE_MS, error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0)
      if (!passes(error) || now + ms > since + PATIENCE_MS) throw error
      try {
        await time.pause(ms, signal)
      } catch (aborted) {
        // Its own error only says that it was aborted; the caller looks for the reason.
        signal.throwIfAborted()
        throw aborted
      }
    },
  }
}

/** The service is away or busy for a moment; the tasks continue, or resume when it is back. */
function passes(error: unknown): boolean {
  if (error instanceof ConnectionError) return true
  if (!(error instanceof ApiError)) return false
  const { code, status, taskIds } = error
  if (code === 'shutting_down' || code === 'storage_unavailable') return true
  return taskIds.length === 0 && (status === 408 || status === 429 || status >= 500)
}

/** The request ended before its tasks did. A task that timed out has the same code, but cannot be waited for. */
function goesOn(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  const { code, taskIds, retryAfterMs } = error
  return taskIds.length > 0 && code === 'timeout' && retryAfterMs !== undefined
}

// The request may have failed, and not its tasks: the next one tells.
const UNCLEAR: ReadonlySet<string> = new Set(['shutting_down', 'storage_unavailable', 'internal_error'])

/** The failure of the tasks, if that is what the service answered. */
function failureIn(error: unknown): TaskFailedError | undefined {
  if (!(error instanceof ApiError)) return undefined
  const [id] = error.taskIds
  if (id === undefined || error instanceof AuthenticationError || error instanceof PermissionError) return undefined
  if (goesOn(error) || UNCLEAR.has(error.code)) return undefined
  return new TaskFailedError(id, { code: error.code, message: plainWords(error.message), docsUrl: error.docsUrl })
}
