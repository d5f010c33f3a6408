import type { ApiKey } from '../core/api-key.ts'
import { AppError } from '../core/errors.ts'
import type { Task } from '../core/task.ts'
import type { Catalog } from '../ports/engine.ts'
import type { Bell, Log } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import { outcomeOf, type OutcomeDeps } from './outcome.ts'
import { readOwnTask } from './read-task.ts'

export type CancelTaskDeps = OutcomeDeps & {
  store: Pick<Store, 'tasks' | 'queue'>
  catalog: Catalog
  bell: Bell
  log: Log
}

const CANCELLED = { code: 'cancelled', message: 'The task was cancelled.' } as const

/** Ends the caller's task now: whoever works on it finds its lease gone, and a late result is dropped. */
export async function cancelTask(deps: CancelTaskDeps, caller: ApiKey, id: string): Promise<Task> {
  const task = await readOwnTask(deps, caller, id)
  const outcome = outcomeOf(deps, task, CANCELLED)
  if (await deps.store.queue.finishAny(id, outcome)) {
    deps.bell.ring(`stop:${id}`)
    deps.bell.ring(`task:${id}`)
    if (outcome.delivery !== null) deps.bell.ring('deliveries')
    await stopProvider(deps, task)
  }
  const ended = await readOwnTask(deps, caller, id)
  if (ended.error?.code === 'cancelled') return ended
  throw new AppError('task_already_finished', `The task has already ended with ${ended.status}.`, { taskId: id })
}

/** The task is over for us whatever the provider says; telling it saves money where it listens. */
async function stopProvider(deps: CancelTaskDeps, task: Task): Promise<void> {
  const model = deps.catalog.find(task.kind, task.model)
  if (task.operation === null || model === undefined) return
  try {
    await deps.catalog.engine(task.engine)?.cancel(task.operation, model)
  } catch (error) {
    deps.log.warn('the provider did not take the cancellation', { taskId: task.id, error })
  }
}
