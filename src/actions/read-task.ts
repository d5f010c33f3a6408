import type { ApiKey } from '../core/api-key.ts'
import { AppError } from '../core/errors.ts'
import type { FileRecord } from '../core/file-record.ts'
import type { TaskKind } from '../core/model.ts'
import { isTaskId } from '../core/task-id.ts'
import type { Task } from '../core/task.ts'
import type { Store } from '../ports/store.ts'

/** The caller's own task, of this kind if one is named. Unknown, foreign and malformed ids cannot be told apart. */
export async function readOwnTask(deps: { store: Store }, caller: ApiKey, id: string, kind?: TaskKind): Promise<Task> {
  const task = isTaskId(id) ? await deps.store.tasks.find(id) : undefined
  if (task === undefined || task.keyId !== caller.id || (kind !== undefined && task.kind !== kind)) {
    throw new AppError('task_not_found', 'There is no task with this id under your API key.')
  }
  return task
}

/** A task's results in order, each with its cover. */
export async function outputsOf(
  deps: { store: Store },
  taskId: string,
): Promise<{ file: FileRecord; cover: FileRecord | null }[]> {
  const files = await deps.store.files.ofTask(taskId)
  const covers = files.filter(({ role }) => role === 'cover')
  return files
    .filter(({ role }) => role === 'output')
    .map((file) => ({ file, cover: covers.find(({ position }) => position === file.position) ?? null }))
}
