import type { ApiKey } from '../core/api-key.ts'
import { AppError } from '../core/errors.ts'
import { isFinal } from '../core/task.ts'
import type { Store } from '../ports/store.ts'
import { readOwnTask } from './read-task.ts'
import { removeTask, type RemoveTaskDeps } from './remove-task.ts'

export type DeleteTaskDeps = RemoveTaskDeps & { store: Pick<Store, 'tasks'> }

/** Removes the caller's finished task with all its files; what it used stays on record. */
export async function deleteTask(deps: DeleteTaskDeps, caller: ApiKey, id: string): Promise<void> {
  const task = await readOwnTask(deps, caller, id)
  if (!isFinal(task.status)) {
    throw new AppError('task_not_finished', 'The task still runs. Cancel it first, then delete it.', { taskId: id })
  }
  await removeTask(deps, id)
}
