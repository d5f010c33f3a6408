import type { Files } from '../ports/files.ts'
import type { Clock, Log } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'

export type RemoveOrphansDeps = { store: Pick<Store, 'files'>; files: Files; clock: Clock; log: Log }

// Between the moment bytes are kept and the moment their record is stored lie milliseconds, but a full database may
// stretch them to hours, through which a worker insists on its result: bytes removed meanwhile would leave a record without any.
export const ORPHAN_AGE_MS = 24 * 60 * 60 * 1000
const BATCH = 200

/** Removes bytes that no record knows: what a crash left between the two. */
export async function removeOrphans(deps: RemoveOrphansDeps): Promise<void> {
  let batch: string[] = []
  const flush = async (): Promise<void> => {
    const orphans = await deps.store.files.withoutRecord(batch)
    batch = []
    for (const id of orphans) {
      deps.log.info('orphaned file removed', { fileId: id })
      await deps.files.remove(id)
    }
  }
  for await (const id of deps.files.keptBefore(deps.clock.now() - ORPHAN_AGE_MS)) {
    batch.push(id)
    if (batch.length === BATCH) await flush()
  }
  await flush()
}
