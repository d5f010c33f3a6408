import type { Task } from '../../core/tasks/task.ts'
import type { IdempotencyRecord, TaskQueue } from '../../ports/store/task-queue.ts'
import {
  createTasks,
  onlyTask,
  type CreateTaskDeps,
  type CreateTaskInput,
  type CreateTasksInput,
} from './create-task.ts'

/** The request and its name: equal names of one key mean that the same thing was requested twice. */
export type Named = {
  name: string
  /** Read only if a task has to be created: the task then owns its files. */
  input: () => Promise<Omit<CreateTaskInput, 'idempotencyKey'>>
  keyId: string
}

export type MadeOnce = { task: Task; isAdopted: boolean }

// Longer than anybody keeps repeating a call whose answer got lost, and short enough that somebody who wants another
// picture with the same words an hour later gets one.
const SAME_FOR_MS = 10 * 60 * 1000

/** The record under which a task is stored; or the task that it repeats, if it turns out to be a repeat. */
export type Naming = (task: Task) => Promise<IdempotencyRecord | { repeats: string }>

/**
 * Accepts a request that its caller does not name, under a name of our own. The inserting statement decides between two
 * concurrent ones, in any processes: the loser asks for another name, or is a repeat.
 */
export async function createUnderName(
  deps: CreateTaskDeps,
  input: Omit<CreateTasksInput, 'idempotencyKey'>,
  nameFor: Naming,
): Promise<{ tasks: Task[]; isAdopted: boolean }> {
  let isAdopted = false
  const insert: TaskQueue['insert'] = async (entry, seat) => {
    // A seat is room for one claim, and every attempt would claim.
    for (let offered = seat; ; offered = undefined) {
      const found = await nameFor(entry.task)
      if ('repeats' in found) {
        isAdopted = true
        offered?.take([])
        return { kind: 'repeated', taskId: found.repeats }
      }
      const outcome = await deps.store.queue.insert({ ...entry, idempotency: found }, offered)
      if (outcome.kind === 'inserted' || outcome.kind === 'refused') return outcome
    }
  }
  const store = { ...deps.store, queue: { ...deps.store.queue, insert } }
  const tasks = await createTasks({ ...deps, store }, { ...input, idempotencyKey: null })
  if (isAdopted) await noteRepeat(deps, tasks)
  return { tasks, isAdopted }
}

/** The receipt says how many repeats received this task: somebody who counts requests finds fewer tasks. */
export function noteRepeat({ store }: Pick<CreateTaskDeps, 'store'>, tasks: readonly Task[]): Promise<void> {
  return store.queue.noteRepeat(tasks.map(({ id }) => id))
}

/**
 * Accepts a task, or finds the one that was requested under the same name a moment ago. A failed one is not returned
 * again: a caller who repeats such a call wants another attempt.
 */
export async function createOnce(deps: CreateTaskDeps, { name, input, keyId }: Named): Promise<MadeOnce> {
  // It contains a space, so that no caller can send it as a key.
  const key = `once ${name}`
  const known = await holderOf(deps, { keyId, key, now: deps.clock.now() })
  if (known?.task !== undefined) {
    await noteRepeat(deps, [known.task])
    return { task: known.task, isAdopted: true }
  }
  const nameFor: Naming = async ({ id, createdAt: now }) => {
    const holder = await holderOf(deps, { keyId, key, now })
    if (holder?.task !== undefined) return { repeats: holder.task.id }
    const mine = { key, fingerprint: `once ${id}`, expiresAt: now + SAME_FOR_MS }
    return holder === undefined ? mine : { ...mine, replaces: holder.fingerprint }
  }
  const { tasks, isAdopted } = await createUnderName(deps, { ...(await input()), count: 1 }, nameFor)
  return { task: onlyTask(tasks), isAdopted }
}

/** What has the name now; without a task if that was deleted meanwhile, or failed. */
type Holder = { task: Task | undefined; fingerprint: string }

async function holderOf(
  { store }: CreateTaskDeps,
  { keyId, key, now }: { keyId: string; key: string; now: number },
): Promise<Holder | undefined> {
  const record = await store.tasks.findRepeat(keyId, key, now)
  if (record === undefined) return undefined
  const task = await store.tasks.find(record.taskId)
  return { task: task?.status === 'failed' ? undefined : task, fingerprint: record.fingerprint }
}
