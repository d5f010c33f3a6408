import type { Clock } from '../ports/runtime.ts'
import type { EndedAt, Removable } from '../ports/store/chores.ts'
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
  let after: EndedAt | undefined
  do {
    const { ids, next }: Removable = await deps.store.chores.removable(before, { after, limit: BATCH })
    for (let begun = 0; begun < ids.length && !signal.aborted; begun += AT_ONCE)
      await Promise.all(ids.slice(begun, begun + AT_ONCE).map((id) => removeTask(deps, id)))
    after = next
  } while (after !== undefined && !signal.aborted)
}
