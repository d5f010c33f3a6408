import { fingerprint } from '../core/fingerprint.ts'
import type { Task } from '../core/task.ts'
import type { IdempotencyRecord, TaskQueue } from '../ports/store/task-queue.ts'
import { askedFor, createTasks, type CreateTaskDeps, type CreateTasksInput } from './create-task.ts'
import { readGroup } from './read-group.ts'

/** How a request came: whether its client says that it repeats one, and when its first byte was here. */
export type Attempt = { isRetry: boolean; arrivedAt: number }

export type Accepted = { tasks: Task[]; isAdopted: boolean }

// Longer than a client waits for its answer before it repeats a request, and short enough that an equal request of
// tomorrow, cut and repeated, is never taken for one of today.
const ADOPTED_FOR_MS = 10 * 60 * 1000
const FRESH = 'fresh'

/**
 * Accepts a request whose client repeats it by itself and names it by nothing: what is marked as a repeat gets the tasks of
 * the request before it, wherever that stands, and whatever is not marked makes its own. The two are told apart in the
 * statement that inserts, so that it holds between processes and while the first is still being read.
 */
export async function createOrAdopt(
  deps: CreateTaskDeps,
  input: CreateTasksInput,
  attempt: Attempt,
): Promise<Accepted> {
  if (input.idempotencyKey !== null) return { tasks: await createTasks(deps, input), isAdopted: false }
  const key = derivedKey(deps, input)
  const known = attempt.isRetry ? await findEarlier(deps, input, key) : undefined
  if (known !== undefined) return adopted(deps, await readGroup(deps, known))
  const once = insertOnce(deps, input.caller.id, { key, attempt })
  const store = { ...deps.store, queue: { ...deps.store.queue, insert: once.insert } }
  const tasks = await createTasks({ ...deps, store }, input)
  return once.isRepeated() ? adopted(deps, tasks) : { tasks, isAdopted: false }
}

/** The receipt of each says that a repeat was given it: whoever counts requests finds fewer tasks. */
async function adopted({ store }: CreateTaskDeps, tasks: Task[]): Promise<Accepted> {
  await store.queue.noteRepeat(tasks.map(({ id }) => id))
  return { tasks, isAdopted: true }
}

/** It holds a space, so that no caller can give it as a key of its own. */
function derivedKey(deps: CreateTaskDeps, input: CreateTasksInput): string {
  return `repeat ${fingerprint({ ...askedFor(deps, input), count: input.count })}`
}

/** The task of an earlier attempt. Pictures that came again belong to nobody then, nor when the store cannot tell. */
async function findEarlier(
  { store, clock }: CreateTaskDeps,
  { caller, references }: CreateTasksInput,
  key: string,
): Promise<Task | undefined> {
  let isOver = true
  try {
    const record = await store.tasks.findRepeat(caller.id, key, clock.now())
    const task = record === undefined ? undefined : await store.tasks.find(record.taskId)
    isOver = task !== undefined
    return task
  } finally {
    if (isOver) for (const each of references) if (each.from === 'bytes') await each.spooled.discard()
  }
}

/** Inserts with a record under the derived key; tells whether the key turned out to belong to the other of a pair. */
function insertOnce(
  { store, clock }: CreateTaskDeps,
  keyId: string,
  { key, attempt }: { key: string; attempt: Attempt },
): { insert: TaskQueue['insert']; isRepeated: () => boolean } {
  let isRepeated = false
  const now = clock.now()
  const mine = { key, fingerprint: attempt.isRetry ? `retry ${now}` : FRESH, expiresAt: now + ADOPTED_FOR_MS }
  const insert: TaskQueue['insert'] = async (entry) => {
    let idempotency: IdempotencyRecord = attempt.isRetry ? mine : { ...mine, replaces: FRESH }
    for (;;) {
      const outcome = await store.queue.insert({ ...entry, idempotency })
      if (outcome.kind === 'inserted' || outcome.kind === 'refused') return outcome
      const holder = await store.tasks.findRepeat(keyId, key, entry.task.createdAt)
      // It has ended between the two looks: the key is free again.
      if (holder === undefined) continue
      if (attempt.isRetry || madeByRetrySince(holder.fingerprint, attempt.arrivedAt)) {
        isRepeated = true
        return { kind: 'repeated', taskId: holder.taskId }
      }
      idempotency = { ...mine, replaces: holder.fingerprint }
    }
  }
  return { insert, isRepeated: () => isRepeated }
}

/** A repeat that overtook the request which it repeats: both are here, and the repeat was faster. */
function madeByRetrySince(mark: string, arrivedAt: number): boolean {
  const at = /^retry (\d+)$/.exec(mark)?.[1]
  return at !== undefined && Number(at) >= arrivedAt
}
