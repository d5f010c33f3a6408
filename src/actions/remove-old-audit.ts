import type { Clock } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'

export type RemoveOldAuditDeps = { store: Pick<Store, 'audit'>; clock: Clock }

// A year, and the month in which somebody asks about it.
const KEPT_MS = 400 * 24 * 60 * 60 * 1000
const BATCH = 1_000

/** Removes what was changed so long ago that nobody asks any more, until the signal says that it is time to stop. */
export async function removeOldAudit(deps: RemoveOldAuditDeps, signal: AbortSignal): Promise<void> {
  const before = deps.clock.now() - KEPT_MS
  let removed: number
  do removed = await deps.store.audit.sweep(before, BATCH)
  while (removed === BATCH && !signal.aborted)
}
