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
  /** Takes the key from a record with exactly this fingerprint, as if that one had expired. */
  replaces?: string
}

export type NewTask = {
  task: Task
  references: FileRecord[]
  idempotency: IdempotencyRecord | null
  /** Further tasks of the same request, of the same engine and key: all are inserted, in this order, or none is. */
  others?: readonly Pick<NewTask, 'task' | 'references'>[]
  /** What each of the accounts allows that the tasks hold; all of them hold the same. */
  limits?: readonly AccountLimits[]
}

export type InsertOutcome =
  | { kind: 'inserted' }
  /** The same request came before under the same idempotency key; of several tasks it made, this is the first. */
  | { kind: 'repeated'; taskId: string }
  | { kind: 'conflict' }
  /** A limit had no room for all of them. Nothing was taken, and the idempotency key stays free. */
  | ({ kind: 'refused' } & Refusal)

export type ClaimRequest = {
  engine: string
  /** The process that takes them, and that must have joined. */
  owner: string
  /** One token for the whole batch; each row is fenced by its id together with it. */
  token: string
  now: number
  limit: number
  /** How many of them, at most, are tasks in work as long as others wait; the rest is for those that wait. */
  wakeLimit: number
  /** Only suspects of this crowd; 0 takes those beyond suspicion. */
  crowd: number
  /**
   * How many jobs this engine may have at once, counted over every process: tasks of its own in work, those of others that
   * have a place here, and what must be stopped and may still run. Null means no such limit.
   */
  cap: number | null
  /**
   * How long tasks of these models may run. A waiting task of theirs that needs no preparation is begun by the claim itself,
   * with a start key that names its lease: no second write is needed before it is started.
   */
  runTimeouts?: readonly RunTimeout[]
}

export type RunTimeout = Pick<Task, 'kind' | 'model'> & { ms: number }

/** Room in this process for whatever is due next. Whoever writes to the queue anyway may have it filled by the same write. */
export type Seat = {
  claim: ClaimRequest
  /** Is handed what was claimed, once it is on disk and perhaps nothing; without a call nobody knows. */
  take: (tasks: Task[]) => void
}

/** What a worker may change while it holds the lease. Absent means unchanged. Progress never goes back: the higher one stays. */
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
  /** Gives the lease back and lets the row sleep until then. Whoever gets so far is no longer suspect. */
  releaseUntil?: number
  /** Given back untouched: nothing was shown, so a suspect stays one. */
  stillSuspect?: true
  /** File records that come with the change. */
  files?: FileRecord[]
}

export type Outcome = {
  status: 'success' | 'failed'
  error: TaskError | null
  finishedAt: number
  files: FileRecord[]
  warnings: string[]
  /** The events that the end raises, each to one address. */
  deliveries: NewDelivery[]
  usage: Omit<Usage, 'project'>
  cost: Cost
  /** The provider did not say that the job is over: if there is one, or a start is on its way, it is to be stopped. */
  stopJob: boolean
  /** What goes back to the accounts of a key with limits; null for others. */
  settlement: Settlement | null
}

export type Settlement = {
  holds: Holds
  /** What was spent. Where a job is left behind that nobody answers for, all that was reserved counts in its place. */
  spentMicros: number
}

/** Tasks as work. The row is the job: it is claimed, advanced and ended by single statements fenced by the lease token. */
export interface TaskQueue {
  /**
   * Inserts the task and the others of its request, their reference files and the idempotency record, all or nothing. A seat may be filled along with it, by
   * turn as in any claim: the one that takes it need not be the new one. A store that gains nothing by it takes nobody.
   * What the tasks hold is taken from their accounts by the same transaction; where an account has no place left, a task
   * waits for one outside of its engine's line.
   */
  insert(entry: NewTask, seat?: Seat): Promise<InsertOutcome>
  /** Counts a repeat of the request that made these tasks. Nothing else of them changes, whoever may hold them. */
  noteRepeat(ids: readonly string[]): Promise<void>
  /**
   * Takes due rows that nobody holds: those in work (they keep their place under the cap), longest due first, and waiting
   * ones while the cap has room, the keys in turn, each key's oldest first. Neither kind can crowd the other out.
   * An attempt is counted when work begins, and once more for each owner that died. Nothing for an owner that is not there.
   */
  claim(request: ClaimRequest): Promise<Task[]>
  /** Which of these leases are no longer good: the task was ended, or taken over. */
  lost(leases: readonly Lease[]): Promise<Lease[]>
  /** All that this owner holds, so that what it no longer knows of can be given back. */
  heldBy(owner: string): Promise<Lease[]>
  /** The smallest crowd, of those larger than `above`, among the suspects that are due and that nobody holds. */
  suspects(now: number, above?: number): Promise<number | undefined>
  /**
   * Takes a place at another engine that is about to make this task instead of its own, and lets go of one that it had
   * elsewhere. False when that engine has no room over all processes, or the lease is no longer ours.
   */
  takePlace(lease: Lease, at: { engine: string; cap: number }): Promise<boolean>
  /** The changed task; undefined when the lease is no longer ours. */
  advance(lease: Lease, change: TaskChange): Promise<Task | undefined>
  /**
   * Ends a task that we hold: state, files, delivery, usage and the stop of its job in one transaction. False when the lease is gone.
   * True also when this very lease ended it before: an answer that got lost on the way can be asked for once more.
   * A seat may be filled in the same transaction, whether or not the lease was good. A place that comes free on an account
   * goes to the oldest task that waits for it.
   */
  finish(lease: Lease, outcome: Outcome, seat?: Seat): Promise<boolean>
  /**
   * Ends a task whoever may hold it, in the same way. False when it had already ended; with a version, also when it is no
   * longer what the outcome was made from.
   */
  finishAny(id: string, outcome: Outcome, version?: number): Promise<boolean>
}
