import type { FileRecord } from '../core/file-record.ts'
import { outputsAmong, type ShownOutput } from '../core/task-view.ts'
import type { Store } from '../ports/store.ts'

/** A task's results in order, each with its cover. */
export async function readOutputs(
  deps: { store: Pick<Store, 'files'> },
  taskId: string,
): Promise<ShownOutput<FileRecord>[]> {
  return outputsAmong(await deps.store.files.ofTask(taskId))
}

/** The same of many tasks, by their ids; those without results are not among them. */
export async function readOutputsOfMany(
  deps: { store: Pick<Store, 'files'> },
  taskIds: readonly string[],
): Promise<Map<string, ShownOutput<FileRecord>[]>> {
  const files = taskIds.length === 0 ? [] : await deps.store.files.shownOf(taskIds)
  const byTask = Map.groupBy(files, ({ taskId }) => taskId)
  return new Map([...byTask].map(([id, own]) => [id, outputsAmong(own)]))
}
