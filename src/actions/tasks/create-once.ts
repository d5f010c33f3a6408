import type { Task } from '../../core/tasks/task.ts'
import type { IdempotencyRecord, TaskQueue } from '../../ports/store/task-queue.ts'
import {
  createTasks,
  onlyTask,
  type CreateTaskDeps,
  type CreateTaskInput,
  type CreateTasksInput,
} from './create-task.ts'

/** What is asked for, and under which name: equal names of one key mean the same thing asked for twice. */
export type Named = {
  name: string
  /** Read only where a task has to be made: what it holds in hand is the task's then. */
  input: () => Promise<Omit<CreateTaskInput, 'idempotencyKey'>>
  keyId: string
}

export type MadeOnce = { task: Task; isAdopted: boolean }

// Longer than anybody goes on repeating a call whose answer got lost, and short enough that who wants another picture of
// the same words an hour later gets one.
const SAME_FOR_MS = 10 * 60 * 1000

/** The record under which a task is stored; or the task that it repeats, where it turns out to be a repeat. */
export type Naming = (task: Task) => Promise<IdempotencyRecord | { repeats: string }>

/**
 * Accepts a request that its caller names by nothing, under a name of our own. Two that come together, in whichever processes,
 * are told apart by the statement that inserts: the one that does not get the name asks for another, or repeats.
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

/** The receipt of each says that a repeat was given it: whoever counts requests finds fewer tasks. */
export function noteRepeat({ store }: Pick<CreateTaskDeps, 'store'>, tasks: readonly Task[]): Promise<void> {
  return store.queue.noteRepeat(tasks.map(({ id }) => id))
}

/**
 * Accepts a task, or finds the one that was asked for under the same name a moment ago. One that came to nothing is not
 * handed out again: whoever repeats such a call wants another try.
 */
export async function createOnce(deps: CreateTaskDeps, { name, input, keyId }: Named): Promise<MadeOnce> {
  // It holds a space, so that no caller can give it as a key of its own.
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

/** What has the name now; without a task where that was deleted meanwhile, or came to nothing. */
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
