import type { Catalog } from '../../ports/engine.ts'
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
  ReviewAccountsDeps & { store: Pick<Store, 'chores'>; catalog: Pick<Catalog, 'all'> }

export type Chore = {
  name: string
  /** How often it is done, counted over all processes; null if each process does it for itself. */
  everyMs: number | null
  /** The age at which it removes something; null if it removes nothing. */
  ageMs: (deps: TidyUpDeps) => number | null
  /** Returns soon after the signal aborts, at a point from which any process can continue. */
  run: (deps: TidyUpDeps, signal: AbortSignal) => Promise<unknown>
}

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** Often enough to notice soon that the process with the shared chores has died or failed. */
export const LOOK_EVERY_MS = 10 * 60_000

// When a task ends, held tasks are let in at once. This interval is for raised limits of keys that have no running task
// to end.
export const LET_IN_EVERY_MS = 10_000

/**
 * Done far more often than all others. Slightly shorter than the pause between two checks, so that each check finds it
 * due.
 */
export const LET_IN: Chore = {
  name: 'waiting for a place',
  everyMs: LET_IN_EVERY_MS - 1_000,
  ageMs: () => null,
  run: letInWaiting,
}

/**
 * All chores that remove something after its lifetime. One process does the shared ones for all: listing a bucket costs
 * money, and a second sweep would find nothing.
 */
export const CHORES: readonly Chore[] = [
  { name: 'temporary files', everyMs: null, ageMs: spoolAgeMs, run: sweepSpool },
  { name: 'expired idempotency keys', everyMs: HOUR_MS, ageMs: () => DAY_MS, run: removeExpired },
  { name: 'expired uploads', everyMs: HOUR_MS, ageMs: () => HOUR_MS, run: removeExpiredUploads },
  { name: 'outdated records', everyMs: HOUR_MS, ageMs: ({ retentionMs }) => retentionMs, run: removeOutdated },
  { name: 'old audit and events', everyMs: DAY_MS, ageMs: () => DAY_MS, run: removeOldAudit },
  { name: 'events', everyMs: HOUR_MS, ageMs: () => null, run: raiseDueEvents },
  { name: 'history', everyMs: DAY_MS, ageMs: () => DAY_MS, run: condenseHistory },
  { name: 'accounts', everyMs: HOUR_MS, ageMs: () => DAY_MS, run: reviewAccounts },
  { name: 'orphaned files', everyMs: ORPHAN_AGE_MS, ageMs: () => ORPHAN_AGE_MS, run: removeOrphans },
]

/** Does a chore if it is due. After a failure or an interruption, it is due again at the next check. */
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
 * If the clock was set ahead, everything looks old, and this cannot be told from a long downtime. So nothing is removed
 * because of its age until the new time has held for as long as the jump, at most a day: time enough for an operator to
 * correct the clock.
 */
async function isHeld(deps: TidyUpDeps, chore: Chore): Promise<boolean> {
  const age = chore.ageMs(deps)
  if (age === null) return false
  const heldMs = Math.min(age, DAY_MS)
  const now = deps.clock.now()
  const absences = await deps.store.chores.absences()
  return absences.some(({ from, until }) => until - from > heldMs && now - until < heldMs)
}

/**
 * Nobody writes to a temporary file for an hour without a pause, but a result that cannot be signed or stored yet waits in
 * one for as long as its task may run.
 */
function spoolAgeMs({ catalog }: TidyUpDeps): number {
  return HOUR_MS + Math.max(0, ...catalog.all().map(({ runTimeoutMs }) => runTimeoutMs))
}

async function sweepSpool(deps: TidyUpDeps, signal: AbortSignal): Promise<void> {
  await untilStopped(deps.files.sweepSpool(deps.clock.now() - spoolAgeMs(deps)), signal)
}
