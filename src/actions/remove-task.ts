import type { Files } from '../ports/files.ts'
import type { Store } from '../ports/store.ts'

export type RemoveTaskDeps = { store: Pick<Store, 'chores'>; files: Files }

/** Removes a finished task, then its bytes: a crash between the two leaves orphans, never a record without bytes. */
export async function removeTask(deps: RemoveTaskDeps, id: string): Promise<boolean> {
  const fileIds = await deps.store.chores.remove(id)
  await Promise.all((fileIds ?? []).map((fileId) => deps.files.remove(fileId)))
  return fileIds !== undefined
}
