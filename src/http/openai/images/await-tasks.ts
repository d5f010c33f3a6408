import { waitForTask } from '../../../actions/wait-for-task.ts'
import { AppError } from '../../../core/errors.ts'
import { isFinal, type Task } from '../../../core/task.ts'
import { keyDoesNotWork } from '../../edge/authenticate.ts'
import type { ServerParts } from '../../server-parts.ts'

export type Waiting = { ms: number; signal: AbortSignal; keyEnded: AbortSignal }

/** Waits for all of them, or until the time is up, and gives them as they are then. */
export async function awaitTasks(
  parts: ServerParts,
  tasks: readonly Pick<Task, 'id'>[],
  { ms, signal, keyEnded }: Waiting,
): Promise<Task[]> {
  const seen = await Promise.all(tasks.map(({ id }) => waitForTask(parts, id, { ms, signal })))
  if (keyEnded.aborted) throw keyDoesNotWork()
  return seen
}

/** Why there is nothing to show: a task has failed, or goes on without us. Undefined where all ended well. */
export function reasonAgainst({ closing }: ServerParts, tasks: readonly Task[]): AppError | undefined {
  const failed = tasks.find(({ error }) => error !== null)
  if (failed?.error !== null && failed !== undefined) {
    return new AppError(failed.error.code, failed.error.message, { taskId: failed.id })
  }
  const unfinished = tasks.find(({ status }) => !isFinal(status))
  if (unfinished === undefined) return undefined
  const { id: taskId } = unfinished
  if (closing.aborted) {
    return new AppError('shutting_down', `The service is stopping. Task ${taskId} goes on when it is back.`, { taskId })
  }
  const message = `The image was not ready in time. Task ${taskId} goes on; repeat the request as your client does, or ask for stream.`
  return new AppError('timeout', message, { taskId })
}
