import type { FileRecord } from '../core/file-record.ts'
import type { Store } from '../ports/store.ts'

/** A task's results in order, each with its cover. */
export async function readOutputs(
  deps: { store: Pick<Store, 'files'> },
  taskId: string,
): Promise<{ file: FileRecord; cover: FileRecord | null }[]> {
  const files = await deps.store.files.ofTask(taskId)
  const covers = files.filter(({ role }) => role === 'cover')
  return files
    .filter(({ role }) => role === 'output')
    .map((file) => ({ file, cover: covers.find(({ position }) => position === file.position) ?? null }))
}
