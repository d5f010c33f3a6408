import type { Store } from '../../ports/store.ts'
import { letInWaiting, reviewAccounts, type ReviewAccountsDeps } from './tend-accounts.ts'
import {
  condenseHistory,
  type CondenseHistoryDeps,
  removeExpired,
  type RemoveExpiredDeps,
  removeOldAudit,
  type RemoveOldAuditDeps,
  removeOutdated,
  type RemoveOutdatedDeps,
} from './remove-old.ts'
import { raiseDueEvents, type RaiseDueEventsDeps } from '../events/raise-due-events.ts'
import { removeExpiredUploads, type RemoveUploadDeps } from '../uploads/read-uploads.ts'
import { ORPHAN_AGE_MS, removeOrphans, type RemoveOrphansDeps, untilStopped } from './remove-orphans.ts'

export type TidyUpDeps = RemoveExpiredDeps &
  RemoveOutdatedDeps &
  RemoveOrphansDeps &
  RemoveUploadDeps &
  RemoveOldAuditDeps &
  CondenseHistoryDeps &
  RaiseDueEventsDeps &
  ReviewAccountsDeps & { store: Pick<Store, 'chores'> }

export type Chore = {
  name: string
  /** How often all processes together do it; null where each has its own to do. */
  everyMs: number | null
  /** At which age it removes something; null where it removes nothing. */
  ageMs: (deps: TidyUpDeps) => number | null
  /** Returns soon after the signal aborts, at a point from which any process can go on. */
  run: (deps: TidyUpDeps, signal: AbortSignal) => Promise<unknown>
}

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
// Nobody writes to a temporary file this long without a pause.
const SPOOL_AGE_MS = HOUR_MS
/** Often enough to notice soon that the process that did the chores of all is gone, or failed. */
export const LOOK_EVERY_MS = 10 * 60_000

// Ends let in whoever waits, at once. This is for limits that were raised, whose key may have nothing left to end.
export const LET_IN_EVERY_MS = 10_000

/** Done far more often than all others. A little less than the pause between two looks, so that each finds it due. */
export const LET_IN: Chore = {
  name: 'waiting for a place',
  everyMs: LET_IN_EVERY_MS - 1_000,
  ageMs: () => null,
  run: letInWaiting,
}

/**
 * Everything that is removed when it has outlived its use. One process does for all of them what is everybody's: a bucket
 * asks money for being listed, and a second sweeper finds nothing.
 */
export const CHORES: readonly Chore[] = [
  { name: 'temporary files', everyMs: null, ageMs: () => SPOOL_AGE_MS, run: sweepSpool },
  { name: 'expired idempotency keys', everyMs: HOUR_MS, ageMs: () => DAY_MS, run: removeExpired },
  { name: 'expired uploads', everyMs: HOUR_MS, ageMs: () => HOUR_MS, run: removeExpiredUploads },
  { name: 'outdated records', everyMs: HOUR_MS, ageMs: ({ retentionMs }) => retentionMs, run: removeOutdated },
  { name: 'old audit and events', everyMs: DAY_MS, ageMs: () => DAY_MS, run: removeOldAudit },
  { name: 'events', everyMs: HOUR_MS, ageMs: () => null, run: raiseDueEvents },
  { name: 'history', everyMs: DAY_MS, ageMs: () => DAY_MS, run: condenseHistory },
  { name: 'accounts', everyMs: HOUR_MS, ageMs: () => DAY_MS, run: reviewAccounts },
  { name: 'orphaned files', everyMs: ORPHAN_AGE_MS, ageMs: () => ORPHAN_AGE_MS, run: removeOrphans },
]

/** Does a chore where it is due. One that failed or was stopped half way is due again at the next look. */
export async function tidyUp(deps: TidyUpDeps, chore: Chore, signal: AbortSignal): Promise<void> {
  const { name, everyMs } = chore
  if (await isHeld(deps, chore)) return
  if (everyMs !== null && !(await deps.store.chores.take(name, deps.clock.now(), everyMs))) return
  const putBack = async (): Promise<void> => {
    if (everyMs !== null) await deps.store.chores.take(name, deps.clock.now(), LOOK_EVERY_MS)
  }
  try {
    await chore.run(deps, signal)
  } catch (error) {
    await putBack()
    throw error
  }
  if (signal.aborted) await putBack()
}

/**
 * By a clock that was set ahead everything is old, and nobody can tell such a clock from a long absence. So nothing is removed
 * by its age until the new time has stood for that long, at most for a day: time for somebody to set the clock right.
 */
async function isHeld(deps: TidyUpDeps, chore: Chore): Promise<boolean> {
  const age = chore.ageMs(deps)
  if (age === null) return false
  const heldMs = Math.min(age, DAY_MS)
  const now = deps.clock.now()
  const absences = await deps.store.chores.absences()
  return absences.some(({ from, until }) => until - from > heldMs && now - until < heldMs)
}

async function sweepSpool({ files, clock }: TidyUpDeps, signal: AbortSignal): Promise<void> {
  await untilStopped(files.sweepSpool(clock.now() - SPOOL_AGE_MS), signal)
}
