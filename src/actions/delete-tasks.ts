import type { ApiKey } from '../core/api-key.ts'
import type { ErrorCode } from '../core/errors.ts'
import { deleteTask, type DeleteTaskDeps } from './delete-task.ts'
import { forEachTask, type EachTask } from './each-task.ts'

const EXPECTED: readonly ErrorCode[] = ['task_not_found', 'task_not_finished']

/** Removes many of the caller's finished tasks with their files. */
export function deleteTasks(deps: DeleteTaskDeps, caller: ApiKey, ids: readonly string[]): Promise<EachTask> {
  return forEachTask(ids, EXPECTED, (id) => deleteTask(deps, caller, id))
}
