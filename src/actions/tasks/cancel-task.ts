import type { ApiKey } from '../../core/keys/api-key.ts'
import { actingKey, type AuditEntry } from '../../core/keys/audit.ts'
import { AppError, type ErrorCode } from '../../core/errors.ts'
import { isTaskId } from '../../core/tasks/task-id.ts'
import { isFinal, type Task } from '../../core/tasks/task.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import { readOwnTask } from '../reading/read-task.ts'
import { type OutcomeDeps, outcomeOf } from '../running/outcome.ts'
import { type AnnounceDeps, announceEnd } from './announce.ts'
import { type EachTask, forEachTask } from './each-task.ts'

export type CancelTaskDeps = OutcomeDeps & AnnounceDeps & { store: Pick<Store, 'tasks' | 'queue'> }

const CANCELLED = { code: 'cancelled', message: 'The task was cancelled.', stopJob: true } as const

/**
 * Ends the caller's task now: its worker finds that its lease is gone, and a late result is dropped. The stop worker
 * stops its job, so that neither a slow provider nor a shutdown of this process interferes.
 */
export async function cancelTask(deps: CancelTaskDeps, caller: ApiKey, id: string): Promise<Task> {
  return (await endByCancel(deps, () => readOwnTask(deps, caller, id))).task
}

/** The same for a task that was read in some other way; returns whether this call ended it. */
async function endByCancel(
  deps: CancelTaskDeps,
  read: () => Promise<Task>,
): Promise<{ task: Task; wasEnded: boolean }> {
  let task = await read()
  let wasEnded = false
  // A task that began or continued meanwhile is read again: its cost and its start depend on its last state.
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
  throw new AppError('task_already_finished', `The task has already ended with the status ${task.status}.`, {
    taskId: task.id,
  })
}

export type CancelTasksWish = { ids: readonly string[] } | { status: 'pending' }
export type CancelledTasks = EachTask & {
  /** Whether more tasks may be queued: ask again. */
  hasMore: boolean
}

const PAGE = 100
// One request must end in good time; with more queued tasks, the caller asks again.
const MOST = 1_000
const EXPECTED: readonly ErrorCode[] = ['task_not_found', 'insufficient_scope', 'task_already_finished']

/** Ends many of the caller's tasks, or all queued ones. */
export async function cancelTasks(
  deps: CancelTaskDeps,
  caller: ApiKey,
  wish: CancelTasksWish,
): Promise<CancelledTasks> {
  const cancel = (ids: readonly string[]): Promise<EachTask> =>
    forEachTask(ids, EXPECTED, (id) => cancelTask(deps, caller, id))
  if ('ids' in wish) return { ...(await cancel(wish.ids)), hasMore: false }
  const all: EachTask = { done: [], refused: [] }
  // The newest first: workers take the oldest, so tasks that began meanwhile come last.
  const filter = { keyId: caller.id, statuses: [wish.status], limit: PAGE }
  let page = await deps.store.tasks.list(filter)
  while (page.length > 0 && all.done.length + all.refused.length < MOST) {
    const { done, refused } = await cancel(page.map(({ id }) => id))
    all.done.push(...done)
    all.refused.push(...refused)
    const last = page.at(-1)
    page = await deps.store.tasks.list(last === undefined ? filter : { ...filter, after: last })
  }
  return { ...all, hasMore: page.length > 0 }
}

/** Any task, of any key: only for operators. */
async function readAnyTask(deps: { store: Pick<Store, 'tasks'> }, id: string): Promise<Task> {
  const task = isTaskId(id) ? await deps.store.tasks.find(id) : undefined
  if (task === undefined) throw new AppError('task_not_found', 'There is no task with this id.')
  return task
}

type Recording = { store: Pick<Store, 'tasks' | 'audit'>; clock: Clock }

// A page that shows a task asks for it again and again.
const ONE_READING_MS = 10 * 60 * 1000
const MOST_READINGS = 1_000

/** Reads any task for operators, and records who read which: it contains the prompt and the results. */
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

/** Ends any task, and records who did it. */
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
