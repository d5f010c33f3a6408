import type { ApiKey } from '../core/api-key.ts'
import { AppError } from '../core/errors.ts'
import type { Task } from '../core/task.ts'
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
  const task = await readOwnTask(deps, caller, id)
  const outcome = outcomeOf(deps, task, CANCELLED)
  if (await deps.store.queue.finishAny(id, outcome)) {
    deps.bell.ring(`stop:${id}`)
    announceEnd(deps, task, outcome)
  }
  const ended = await readOwnTask(deps, caller, id)
  if (ended.error?.code === 'cancelled') return ended
  throw new AppError('task_already_finished', `The task has already ended with ${ended.status}.`, { taskId: id })
}
