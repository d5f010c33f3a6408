import type { AccountLimits } from '../../core/money/account.ts'
import { AppError, Interrupted } from '../../core/errors.ts'
import type { FileRecord } from '../../core/files/file-record.ts'
import type { WithRole } from '../../core/tasks/roles.ts'
import type { Task } from '../../core/tasks/task.ts'
import type { Bell } from '../../ports/runtime.ts'
import type { Seats } from '../../ports/seats.ts'
import type { Store } from '../../ports/store.ts'
import type { IdempotencyRecord, InsertOutcome, NewTask } from '../../ports/store/task-queue.ts'
import { refusalError } from './admission.ts'
import { announceAcceptance, type AcceptanceDeps, type Origin } from './announce.ts'
import { readGroup } from '../reading/read-task.ts'
import { copyReference, keepReference, type ReadReference, type ReferenceDeps, roleOf } from './read-references.ts'

/** The input of a task: a URL, or bytes that are here. */
export type KnownReference = WithRole & ({ from: 'url'; url: string } | ({ from: 'bytes' } & ReadReference))
/** The same as requested, which may also be a task of the same caller, or an upload. */
export type NewReference =
  | KnownReference
  | (WithRole & { from: 'task'; taskId: string })
  | (WithRole & { from: 'upload'; uploadId: string })

export type StoreTasksDeps = ReferenceDeps &
  AcceptanceDeps & { store: Pick<Store, 'tasks' | 'queue'>; bell: Bell; seats: Seats }

type ToStore = {
  /** The tasks of one request, without their references. */
  tasks: readonly [Task, ...Task[]]
  references: readonly KnownReference[]
  idempotency: IdempotencyRecord | null
  origin: Origin | undefined
  /** What the accounts of the tasks allow. */
  limits: readonly AccountLimits[]
}

/**
 * Stores the tasks of one request with their pictures, all or none; or returns those of the request which it repeats.
 */
export async function storeTasks(deps: StoreTasksDeps, given: ToStore): Promise<Task[]> {
  const { tasks, references, idempotency, limits, origin } = given
  const records: FileRecord[] = []
  try {
    const first = await withReferences(deps, tasks[0], references, records)
    const others: (typeof first)[] = []
    for (const task of tasks.slice(1)) others.push(await withCopies(deps, task, first, records))
    const outcome = await insert(deps, { ...first, idempotency, others, limits })
    if (outcome.kind === 'inserted') {
      announceAcceptance(deps, tasks, origin)
      return [...tasks]
    }
    await removeAll(deps, records)
    if (outcome.kind === 'refused') throw refusalError(outcome, tasks[0].holds, deps.clock.now())
    if (outcome.kind === 'conflict') throw conflict()
    return await readGroup(deps, await repeatedTask(deps, outcome.taskId))
  } catch (error) {
    // The tasks may have been stored all the same, and then they need their pictures; if not, the sweep finds them.
    if (!(error instanceof Interrupted)) await removeAll(deps, records)
    throw error
  }
}

type WithReferences = Pick<NewTask, 'task' | 'references'>

async function withReferences(
  deps: StoreTasksDeps,
  task: Task,
  references: readonly KnownReference[],
  all: FileRecord[],
): Promise<WithReferences> {
  const own: FileRecord[] = []
  for (const [position, reference] of references.entries()) {
    if (reference.from === 'url') {
      task.references.push(reference)
      continue
    }
    const kept = await keepReference(deps, reference, { taskId: task.id, keyId: task.keyId, position })
    own.push(kept.record)
    all.push(kept.record)
    task.references.push({ ...kept.reference, ...roleOf(reference) })
  }
  return { task, references: own }
}

/** Each task has its own pictures, so that it can be deleted independently. */
async function withCopies(
  deps: StoreTasksDeps,
  task: Task,
  first: WithReferences,
  all: FileRecord[],
): Promise<WithReferences> {
  const own: FileRecord[] = []
  for (const [position, reference] of first.task.references.entries()) {
    const original = first.references.find((record) => record.position === position)
    if (original === undefined) {
      task.references.push(reference)
      continue
    }
    const record = await copyReference(deps, original, task.id)
    own.push(record)
    all.push(record)
    task.references.push({ from: 'file', fileId: record.id, ...roleOf(reference) })
  }
  return { task, references: own }
}

/** Inserts tasks, together with the claim of the next one if this process has room, and informs the other workers. */
async function insert(deps: StoreTasksDeps, entry: NewTask): Promise<InsertOutcome> {
  const { engine, kind } = entry.task
  const waiting = new Set([entry, ...(entry.others ?? [])].map(({ task }) => task.id))
  const offered = deps.seats.offer(engine, kind)
  const seat = offered && {
    claim: offered.claim,
    take: (tasks: Task[]): void => {
      for (const { id } of tasks) waiting.delete(id)
      offered.take(tasks)
    },
  }
  const outcome = await deps.store.queue.insert(entry, seat).finally(() => offered?.release())
  // A task that is already running needs no worker.
  if (outcome.kind === 'inserted' && waiting.size > 0) deps.bell.ring(`work:${engine}`)
  return outcome
}

async function removeAll(deps: StoreTasksDeps, records: FileRecord[]): Promise<void> {
  await Promise.all(records.splice(0).map(({ id }) => deps.files.remove(id)))
}

/**
 * The task that a request created the first time. If that was deleted, a repeat starts nothing: it may have been paid
 * for.
 */
export async function repeatedTask({ store }: Pick<StoreTasksDeps, 'store'>, taskId: string): Promise<Task> {
  const task = await store.tasks.find(taskId)
  if (task !== undefined) return task
  const message =
    'This request was sent before, and its task has been deleted; nothing was started. Use a new Idempotency-Key to run it again.'
  throw new AppError('idempotency_conflict', message)
}

/** An Idempotency-Key that was used for another request. */
export function conflict(): AppError {
  const message =
    'This Idempotency-Key was used for another request within 24 hours. Use a new one for each new request.'
  return new AppError('idempotency_conflict', message)
}
