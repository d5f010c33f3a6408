import type { ApiKey } from '../../core/keys/api-key.ts'
import { AppError, type ErrorCode } from '../../core/errors.ts'
import { isFinal } from '../../core/tasks/task.ts'
import type { Files } from '../../ports/files.ts'
import type { Store } from '../../ports/store.ts'
import { readOwnTask } from '../reading/read-task.ts'
import { type EachTask, forEachTask } from './each-task.ts'

export type RemoveTaskDeps = { store: Pick<Store, 'chores'>; files: Files }

/** Removes a finished task, then its bytes: a crash between the two leaves orphans, never a record without bytes. */
export async function removeTask(deps: RemoveTaskDeps, id: string): Promise<boolean> {
  const fileIds = await deps.store.chores.remove(id)
  await Promise.all((fileIds ?? []).map((fileId) => deps.files.remove(fileId)))
  return fileIds !== undefined
}

export type DeleteTaskDeps = RemoveTaskDeps & { store: Pick<Store, 'tasks'> }

/** Removes the caller's finished task with all its files; what it used stays on record. */
export async function deleteTask(deps: DeleteTaskDeps, caller: ApiKey, id: string): Promise<void> {
  const task = await readOwnTask(deps, caller, id)
  if (!isFinal(task.status)) {
    throw new AppError('task_not_finished', 'The task still runs. Cancel it first, then delete it.', { taskId: id })
  }
  await removeTask(deps, id)
}

const EXPECTED: readonly ErrorCode[] = ['task_not_found', 'insufficient_scope', 'task_not_finished']

/** Removes many of the caller's finished tasks with their files. */
export function deleteTasks(deps: DeleteTaskDeps, caller: ApiKey, ids: readonly string[]): Promise<EachTask> {
  return forEachTask(ids, EXPECTED, (id) => deleteTask(deps, caller, id))
}
