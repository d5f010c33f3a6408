import type { ApiKey, WebhookSecret } from '../core/api-key.ts'
import type { Delivery, DeliveryAttempt, DeliveryStatus } from '../core/delivery.ts'
import type { FileRecord } from '../core/file-record.ts'
import type { TaskKind } from '../core/model.ts'
import type { Task, TaskError, TaskStatus } from '../core/task.ts'

/** Proof of ownership: a write that carries an outdated token touches nothing. */
export type Lease = { id: string; token: string }

export type NewDelivery = Pick<Delivery, 'id' | 'url' | 'host' | 'body'>

export type Usage = {
  taskId: string
  keyId: string
  kind: TaskKind
  model: string
  engine: string
  status: TaskStatus
  /** Pictures made, or seconds of video. */
  units: number
  /** What it cost by the price at the time, in millionths of a dollar; null where the model names no price. */
  priceMicros: number | null
  at: number
}

export type IdempotencyRecord = { key: string; fingerprint: string; expiresAt: number }

export type NewTask = { task: Task; references: FileRecord[]; idempotency: IdempotencyRecord | null }

export type InsertOutcome =
  | { kind: 'inserted' }
  /** The same request came before under the same idempotency key. */
  | { kind: 'repeated'; taskId: string }
  | { kind: 'conflict' }

export type ClaimRequest = {
  engine: string
  /** One token for the whole batch; each row is fenced by its id together with it. */
  token: string
  now: number
  leaseUntil: number
  limit: number
  /** How many tasks of this engine may be in work at once, counted over every process; null means no such limit. */
  cap: number | null
}

/** What a worker may change while it holds the lease. Absent means unchanged. */
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
    | 'progress'
  >
> & {
  /** Gives the lease back and lets the row sleep until then. */
  releaseUntil?: number
  /** File records that come with the change. */
  files?: FileRecord[]
}

export type Outcome = {
  status: 'success' | 'failed'
  error: TaskError | null
  finishedAt: number
  files: FileRecord[]
  warnings: string[]
  delivery: NewDelivery | null
  usage: Usage
}

export type TaskFilter = {
  keyId: string
  kind?: TaskKind
  status?: TaskStatus
  model?: string
  /** Continue after this task, in the order newest first. */
  after?: Pick<Task, 'createdAt' | 'id'>
  limit: number
}

/** Tasks. The row is the job: it is claimed, renewed and advanced by single statements fenced by the lease token. */
export interface TaskStore {
  /** Inserts the task, its reference files and its idempotency record, all or nothing. */
  insert(entry: NewTask): Promise<InsertOutcome>
  /** What an unexpired idempotency key of this API key was used for. */
  findRepeat(keyId: string, key: string, now: number): Promise<{ taskId: string; fingerprint: string } | undefined>
  find(id: string): Promise<Task | undefined>
  list(filter: TaskFilter): Promise<Task[]>
  /**
   * Takes due rows: first those in work (processing, or held by an owner that died), longest due first, for they keep
   * their place under the cap; then waiting ones while the cap has room, the keys in turn, each key's oldest first.
   * An attempt is counted when work begins, and once more for each owner that died.
   */
  claim(request: ClaimRequest): Promise<Task[]>
  /** False when the lease is no longer ours. */
  renew(lease: Lease, until: number): Promise<boolean>
  /** The changed task; undefined when the lease is no longer ours. */
  advance(lease: Lease, change: TaskChange): Promise<Task | undefined>
  /**
   * Ends a task that we hold: state, files, delivery and usage in one transaction. False when the lease is gone.
   * True again when this very lease ended it before: an answer that got lost on the way can be asked for again.
   */
  finish(lease: Lease, outcome: Outcome): Promise<boolean>
  /** Ends a task that anyone may hold, in the same way. False when it had already ended. */
  finishUnowned(id: string, outcome: Outcome): Promise<boolean>
  /** How many waiting tasks of the same engine are taken before this one, 0 when it does not wait; counted up to 1,000. */
  queuePosition(task: Task): Promise<number>
  /** Removes a finished task with its records. The ids of its files, whose bytes are now nobody's; undefined when not finished. */
  remove(id: string): Promise<string[] | undefined>
  /**
   * Unfinished tasks past their deadline that are due and that nobody has taken: full lanes, engines that are gone. What
   * sleeps is not among them, since it wakes by its deadline.
   */
  overdue(now: number, limit: number): Promise<Task[]>
  /** Finished tasks that ended before this time and have nothing left to announce, oldest first. */
  finishedBefore(time: number, limit: number): Promise<string[]>
}

/** Records of files; the bytes are elsewhere. */
export interface FileRecordStore {
  find(id: string): Promise<FileRecord | undefined>
  ofTask(taskId: string): Promise<FileRecord[]>
  /** Which of these ids have no record. */
  unknown(ids: readonly string[]): Promise<string[]>
}

export type DeliveryResult = {
  attempt: Omit<DeliveryAttempt, 'number'>
  status: DeliveryStatus
  /** When to try again; only for `pending`. */
  nextRunAt: number | null
}

export type DeliveryClaim = Omit<ClaimRequest, 'engine' | 'cap'> & {
  /** Attempts under way at one host at a time, counted over every process. */
  perHost: number
  /** Hosts that have a number of their own: fewer in trouble, more for those that answer while slots are scarce. */
  slowHosts: Readonly<Record<string, number>>
}

/** Outgoing webhooks, under the same fenced leases as tasks. */
export interface DeliveryStore {
  /** Takes due deliveries, oldest first, without exceeding what a host may have: a dead receiver holds nobody else up. */
  claim(request: DeliveryClaim): Promise<Delivery[]>
  /** Records the attempt and gives the lease back. False when the lease is gone. */
  record(lease: Lease, result: DeliveryResult): Promise<boolean>
  ofTask(taskId: string): Promise<Delivery[]>
  attempts(deliveryId: string): Promise<DeliveryAttempt[]>
  /** Puts a delivery in line again from the first attempt; one under way stays under way. False when there is none. */
  requeue(deliveryId: string, at: number): Promise<boolean>
  /**
   * Puts in line again what this key's tasks announced since a time and no receiver took: what was given up, and what
   * waits for a later attempt. Gives back how many.
   */
  requeueSince(keyId: string, since: number, at: number): Promise<number>
}

/** API keys. */
export interface KeyStore {
  insert(key: ApiKey): Promise<void>
  findByHash(hash: string): Promise<ApiKey | undefined>
  find(id: string): Promise<ApiKey | undefined>
  list(): Promise<ApiKey[]>
  /** False when there is no such key, or it was revoked before. */
  revoke(id: string, at: number): Promise<boolean>
  /** Replaces the digest of a key that keeps its id, and lets it work again. */
  replaceHash(id: string, hash: string, hint: string): Promise<void>
  /** Replaces the secrets if they are still those; false when somebody else was faster. */
  replaceWebhookSecrets(id: string, known: WebhookSecret[], fresh: WebhookSecret[]): Promise<boolean>
}

/** Everything that must survive a restart, other than bytes. */
export interface Store {
  readonly tasks: TaskStore
  readonly files: FileRecordStore
  readonly deliveries: DeliveryStore
  readonly keys: KeyStore
  usageSince(keyId: string, time: number): Promise<Usage[]>
  /** Removes idempotency records that have expired; gives back how many. */
  sweepIdempotency(now: number): Promise<number>
  /** True for the one process, of all on this store, that is to do the chore now: once in each such time. */
  takeChore(name: string, now: number, everyMs: number): Promise<boolean>
  /** Throws when the store cannot answer. */
  ping(): Promise<void>
  close(): Promise<void>
}
