import type { Files, KeptBytes } from '../../ports/files.ts'
import type { Clock, Log } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import type { Absence } from '../../ports/store/chores.ts'

/** Waits for a promise until the signal aborts. Then it returns undefined and ignores the promise. */
export async function untilStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const { promise: stopped, resolve } = Promise.withResolvers<undefined>()
  const onAbort = (): void => resolve(undefined)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  try {
    return await Promise.race([work, stopped])
  } finally {
    signal.removeEventListener('abort', onAbort)
    // The result of an ignored promise is of no interest.
    if (signal.aborted) work.catch(() => undefined)
  }
}

export type RemoveOrphansDeps = { store: Pick<Store, 'files' | 'chores'>; files: Files; clock: Clock; log: Log }

// Bytes are usually kept milliseconds before their record is stored. A full database may stretch that to hours, while a
// worker insists on its result: removing the bytes would leave a record without any.
export const ORPHAN_AGE_MS = 24 * 60 * 60 * 1000
const BATCH = 200

/**
 * Removes bytes without a record, which a crash has left behind. It goes through everything once, a batch at a time,
 * and ends early when the signal aborts.
 */
export async function removeOrphans(deps: RemoveOrphansDeps, signal: AbortSignal): Promise<void> {
  const before = deps.clock.now() - ORPHAN_AGE_MS
  const absences = await deps.store.chores.absences()
  for await (const batch of batches(deps.files.keptBefore(before), signal)) {
    const watched = batch.filter(({ writtenAt }) => !isWithin(absences, writtenAt)).map(({ id }) => id)
    for (const id of watched.length === 0 ? [] : await deps.store.files.withoutRecord(watched)) {
      if (signal.aborted) return
      deps.log.info('orphaned file removed', { fileId: id })
      await deps.files.remove(id)
    }
  }
}

/**
 * Whether files were written that these records do not cover. A database restored from a backup knows nothing of later
 * files, which are not orphans: someone may still want them.
 */
function isWithin(absences: readonly Absence[], time: number): boolean {
  return absences.some(({ from, until }) => time >= from && time < until)
}

/** Lists files in batches. A listing may take hours, even before its first result, so a stop does not wait for it. */
async function* batches(listed: AsyncIterable<KeptBytes>, signal: AbortSignal): AsyncGenerator<KeptBytes[]> {
  const iterator = listed[Symbol.asyncIterator]()
  let batch: KeptBytes[] = []
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
