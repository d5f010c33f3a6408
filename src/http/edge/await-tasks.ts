import type { FastifyReply } from 'fastify'
import { waitForTask } from '../../actions/reading/wait-for-task.ts'
import { AppError } from '../../core/errors.ts'
import { isFinal, type Task } from '../../core/tasks/task.ts'
import { tellWarnings } from '../answer/client-text.ts'
import type { WaitingParts } from '../server-parts.ts'
import { keyDoesNotWork } from './authenticate.ts'
import type { Connected } from './client-connection.ts'
import { idempotencyKeyOf } from './request-headers.ts'

type Waiting = Connected & { ms: number }

// A service that stops is replaced within seconds, and nobody knows in how many.
const RESTART_SECONDS = 10

/**
 * Waits for all of them, or until the time is up, and returns their state at that moment. A task that was deleted
 * meanwhile is left out, as in a repeat of the request: the others were paid for.
 */
export async function awaitTasks(
  parts: WaitingParts,
  tasks: readonly Pick<Task, 'id'>[],
  { ms, signal, keyEnded, callerNow }: Waiting,
): Promise<Task[]> {
  const looks = await Promise.all(
    tasks.map(({ id }) => waitForTask(parts, callerNow, id, { ms, signal }).catch(unlessDeleted)),
  )
  if (keyEnded.aborted) throw keyDoesNotWork()
  const seen = looks.flatMap((look) => (look instanceof AppError ? [] : [look]))
  if (seen.length > 0) return seen
  throw (
    looks.find((look) => look instanceof AppError) ??
    new AppError('task_not_found', 'The tasks were deleted before the request could wait for them.')
  )
}

function unlessDeleted(error: unknown): AppError {
  if (error instanceof AppError && error.code === 'task_not_found') return error
  throw error
}

/** The ids of the tasks of one request, as the `x-task-id` header lists them. */
function idsOf(tasks: readonly Pick<Task, 'id'>[]): string {
  return tasks.map(({ id }) => id).join(', ')
}

/** What to do about tasks that continue without the request; each API has its own advice. */
type Advice = {
  whenStopping: string
  whenLate: string
  /** Whether the same request would wait for the same tasks. If not, a client that followed `Retry-After` would pay again. */
  mayRepeat?: boolean
}

/**
 * Why there is no answer: a task continues without us, or all have failed, and the first one gives the reason.
 * Undefined if at least one succeeded and none is open: what was paid for is shown.
 */
export function reasonAgainst(
  { closing }: Pick<WaitingParts, 'closing'>,
  tasks: readonly Task[],
  { whenStopping, whenLate, mayRepeat = false }: Advice,
): AppError | undefined {
  const taskId = idsOf(tasks)
  const what = tasks.length === 1 ? `Task ${taskId} continues` : `The tasks ${taskId} continue`
  if (tasks.some(({ status }) => !isFinal(status))) {
    return closing.aborted
      ? new AppError('shutting_down', `The service is stopping. ${what} when it is back; ${whenStopping}`, {
          taskId,
          ...(mayRepeat ? { retryAfterSeconds: RESTART_SECONDS } : {}),
        })
      : new AppError('timeout', `${lateSubject(tasks)} not ready in time. ${what}; ${whenLate}`, {
          taskId,
          // Tells this from a task that timed out: the same request goes on waiting.
          ...(mayRepeat ? { retryAfterSeconds: 1 } : {}),
        })
  }
  if (tasks.some(({ status }) => status === 'success')) return undefined
  const { code, message } = tasks[0]?.error ?? { code: 'internal_error', message: 'The task failed.' }
  return new AppError(code, message, { taskId })
}

type Answering<Answer> = {
  connected: Connected
  advice: Advice
  /** Whether this API gives a repeat of this request the same tasks, even without an idempotency key. */
  isAdopting?: boolean
  /** Receives the tasks before the answer is built. */
  seen?: (tasks: readonly Task[]) => void
  show: (tasks: readonly Task[]) => Promise<Answer>
}

/** Sends the ids of a request's tasks and their warnings as headers. */
export function tellTasks(reply: FastifyReply, tasks: readonly Task[]): void {
  reply.header('x-task-id', idsOf(tasks))
  tellWarnings(
    reply,
    tasks.flatMap(({ warnings }) => warnings),
  )
}

/** Answers with images once all of their tasks have ended; throws if there is nothing to show. */
export async function answerWhenMade<Answer>(
  parts: WaitingParts,
  reply: FastifyReply,
  tasks: readonly Task[],
  { connected, advice, isAdopting = false, seen, show }: Answering<Answer>,
): Promise<Answer> {
  tellTasks(reply, tasks)
  const ended = await awaitTasks(parts, tasks, { ...connected, ms: parts.imageWaitMs })
  seen?.(ended)
  const mayRepeat = isAdopting || idempotencyKeyOf(reply.request) !== null
  const reason = reasonAgainst(parts, ended, { ...advice, mayRepeat })
  if (reason !== undefined) throw reason
  tellWarnings(
    reply,
    ended.flatMap(({ warnings }) => warnings),
  )
  return show(ended)
}

function lateSubject(tasks: readonly Task[]): string {
  return tasks.length === 1 ? 'The image was' : 'The images were'
}
