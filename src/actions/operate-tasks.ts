import { actingKey } from '../core/audit.ts'
import type { ApiKey } from '../core/api-key.ts'
import { AppError } from '../core/errors.ts'
import { isTaskId } from '../core/task-id.ts'
import type { Task } from '../core/task.ts'
import type { Store } from '../ports/store.ts'
import { endByCancel, type CancelTaskDeps } from './cancel-task.ts'

/** A task, whosever it is: for operators alone. */
export async function readAnyTask(deps: { store: Pick<Store, 'tasks'> }, id: string): Promise<Task> {
  const task = isTaskId(id) ? await deps.store.tasks.find(id) : undefined
  if (task === undefined) throw new AppError('task_not_found', 'There is no task with this id.')
  return task
}

/** Ends a task, whosever it is, and puts on record who did. */
export async function cancelAnyTask(
  deps: CancelTaskDeps & { store: Pick<Store, 'audit'> },
  operator: ApiKey,
  id: string,
): Promise<Task> {
  const { task, wasEnded } = await endByCancel(deps, () => readAnyTask(deps, id))
  const changes = [{ field: 'task', from: null, to: id }]
  const entry = {
    at: deps.clock.now(),
    actor: actingKey(operator),
    action: 'cancel task',
    keyId: task.keyId,
    changes,
  } as const
  if (wasEnded) await deps.store.audit.add({ ...entry, changes: [...changes] })
  return task
}
