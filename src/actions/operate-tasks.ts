import { actingKey, type AuditEntry } from '../core/audit.ts'
import type { ApiKey } from '../core/api-key.ts'
import { AppError } from '../core/errors.ts'
import { isTaskId } from '../core/task-id.ts'
import type { Task } from '../core/task.ts'
import type { Clock } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import { endByCancel, type CancelTaskDeps } from './cancel-task.ts'

/** A task, whosever it is: for operators alone. */
async function readAnyTask(deps: { store: Pick<Store, 'tasks'> }, id: string): Promise<Task> {
  const task = isTaskId(id) ? await deps.store.tasks.find(id) : undefined
  if (task === undefined) throw new AppError('task_not_found', 'There is no task with this id.')
  return task
}

type Recording = { store: Pick<Store, 'tasks' | 'audit'>; clock: Clock }

// A page that shows a task asks for it again and again.
const ONE_READING_MS = 10 * 60 * 1000
const MOST_READINGS = 1_000

/** Reads the tasks of others for operators, and puts on record who read which: it holds the prompt and the results. */
export function taskReading(deps: Recording): (operator: ApiKey, id: string) => Promise<Task> {
  const known = new Map<string, number>()
  return async (operator, id) => {
    const task = await readAnyTask(deps, id)
    const reading = `${operator.id} ${id}`
    const at = deps.clock.now()
    if (task.keyId === operator.id || at - (known.get(reading) ?? -Infinity) < ONE_READING_MS) return task
    await deps.store.audit.add(entryOf(operator, { at, action: 'read task', task }))
    known.delete(reading)
    known.set(reading, at)
    const [oldest] = known.keys()
    if (known.size > MOST_READINGS && oldest !== undefined) known.delete(oldest)
    return task
  }
}

/** Ends a task, whosever it is, and puts on record who did. */
export async function cancelAnyTask(
  deps: CancelTaskDeps & { store: Pick<Store, 'audit'> },
  operator: ApiKey,
  id: string,
): Promise<Task> {
  const { task, wasEnded } = await endByCancel(deps, () => readAnyTask(deps, id))
  if (wasEnded) await deps.store.audit.add(entryOf(operator, { at: deps.clock.now(), action: 'cancel task', task }))
  return task
}

function entryOf(
  operator: ApiKey,
  { at, action, task }: Pick<AuditEntry, 'at' | 'action'> & { task: Task },
): AuditEntry {
  return {
    at,
    actor: actingKey(operator),
    action,
    keyId: task.keyId,
    changes: [{ field: 'task', from: null, to: task.id }],
  }
}
