import type { Clock } from '../ports/runtime.ts'
import { removeTask, type RemoveTaskDeps } from './remove-task.ts'

export type RemoveOutdatedDeps = RemoveTaskDeps & {
  clock: Clock
  /** How long finished tasks and their files are kept; null keeps them for ever. */
  retentionMs: number | null
}

const BATCH = 200
// A removal is mostly waiting, for the database and for the bucket.
const AT_ONCE = 10

/** Removes old tasks with their files, until the signal says that it is time to stop. */
export async function removeOutdated(deps: RemoveOutdatedDeps, signal: AbortSignal): Promise<void> {
  if (deps.retentionMs === null) return
  const before = deps.clock.now() - deps.retentionMs
  let ids: string[]
  do {
    ids = await deps.store.chores.removable(before, BATCH)
    for (let next = 0; next < ids.length && !signal.aborted; next += AT_ONCE)
      await Promise.all(ids.slice(next, next + AT_ONCE).map((id) => removeTask(deps, id)))
  } while (ids.length === BATCH && !signal.aborted)
}
