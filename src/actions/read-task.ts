import type { ApiKey } from '../core/api-key.ts'
import { AppError } from '../core/errors.ts'
import type { TaskKind } from '../core/model.ts'
import { isTaskId } from '../core/task-id.ts'
import type { TaskView } from '../core/task-view.ts'
import type { Task } from '../core/task.ts'
import type { Store } from '../ports/store.ts'

type Deps = { store: Pick<Store, 'tasks'> }

/** The caller's own task, of this kind if one is named. Unknown, foreign and malformed ids cannot be told apart. */
export async function readOwnTask(deps: Deps, caller: ApiKey, id: string, kind?: TaskKind): Promise<Task> {
  return own(isTaskId(id) ? await deps.store.tasks.find(id) : undefined, caller, kind)
}

/** The same task as whoever polls sees it: the least that has to be read, at one moment. */
export async function viewOwnTask(deps: Deps, caller: ApiKey, id: string, kind: TaskKind): Promise<TaskView> {
  return own(isTaskId(id) ? await deps.store.tasks.view(id) : undefined, caller, kind)
}

function own<Found extends Pick<Task, 'keyId' | 'kind'>>(
  task: Found | undefined,
  caller: ApiKey,
  kind: TaskKind | undefined,
): Found {
  if (task === undefined || task.keyId !== caller.id || (kind !== undefined && task.kind !== kind)) {
    throw new AppError('task_not_found', 'There is no task with this id under your API key.')
  }
  return task
}
