import { fileIdIn } from '../core/file-record.ts'
import { fingerprint } from '../core/fingerprint.ts'
import type { Task } from '../core/task.ts'
import type { IdempotencyRecord, TaskQueue } from '../ports/store/task-queue.ts'
import { createGroup, type CreateGroupInput } from './create-group.ts'
import type { CreateTaskDeps } from './create-task.ts'

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
  input: CreateGroupInput,
  attempt: Attempt,
): Promise<Accepted> {
  if (input.idempotencyKey !== null) return { tasks: await createGroup(deps, input), isAdopted: false }
  const key = derivedKey(deps, input)
  const known = attempt.isRetry ? await findEarlier(deps, input, key) : undefined
  if (known !== undefined) return { tasks: [known], isAdopted: true }
  const once = insertOnce(deps, input.caller.id, { key, attempt })
  const store = { ...deps.store, queue: { ...deps.store.queue, insert: once.insert } }
  const tasks = await createGroup({ ...deps, store }, input)
  return { tasks, isAdopted: once.isRepeated() }
}

/** What is asked for, picture by picture. It holds a space, so that no caller can give it as a key of its own. */
function derivedKey(deps: CreateTaskDeps, { request, references, count }: CreateGroupInput): string {
  const pictures = references.map((each) =>
    each.from === 'url' ? (fileIdIn(deps, each.url) ?? each.url) : each.spooled.sha256,
  )
  return `repeat ${fingerprint({ ...request, references: pictures, count })}`
}

/** The task of an earlier attempt. Pictures that came again belong to nobody then, nor when the store cannot tell. */
async function findEarlier(
  { store, clock }: CreateTaskDeps,
  { caller, references }: CreateGroupInput,
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
      if (outcome.kind === 'inserted') return outcome
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
