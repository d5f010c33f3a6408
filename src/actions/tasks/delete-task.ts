import type { ApiKey } from '../../core/keys/api-key.ts'
import { AppError, type ErrorCode } from '../../core/errors.ts'
import { isFinal } from '../../core/tasks/task.ts'
import type { Files } from '../../ports/files.ts'
import type { Store } from '../../ports/store.ts'
import { readOwnTask } from '../reading/read-task.ts'
import { type EachTask, forEachTask } from './each-task.ts'

export type RemoveTasksDeps = { store: Pick<Store, 'chores'>; files: Files }

// Removing bytes is mostly waiting for the disk or the bucket.
const FILES_AT_ONCE = 20

/** Removes finished tasks, then their bytes: a crash in between leaves orphans, never a record without bytes. */
export async function removeTasks({ store, files }: RemoveTasksDeps, ids: readonly string[]): Promise<void> {
  const { fileIds } = await store.chores.remove(ids)
  for (let begun = 0; begun < fileIds.length; begun += FILES_AT_ONCE)
    await Promise.all(fileIds.slice(begun, begun + FILES_AT_ONCE).map((id) => files.remove(id)))
}

export type DeleteTaskDeps = RemoveTasksDeps & { store: Pick<Store, 'tasks'> }

/** Removes the caller's finished task with all its files; its usage stays on record. */
export async function deleteTask(deps: DeleteTaskDeps, caller: ApiKey, id: string): Promise<void> {
  await checkDeletable(deps, caller, id)
  await removeTasks(deps, [id])
}

async function checkDeletable(deps: DeleteTaskDeps, caller: ApiKey, id: string): Promise<void> {
  const task = await readOwnTask(deps, caller, id)
  if (!isFinal(task.status)) {
    throw new AppError('task_not_finished', 'The task is still running. Cancel it first, then delete it.', {
      taskId: id,
    })
  }
}

const EXPECTED: readonly ErrorCode[] = ['task_not_found', 'insufficient_scope', 'task_not_finished']

/** Removes many of the caller's finished tasks with their files. */
export async function deleteTasks(deps: DeleteTaskDeps, caller: ApiKey, ids: readonly string[]): Promise<EachTask> {
  const each = await forEachTask(ids, EXPECTED, (id) => checkDeletable(deps, caller, id))
  await removeTasks(deps, each.done)
  return each
}
