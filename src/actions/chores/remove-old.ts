import type { Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import type { EndedAt, Removable } from '../../ports/store/chores.ts'
import { removeTasks, type RemoveTasksDeps } from '../tasks/delete-task.ts'

export type RemoveExpiredDeps = { store: Pick<Store, 'chores' | 'sessions'>; clock: Clock }

// Takes a few milliseconds of an embedded database, which nobody else can use meanwhile, and stays far below a server's
// timeouts.
const BATCH = 1_000
// A year, and one more month in which somebody may ask about it.
const KEPT_MS = 400 * 24 * 60 * 60 * 1000

/** Removes expired idempotency records and sessions, until the signal aborts. */
export async function removeExpired(deps: RemoveExpiredDeps, signal: AbortSignal): Promise<void> {
  const now = deps.clock.now()
  await untilFew((limit) => deps.store.chores.sweepIdempotency(now, limit), signal)
  await untilFew((limit) => deps.store.sessions.sweep(now, limit), signal)
}

async function untilFew(sweep: (limit: number) => Promise<number>, signal: AbortSignal): Promise<void> {
  let removed: number
  do removed = await sweep(BATCH)
  while (removed === BATCH && !signal.aborted)
}

export type RemoveOldAuditDeps = { store: Pick<Store, 'audit' | 'events'>; clock: Clock }

/** Removes audit records and events that are too old to be of interest, until the signal aborts. */
export async function removeOldAudit(deps: RemoveOldAuditDeps, signal: AbortSignal): Promise<void> {
  const before = deps.clock.now() - KEPT_MS
  await untilFew((limit) => deps.store.audit.sweep(before, limit), signal)
  await untilFew((limit) => deps.store.events.sweep(before, limit), signal)
}

export type RemoveOutdatedDeps = RemoveTasksDeps & {
  clock: Clock
  /** How long finished tasks and their files are kept; null keeps them forever. */
  retentionMs: number | null
}

// A tenth of a second of a server; a store that blocks everybody gets a smaller batch. If a crash leaves bytes behind,
// the sweep of orphans finds them.
const TASKS_AT_A_TIME = 2_000

/** Removes old tasks with their files, until the signal aborts. */
export async function removeOutdated(deps: RemoveOutdatedDeps, signal: AbortSignal): Promise<void> {
  if (deps.retentionMs === null) return
  const before = deps.clock.now() - deps.retentionMs
  let after: EndedAt | undefined
  do {
    const { ids, next }: Removable = await deps.store.chores.removable(before, { after, limit: TASKS_AT_A_TIME })
    await removeTasks(deps, ids)
    after = next
  } while (after !== undefined && !signal.aborted)
}

export type CondenseHistoryDeps = { store: Pick<Store, 'usage' | 'chores'>; clock: Clock }

/** Keeps records small that would grow forever: old usage is added up by day, and old heartbeats are removed. */
export async function condenseHistory({ store, clock }: CondenseHistoryDeps, signal: AbortSignal): Promise<void> {
  const before = clock.now() - KEPT_MS
  await store.chores.forgetWatched(before)
  let after: string | undefined = ''
  while (after !== undefined && !signal.aborted) after = await store.usage.condense(before, { after, limit: BATCH })
}
