import type { ApiKey } from '../core/api-key.ts'
import { AppError } from '../core/errors.ts'
import { isFinal, type Task } from '../core/task.ts'
import type { Store } from '../ports/store.ts'
import { announceEnd, type AnnounceDeps } from './announce-end.ts'
import { outcomeOf, type OutcomeDeps } from './outcome.ts'
import { readOwnTask } from './read-task.ts'

export type CancelTaskDeps = OutcomeDeps & AnnounceDeps & { store: Pick<Store, 'tasks' | 'queue'> }

const CANCELLED = { code: 'cancelled', message: 'The task was cancelled.', stopJob: true } as const

/**
 * Ends the caller's task now: whoever works on it finds its lease gone, and a late result is dropped. Its job is stopped
 * by a worker, so that neither a provider that is slow nor our own end comes between.
 */
export async function cancelTask(deps: CancelTaskDeps, caller: ApiKey, id: string): Promise<Task> {
  return (await endByCancel(deps, () => readOwnTask(deps, caller, id))).task
}

/** The same for a task that is read in some other way; tells whether it was this that ended it. */
export async function endByCancel(
  deps: CancelTaskDeps,
  read: () => Promise<Task>,
): Promise<{ task: Task; wasEnded: boolean }> {
  let task = await read()
  let wasEnded = false
  // One that began or went on meanwhile is looked at anew: what it costs and when it began is told by what it was in the end.
  while (!wasEnded && !isFinal(task.status)) {
    const outcome = outcomeOf(deps, task, CANCELLED)
    wasEnded = await deps.store.queue.finishAny(task.id, outcome, task.version)
    if (wasEnded) {
      deps.bell.ring(`stop:${task.id}`)
      announceEnd(deps, task, outcome)
    }
    task = await read()
  }
  if (task.error?.code === 'cancelled') return { task, wasEnded }
  throw new AppError('task_already_finished', `The task has already ended with ${task.status}.`, { taskId: task.id })
}
