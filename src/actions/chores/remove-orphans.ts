import type { Files, KeptBytes } from '../../ports/files.ts'
import type { Clock, Log } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import type { Absence } from '../../ports/store/chores.ts'

/** Waits for a promise, but no longer than until the signal aborts: then it is left to itself, and undefined is the answer. */
export async function untilStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const { promise: stopped, resolve } = Promise.withResolvers<undefined>()
  const onAbort = (): void => resolve(undefined)
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  try {
    return await Promise.race([work, stopped])
  } finally {
    signal.removeEventListener('abort', onAbort)
    // Nobody hears any more of what was left to itself.
    if (signal.aborted) work.catch(() => undefined)
  }
}

export type RemoveOrphansDeps = { store: Pick<Store, 'files' | 'chores'>; files: Files; clock: Clock; log: Log }

// Between the moment bytes are kept and the moment their record is stored lie milliseconds, but a full database may
// stretch them to hours, through which a worker insists on its result: bytes removed meanwhile would leave a record without any.
export const ORPHAN_AGE_MS = 24 * 60 * 60 * 1000
const BATCH = 200

/**
 * Removes bytes that no record knows: what a crash left between the two. One look through all that is kept, a batch at a
 * time. Ends early when the signal says so.
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
 * Whether something was written while nobody looked after these records. A database that was restored from a backup knows
 * nothing of what came after it: those bytes are not what a crash left, and someone may still want them.
 */
function isWithin(absences: readonly Absence[], time: number): boolean {
  return absences.some(({ from, until }) => time >= from && time < until)
}

/** What is listed, by so many at a time. A listing may take hours, also before it has found anything: a stop does not wait. */
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
