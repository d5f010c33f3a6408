import type { Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import type { EndedAt, Removable } from '../../ports/store/chores.ts'
import type { RemoveTaskDeps } from '../tasks/delete-task.ts'

export type RemoveExpiredDeps = { store: Pick<Store, 'chores' | 'sessions'>; clock: Clock }

// Some milliseconds of an embedded database, which nobody else can use meanwhile, and far from any timeout of a server.
const BATCH = 1_000
// A year, and the month in which somebody asks about it.
const KEPT_MS = 400 * 24 * 60 * 60 * 1000

/** Removes idempotency records and sessions that have expired, until the signal says that it is time to stop. */
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

/** Removes the records of what was changed and what happened so long ago that nobody asks any more, until the signal says that it is time to stop. */
export async function removeOldAudit(deps: RemoveOldAuditDeps, signal: AbortSignal): Promise<void> {
  const before = deps.clock.now() - KEPT_MS
  await untilFew((limit) => deps.store.audit.sweep(before, limit), signal)
  await untilFew((limit) => deps.store.events.sweep(before, limit), signal)
}

export type RemoveOutdatedDeps = RemoveTaskDeps & {
  clock: Clock
  /** How long finished tasks and their files are kept; null keeps them for ever. */
  retentionMs: number | null
}

// By so many in one write. Together they take a server a tenth of what they take one by one; an embedded database is held for some milliseconds.
const TASKS_TOGETHER = 100
// What one page of ends is split into is written side by side: a server has several processors.
const TASKS_AT_A_TIME = 4 * TASKS_TOGETHER
// A removal of bytes is mostly waiting, for the disk or for the bucket.
const FILES_AT_ONCE = 20

/** Removes old tasks with their files, until the signal says that it is time to stop. */
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

/** Tasks, then their bytes: a crash between the two leaves orphans, never a record without bytes. */
async function removeTasks({ store, files }: RemoveTaskDeps, ids: readonly string[]): Promise<void> {
  const parts = partsOf(ids, TASKS_TOGETHER)
  const fileIds = (await Promise.all(parts.map((part) => store.chores.removeAll(part)))).flat()
  for (const part of partsOf(fileIds, FILES_AT_ONCE)) await Promise.all(part.map((id) => files.remove(id)))
}

function partsOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.slice(part * size, (part + 1) * size))
}

export type CondenseHistoryDeps = { store: Pick<Store, 'usage' | 'chores'>; clock: Clock }

/** Keeps what grows for ever small: usage of long ago becomes sums by day, and old signs of life are forgotten. */
export async function condenseHistory({ store, clock }: CondenseHistoryDeps, signal: AbortSignal): Promise<void> {
  const before = clock.now() - KEPT_MS
  await store.chores.forgetWatched(before)
  let after: string | undefined = ''
  while (after !== undefined && !signal.aborted) after = await store.usage.condense(before, { after, limit: BATCH })
}
