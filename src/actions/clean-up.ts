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

const BATCH = 200
// Between the moment bytes are kept and the moment their record is stored lie milliseconds, but a full database may
// stretch them to hours, through which a worker insists on its result: bytes removed meanwhile would leave a record without any.
const ORPHAN_AGE_MS = 24 * 60 * 60 * 1000
// Nobody writes to a temporary file this long without a pause.
const SPOOL_AGE_MS = 60 * 60 * 1000

/** Ends tasks past their deadline that no worker holds, so that every accepted task ends. */
export async function endOverdue(deps: CleanUpDeps): Promise<void> {
  let batch: Task[]
  do {
    batch = await deps.store.tasks.overdue(deps.clock.now(), BATCH)
    for (const task of batch) {
      const outcome = outcomeOf(deps, task, deadlineEnding(task))
      if (!(await deps.store.tasks.finishUnowned(task.id, outcome))) continue
      deps.log.info('task timed out', { taskId: task.id, code: outcome.error?.code })
      deps.bell.ring(`task:${task.id}`)
      if (outcome.delivery !== null) deps.bell.ring('deliveries')
    }
  } while (batch.length === BATCH)
}

/** Removes what has outlived its use: old tasks with their files, idempotency records, bytes that no record knows. */
export async function cleanUp(deps: CleanUpDeps): Promise<void> {
  const now = deps.clock.now()
  await deps.store.sweepIdempotency(now)
  await deps.files.sweepSpool(now - SPOOL_AGE_MS)
  await removeOldTasks(deps, now)
  await removeOrphans(deps, now - ORPHAN_AGE_MS)
}

async function removeOldTasks(deps: CleanUpDeps, now: number): Promise<void> {
  if (deps.retentionMs === null) return
  let ids: string[]
  do {
    ids = await deps.store.tasks.finishedBefore(now - deps.retentionMs, BATCH)
    for (const id of ids) await removeTask(deps, id)
  } while (ids.length === BATCH)
}

/** Removes a finished task, then its bytes: a crash between the two leaves orphans, never a record without bytes. */
export async function removeTask(deps: Pick<CleanUpDeps, 'store' | 'files'>, id: string): Promise<boolean> {
  const fileIds = await deps.store.tasks.remove(id)
  await Promise.all((fileIds ?? []).map((fileId) => deps.files.remove(fileId)))
  return fileIds !== undefined
}

async function removeOrphans(deps: CleanUpDeps, before: number): Promise<void> {
  let batch: string[] = []
  const flush = async (): Promise<void> => {
    const orphans = await deps.store.files.unknown(batch)
    batch = []
    for (const id of orphans) {
      deps.log.info('orphaned file removed', { fileId: id })
      await deps.files.remove(id)
    }
  }
  for await (const id of deps.files.keptBefore(before)) {
    batch.push(id)
    if (batch.length === BATCH) await flush()
  }
  await flush()
}
