import type { FastifyReply } from 'fastify'
import { waitForTask } from '../../actions/reading/wait-for-task.ts'
import { AppError } from '../../core/errors.ts'
import { isFinal, type Task } from '../../core/tasks/task.ts'
import { tellWarnings } from '../answer/client-text.ts'
import type { WaitingParts } from '../server-parts.ts'
import { keyDoesNotWork } from './authenticate.ts'
import type { Connected } from './client-connection.ts'

type Waiting = Connected & { ms: number }

/**
 * Waits for all of them, or until the time is up, and gives them as they are then. One of several that was deleted meanwhile
 * is not among them, as it is not when the request is repeated: the others were paid for.
 */
export async function awaitTasks(
  parts: WaitingParts,
  tasks: readonly Pick<Task, 'id'>[],
  { ms, signal, keyEnded }: Waiting,
): Promise<Task[]> {
  const looks = await Promise.all(tasks.map(({ id }) => waitForTask(parts, id, { ms, signal }).catch(unlessDeleted)))
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

/** The ids of the tasks of one request, as the header `x-task-id` lists them. */
function idsOf(tasks: readonly Pick<Task, 'id'>[]): string {
  return tasks.map(({ id }) => id).join(', ')
}

/** What to do about tasks that go on without the request; each interface has its own advice. */
type Advice = { whenStopping: string; whenLate: string }

/**
 * Why there is nothing to show: one of the tasks goes on without us, or every one has failed, and then the first tells why.
 * Undefined where at least one was made and none is open: what was paid for is shown.
 */
export function reasonAgainst(
  { closing }: Pick<WaitingParts, 'closing'>,
  tasks: readonly Task[],
  { whenStopping, whenLate }: Advice,
): AppError | undefined {
  const taskId = idsOf(tasks)
  const what = tasks.length === 1 ? `Task ${taskId} continues` : `The tasks ${taskId} continue`
  if (tasks.some(({ status }) => !isFinal(status))) {
    return closing.aborted
      ? new AppError('shutting_down', `The service is stopping. ${what} when it is back; ${whenStopping}`, { taskId })
      : new AppError('timeout', `${lateSubject(tasks)} not ready in time. ${what}; ${whenLate}`, { taskId })
  }
  if (tasks.some(({ status }) => status === 'success')) return undefined
  const { code, message } = tasks[0]?.error ?? { code: 'internal_error', message: 'The task failed.' }
  return new AppError(code, message, { taskId })
}

type Answering<Answer> = {
  connected: Connected
  advice: Advice
  /** Hears how they stand before anything is made of it. */
  seen?: (tasks: readonly Task[]) => void
  show: (tasks: readonly Task[]) => Promise<Answer>
}

/** Tells which tasks a request has made, and what is not done as asked. */
export function tellTasks(reply: FastifyReply, tasks: readonly Task[]): void {
  reply.header('x-task-id', idsOf(tasks))
  tellWarnings(
    reply,
    tasks.flatMap(({ warnings }) => warnings),
  )
}

/** Answers with images once all of their tasks have ended; throws why there is nothing to show, where that is so. */
export async function answerWhenMade<Answer>(
  parts: WaitingParts,
  reply: FastifyReply,
  tasks: readonly Task[],
  { connected, advice, seen, show }: Answering<Answer>,
): Promise<Answer> {
  tellTasks(reply, tasks)
  const ended = await awaitTasks(parts, tasks, { ...connected, ms: parts.imageWaitMs })
  seen?.(ended)
  const reason = reasonAgainst(parts, ended, advice)
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
