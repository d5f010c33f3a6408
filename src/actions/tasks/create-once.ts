import { isFinal, type Task } from '../../core/tasks/task.ts'
import type { IdempotencyRecord, TaskQueue } from '../../ports/store/task-queue.ts'
import { createTask, type CreateTaskDeps, type CreateTaskInput } from './create-task.ts'

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

/**
 * Accepts a task, or finds the one that was asked for under the same name a moment ago. One that came to nothing is not
 * handed out again: whoever repeats such a call wants another try. Two that come together, in whichever processes, are told
 * apart by the statement that inserts.
 */
export async function createOnce(deps: CreateTaskDeps, { name, input, keyId }: Named): Promise<MadeOnce> {
  // It holds a space, so that no caller can give it as a key of its own.
  const key = `once ${name}`
  const known = await holderOf(deps, { keyId, key, now: deps.clock.now() })
  if (known?.task !== undefined && isWorthAdopting(known.task)) return adopted(deps, known.task)
  let isAdopted = false
  const insert: TaskQueue['insert'] = async (entry, seat) => {
    const { id, createdAt: now } = entry.task
    const mine: IdempotencyRecord = { key, fingerprint: `once ${id}`, expiresAt: now + SAME_FOR_MS }
    let holder = known
    // A seat is room for one claim, and every attempt would claim.
    for (let offered = seat; ; offered = undefined) {
      const idempotency = holder === undefined ? mine : { ...mine, replaces: holder.fingerprint }
      const outcome = await deps.store.queue.insert({ ...entry, idempotency }, offered)
      if (outcome.kind === 'inserted' || outcome.kind === 'refused') return outcome
      holder = await holderOf(deps, { keyId, key, now })
      if (holder?.task === undefined || !isWorthAdopting(holder.task)) continue
      isAdopted = true
      return { kind: 'repeated', taskId: holder.task.id }
    }
  }
  const store = { ...deps.store, queue: { ...deps.store.queue, insert } }
  const task = await createTask({ ...deps, store }, { ...(await input()), idempotencyKey: null })
  return isAdopted ? adopted(deps, task) : { task, isAdopted }
}

/** The receipt says that a repeat was given it: whoever counts calls finds fewer tasks. */
async function adopted({ store }: CreateTaskDeps, task: Task): Promise<MadeOnce> {
  await store.queue.noteRepeat([task.id])
  return { task, isAdopted: true }
}

/** Who has the name now; without a task where that was deleted meanwhile. */
type Holder = { task: Task | undefined; fingerprint: string }

async function holderOf(
  { store }: CreateTaskDeps,
  { keyId, key, now }: { keyId: string; key: string; now: number },
): Promise<Holder | undefined> {
  const record = await store.tasks.findRepeat(keyId, key, now)
  if (record === undefined) return undefined
  return { task: await store.tasks.find(record.taskId), fingerprint: record.fingerprint }
}

function isWorthAdopting({ status }: Task): boolean {
  return !isFinal(status) || status === 'success'
}
