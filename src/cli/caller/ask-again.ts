import {
  ApiError,
  AuthenticationError,
  type MediaResult,
  type Mediagen,
  PermissionError,
  TaskFailedError,
} from '@mediagen/client'
import { plainWords } from './explain-failure.ts'
import { askedOf, type Job, type Kind } from './job.ts'

/** Waits for all tasks with the request that created them, for a key that may not read tasks. */
export type AskAgain = (signal: AbortSignal) => Promise<MediaResult>

// Longer than most tasks may wait in the queue and run: an hour and a half, unless the operator allows more.
const PATIENCE_MS = 2 * 60 * 60 * 1000

/**
 * Sends the request of images again until its tasks have ended: the same idempotency key makes nothing twice. Throws
 * `TaskFailedError` if none has a result. Undefined where the service refuses to wait.
 */
export function askAgainFor(client: Mediagen, kind: Kind, job: Job, idempotencyKey: string): AskAgain | undefined {
  if (kind === 'video' || job.webhookUrl !== undefined) return undefined
  return async (signal) => {
    const asked = await askedOf(job)
    const until = performance.now() + PATIENCE_MS
    for (;;) {
      try {
        return await client.images.generate(asked, { idempotencyKey, signal })
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        const failed = failureIn(error)
        if (failed !== undefined) throw failed
        if (!goesOn(error) || performance.now() > until) throw error
      }
    }
  }
}

/** The request ended before its tasks did. A task that timed out has the same code, but cannot be waited for. */
function goesOn({ code, taskIds, retryAfterMs }: ApiError): boolean {
  return taskIds.length > 0 && (code === 'shutting_down' || (code === 'timeout' && retryAfterMs !== undefined))
}

// The request may have failed, and not its tasks: the next one tells.
const UNCLEAR: ReadonlySet<string> = new Set(['storage_unavailable', 'internal_error'])

/** The failure of the tasks, if that is what the service answered. */
function failureIn(error: ApiError): TaskFailedError | undefined {
  const [id] = error.taskIds
  if (id === undefined || error instanceof AuthenticationError || error instanceof PermissionError) return undefined
  if (goesOn(error) || UNCLEAR.has(error.code)) return undefined
  return new TaskFailedError(id, { code: error.code, message: plainWords(error.message), docsUrl: error.docsUrl })
}
