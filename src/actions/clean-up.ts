import type { Task } from '../core/task.ts'
import type { Files } from '../ports/files.ts'
import type { Bell, Log } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import { deadlineEnding, outcomeOf, type FinishDeps } from './finish-task.ts'

export type CleanUpDeps = FinishDeps & {
  store: Store
  files: Files
  bell: Bell
  log: Log
  /** How long finished tasks and their files are kept; null keeps them for ever. */
  retentionMs: number | null
}

const HOUR_MS = 60 * 60 * 1000
const BATCH = 200
// A removal is mostly waiting, for the database and for the bucket.
const AT_ONCE = 10
// Between the moment bytes are kept and the moment their record is stored lie milliseconds, but a full database may
// stretch them to hours, through which a worker insists on its result: bytes removed meanwhile would leave a record without any.
const ORPHAN_AGE_MS = 24 * HOUR_MS
// Nobody writes to a temporary file this long without a pause.
const SPOOL_AGE_MS = HOUR_MS

/** Ends tasks past their deadline that no worker holds, so that every accepted task ends. */
export async function endOverdue(deps: CleanUpDeps): Promise<void> {
  let batch: Task[]
  do {
    batch = await deps.store.tasks.overdue(deps.clock.now(), BATCH)
    // Together, so that the store can write them together.
    await Promise.all(batch.map((task) => endLate(deps, task)))
  } while (batch.length === BATCH)
}

async function endLate(deps: CleanUpDeps, task: Task): Promise<void> {
  const outcome = outcomeOf(deps, task, deadlineEnding(task))
  if (!(await deps.store.tasks.finishUnowned(task.id, outcome))) return
  deps.log.info('task timed out', { taskId: task.id, code: outcome.error?.code })
  deps.bell.ring(`task:${task.id}`)
  if (outcome.delivery !== null) deps.bell.ring('deliveries')
}

/** What one process does for all of them. A bucket asks money for being listed, and a second sweeper finds nothing. */
const CHORES: readonly { name: string; everyMs: number; run: (deps: CleanUpDeps) => Promise<void> }[] = [
  { name: 'outdated records', everyMs: HOUR_MS, run: removeOutdated },
  { name: 'orphaned files', everyMs: ORPHAN_AGE_MS, run: removeOrphans },
]

/** Removes what has outlived its use: what this process left behind, and what is everybody's where it is due. */
export async function tidyUp(deps: CleanUpDeps): Promise<void> {
  await sweepSpool(deps)
  for (const { name, everyMs, run } of CHORES)
    if (await deps.store.takeChore(name, deps.clock.now(), everyMs)) await run(deps)
}

/** The same, whoever did it last and whenever. */
export async function cleanUp(deps: CleanUpDeps): Promise<void> {
  await sweepSpool(deps)
  for (const { run } of CHORES) await run(deps)
}

async function sweepSpool(deps: CleanUpDeps): Promise<void> {
  await deps.files.sweepSpool(deps.clock.now() - SPOOL_AGE_MS)
}

/** Old tasks with their files, and idempotency records that have expired. */
async function removeOutdated(deps: CleanUpDeps): Promise<void> {
  await deps.store.sweepIdempotency(deps.clock.now())
  if (deps.retentionMs === null) return
  const before = deps.clock.now() - deps.retentionMs
  let ids: string[]
  do {
    ids = await deps.store.tasks.finishedBefore(before, BATCH)
    for (let next = 0; next < ids.length; next += AT_ONCE)
      await Promise.all(ids.slice(next, next + AT_ONCE).map((id) => removeTask(deps, id)))
  } while (ids.length === BATCH)
}

/** Removes a finished task, then its bytes: a crash between the two leaves orphans, never a record without bytes. */
export async function removeTask(deps: Pick<CleanUpDeps, 'store' | 'files'>, id: string): Promise<boolean> {
  const fileIds = await deps.store.tasks.remove(id)
  await Promise.all((fileIds ?? []).map((fileId) => deps.files.remove(fileId)))
  return fileIds !== undefined
}

/** Bytes that no record knows: what a crash left between the two. */
async function removeOrphans(deps: CleanUpDeps): Promise<void> {
  let batch: string[] = []
  const flush = async (): Promise<void> => {
    const orphans = await deps.store.files.unknown(batch)
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
