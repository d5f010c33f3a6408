import type { Files } from '../ports/files.ts'
import type { Clock, Log } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import { untilStopped } from './until-stopped.ts'

export type RemoveOrphansDeps = { store: Pick<Store, 'files' | 'chores'>; files: Files; clock: Clock; log: Log }

// Between the moment bytes are kept and the moment their record is stored lie milliseconds, but a full database may
// stretch them to hours, through which a worker insists on its result: bytes removed meanwhile would leave a record without any.
export const ORPHAN_AGE_MS = 24 * 60 * 60 * 1000
const BATCH = 200

/** Removes bytes that no record knows: what a crash left between the two. Ends early when the signal says so. */
export async function removeOrphans(deps: RemoveOrphansDeps, signal: AbortSignal): Promise<void> {
  const before = deps.clock.now() - ORPHAN_AGE_MS
  const orphans: string[] = []
  for await (const batch of batches(deps.files.keptBefore(before), signal))
    orphans.push(...(await deps.store.files.withoutRecord(batch)))
  for (const id of await withinHistory(deps, orphans, signal)) {
    if (signal.aborted) return
    // Asked once more: the look through all that is kept may have taken hours.
    if ((await deps.store.files.find(id)) !== undefined) continue
    deps.log.info('orphaned file removed', { fileId: id })
    await deps.files.remove(id)
  }
}

/**
 * Leaves out what was written while nobody looked after these records. A database that was restored from a backup knows
 * nothing of what came after it: those bytes are not what a crash left, and someone may still want them.
 */
async function withinHistory(deps: RemoveOrphansDeps, ids: string[], signal: AbortSignal): Promise<string[]> {
  if (ids.length === 0) return ids
  const unwatched = new Set<string>()
  for (const { from, until } of await deps.store.chores.absences()) {
    const early = await among(ids, deps.files.keptBefore(from), signal)
    const late = await among(ids, deps.files.keptBefore(until), signal)
    for (const id of late) if (!early.has(id)) unwatched.add(id)
  }
  return ids.filter((id) => !unwatched.has(id))
}

/** Which of these ids are listed. */
async function among(ids: readonly string[], listed: AsyncIterable<string>, signal: AbortSignal): Promise<Set<string>> {
  const asked = new Set(ids)
  const found = new Set<string>()
  for await (const batch of batches(listed, signal)) for (const id of batch) if (asked.has(id)) found.add(id)
  return found
}

/** What is listed, by so many at a time. A listing may take hours, also before it has found anything: a stop does not wait. */
async function* batches(listed: AsyncIterable<string>, signal: AbortSignal): AsyncGenerator<string[]> {
  const iterator = listed[Symbol.asyncIterator]()
  let batch: string[] = []
  for (;;) {
    const next = await untilStopped(iterator.next(), signal)
    if (next === undefined) return
    if (next.done === true) break
    batch.push(next.value)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
