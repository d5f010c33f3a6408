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
