import type { AccountLimits, Holds, Refusal } from '../../core/money/account.ts'
import type { Cost } from '../../core/money/cost.ts'
import type { FileRecord } from '../../core/files/file-record.ts'
import type { Task, TaskError } from '../../core/tasks/task.ts'
import type { NewDelivery } from './deliveries.ts'
import type { Lease } from './owners.ts'
import type { Usage } from './usage.ts'

export type IdempotencyRecord = {
  key: string
  fingerprint: string
  expiresAt: number
  /** Takes the key from a record with exactly this fingerprint, as if that record had expired. */
  replaces?: string
}

export type NewTask = {
  task: Task
  references: FileRecord[]
  idempotency: IdempotencyRecord | null
  /** Further tasks of the same request, of the same engine and key: all are inserted, in this order, or none is. */
  others?: readonly Pick<NewTask, 'task' | 'references'>[]
  /** What each account of the tasks allows; all tasks hold the same. */
  limits?: readonly AccountLimits[]
}

export type InsertOutcome =
  | { kind: 'inserted' }
  /** The same request came before with the same idempotency key; this is the first of its tasks. */
  | { kind: 'repeated'; taskId: string }
  | { kind: 'conflict' }
  /** A limit had no room for all of them. Nothing was taken, and the idempotency key stays free. */
  | ({ kind: 'refused' } & Refusal)

export type ClaimRequest = {
  engine: string
  /** The process that takes them, and that must have registered. */
  owner: string
  /** One token for the whole batch; each row is fenced by its id together with it. */
  token: string
  now: number
  limit: number
  /** How many of them, at most, are running tasks while others wait; the rest is for the waiting ones. */
  wakeLimit: number
  /** Only suspects of this crowd; 0 takes those without suspicion. */
  crowd: number
  /**
   * How many jobs this engine may have at once, counted over every process: its own running tasks, those of other
   * engines with a slot here, and jobs to be stopped that may still run. Null means no such limit.
   */
  cap: number | null
  /**
   * How long tasks of these models may run. If a waiting task of these models needs no preparation, the claim itself
   * begins it, with a start key that names its lease: it needs no second write before its start.
   */
  runTimeouts?: readonly RunTimeout[]
}

export type RunTimeout = Pick<Task, 'kind' | 'model'> & { ms: number }

/** A lease on a task, with the start key that tells whether the task began under it. */
export type HeldTask = Lease & Pick<Task, 'startKey'>

/** Room in this process for the next due task. Code that writes to the queue anyway may fill it in the same write. */
export type Seat = {
  claim: ClaimRequest
  /** Receives the claimed task, or nothing, once it is on disk; if it is not called, the outcome is unknown. */
  take: (tasks: Task[]) => void
}

/**
 * What a worker may change while it holds the lease. Absent means unchanged. Progress never goes back: the higher value
 * stays.
 */
export type TaskChange = Partial<
  Pick<
    Task,
    | 'status'
    | 'step'
    | 'effective'
    | 'warnings'
    | 'references'
    | 'startedAt'
    | 'runDeadlineAt'
    | 'startKey'
    | 'operation'
    | 'doubts'
    | 'awaySince'
    | 'restarts'
    | 'guestOf'
    | 'progress'
  >
> & {
  /** Releases the lease and lets the row sleep until then. A task that gets this far is no longer suspect. */
  releaseUntil?: number
  /** Released untouched: nothing was proved, so a suspect stays one. */
  stillSuspect?: true
  /** File records that are stored with the change. */
  files?: FileRecord[]
}

export type Outcome = {
  status: 'success' | 'failed'
  error: TaskError | null
  finishedAt: number
  files: FileRecord[]
  warnings: string[]
  /** The events that the end raises, each to one URL. */
  deliveries: NewDelivery[]
  usage: Omit<Usage, 'project'>
  cost: Cost
  /** The provider did not say that the job is over: if there is one, or a start is under way, it must be stopped. */
  stopJob: boolean
  /** What is returned to the accounts of a key with limits; null for others. */
  settlement: Settlement | null
}

export type Settlement = {
  holds: Holds
  /** The cost. If a job is left behind without an answer, the whole reservation counts instead. */
  spentMicros: number
}

/** Tasks as work. The row is the job: single statements, fenced by the lease token, claim, advance and end it. */
export interface TaskQueue {
  /**
   * Inserts the task and the others of its request, their reference files and the idempotency record, all or nothing. A
   * seat may be filled along with it, in turn as in any claim: it need not be the new task. A store that gains nothing
   * by it fills no seat. The same transaction takes what the tasks hold from their accounts; if an account has no slot
   * left, a task waits for one outside its engine's queue.
   */
  insert(entry: NewTask, seat?: Seat): Promise<InsertOutcome>
  /** Counts a repeat of the request that made these tasks. Nothing else about them changes. */
  noteRepeat(ids: readonly string[]): Promise<void>
  /**
   * Claims due rows that nobody holds: running ones (they keep their slot under the limit), the longest due first, and
   * waiting ones while the limit has room, keys in turn, each key's oldest first. Neither kind can crowd out the other.
   * An attempt counts when work begins, and once more for each owner that died. Empty for an unknown owner.
   */
  claim(request: ClaimRequest): Promise<Task[]>
  /** Which of these leases are no longer valid: the task was ended, or taken over. */
  lost(leases: readonly Lease[]): Promise<Lease[]>
  /** Everything that this owner holds, so that it can release what it no longer knows. */
  heldBy(owner: string): Promise<HeldTask[]>
  /** The smallest crowd above `above` among the suspects that are due and that nobody holds. */
  suspects(now: number, above?: number): Promise<number | undefined>
  /**
   * Takes a slot at another engine that is about to make this task instead, and releases one that it had elsewhere.
   * False if that engine has no room over all processes, or the lease is no longer ours.
   */
  takePlace(lease: Lease, at: { engine: string; cap: number }): Promise<boolean>
  /** The changed task; undefined if the lease is no longer ours. */
  advance(lease: Lease, change: TaskChange): Promise<Task | undefined>
  /**
   * Ends a task that we hold: state, files, delivery, usage and the stop of its job in one transaction. False if the
   * lease is gone. True also if this very lease ended it before: an answer that got lost can be asked for again. The
   * same transaction may fill a seat, whether or not the lease was valid. A slot that becomes free on an account goes
   * to the oldest task that waits for it.
   */
  finish(lease: Lease, outcome: Outcome, seat?: Seat): Promise<boolean>
  /**
   * Ends a task in the same way, even one that runs. False if it had already ended; with a version, also if it has
   * changed since the outcome was decided.
   */
  finishAny(id: string, outcome: Outcome, version?: number): Promise<boolean>
}
