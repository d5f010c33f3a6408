import type { Task } from '../../core/tasks/task.ts'
import type { Store } from '../../ports/store.ts'
import { announceEnd, type AnnounceDeps } from '../tasks/announce.ts'
import { isOver } from '../running/task-run.ts'
import { deadlineEnding, outcomeOf, type OutcomeDeps } from '../running/outcome.ts'

export type EndOverdueDeps = OutcomeDeps & AnnounceDeps & { store: Pick<Store, 'queue' | 'chores'> }

const BATCH = 200

/** Ends tasks past their deadline that no worker holds or will pick up, so that every accepted task ends. */
export async function endOverdue(deps: EndOverdueDeps, signal?: AbortSignal): Promise<void> {
  let batch: Task[]
  do {
    batch = await deps.store.chores.overdue(deps.clock.now(), BATCH)
    // A deadline written before the clock was set may still have time left, and is corrected soon.
    batch = batch.filter((task) => isOver(deps, task))
    // Together, so that the store can write them together.
    await Promise.all(batch.map((task) => endLate(deps, task)))
  } while (batch.length === BATCH && signal?.aborted !== true)
}

async function endLate(deps: EndOverdueDeps, task: Task): Promise<void> {
  const outcome = outcomeOf(deps, task, deadlineEnding(task))
  if (!(await deps.store.queue.finishAny(task.id, outcome, task.version))) return
  // A worker may have claimed it at the last moment.
  deps.bell.ring(`stop:${task.id}`)
  announceEnd(deps, task, outcome)
}
