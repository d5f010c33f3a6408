import type { ApiKey } from '../core/api-key.ts'
import { AppError } from '../core/errors.ts'
import type { TaskKind } from '../core/model.ts'
import { isTaskId } from '../core/task-id.ts'
import type { Task } from '../core/task.ts'
import type { Store } from '../ports/store.ts'

/** The caller's own task, of this kind if one is named. Unknown, foreign and malformed ids cannot be told apart. */
export async function readOwnTask(
  deps: { store: Pick<Store, 'tasks'> },
  caller: ApiKey,
  id: string,
  kind?: TaskKind,
): Promise<Task> {
  const task = isTaskId(id) ? await deps.store.tasks.find(id) : undefined
  if (task === undefined || task.keyId !== caller.id || (kind !== undefined && task.kind !== kind)) {
    throw new AppError('task_not_found', 'There is no task with this id under your API key.')
  }
  return task
}
