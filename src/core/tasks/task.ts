import type { Holds } from '../money/account.ts'
import type { Cost } from '../money/cost.ts'
import type { TaskErrorCode } from '../errors.ts'
import type { TaskKind } from './model.ts'
import type { WithRole } from './roles.ts'
import type { Settings } from './settings.ts'
import type { EffectiveSize } from './size.ts'

/** In the order in which a task may go through them. */
export const TASK_STATUSES = ['pending', 'processing', 'success', 'failed'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

/** The position of a task inside `processing`. Only in `starting` may a start have happened or not. */
export type TaskStep = 'starting' | 'running' | 'saving'

/** An input image: one that is stored already, or a URL that the worker fetches. */
export type Reference = WithRole & ({ from: 'file'; fileId: string } | { from: 'url'; url: string })

/** What the engine is told, after everything left open was decided. */
export type EffectiveParameters = Omit<EffectiveSize, 'warnings'> & {
  seed: number | null
  /** The requested settings and the model's defaults; absent if neither is known. */
  settings?: Settings
}

/** A provider's handle on a job: JSON, so that any process can continue with it. */
export type Operation = { readonly [name: string]: unknown }

export type TaskError = { code: TaskErrorCode; message: string }

/** A task as the store keeps it: the row is the job. Times are integer milliseconds since 1970. */
export type Task = {
  id: string
  keyId: string
  /** The project in which it was made, whatever project its key has now; null if there was none. */
  project: string | null
  kind: TaskKind
  model: string
  engine: string
  status: TaskStatus
  step: TaskStep | null
  prompt: string
  askedRatio: string | null
  askedSize: string | null
  askedSeed: number | null
  /** Everything else that was requested; null if nothing was. */
  settings: Settings | null
  effective: EffectiveParameters | null
  warnings: string[]
  references: Reference[]
  webhookUrl: string | null
  createdAt: number
  queueDeadlineAt: number
  startedAt: number | null
  runDeadlineAt: number | null
  finishedAt: number | null
  /** When a worker may next take the row; `NEVER` while one holds it. */
  nextRunAt: number
  leaseToken: string | null
  /** How often work on this task began: once, and once more for each owner that died while holding it. */
  attempts: number
  /**
   * How many tasks were running when a process died over this one in our presence: one of them is to blame.
   * `UNSEEN_CROWD` after a death that nobody saw, which may have had any reason; 0 without suspicion.
   */
  crowd: number
  /** How often a process died in our presence while only this task was running. */
  soloCuts: number
  /** Sent with every start of this task, and stored before the first one. */
  startKey: string | null
  operation: Operation | null
  /** Consecutive status answers that reported an error which may be temporary. */
  doubts: number
  /** Since when the provider cannot be reached, as far as this task tried; null while it responds. */
  awaySince: number | null
  /** How often the job was started again because a free engine had lost it. */
  restarts: number
  /** Another engine at which this task has a slot, because that engine makes it instead. */
  guestOf: string | null
  /** The tasks of a request for several results, in order and including this one; null if it is the only one. */
  groupIds: string[] | null
  /** The video that this one was made from. */
  remixOf: string | null
  /** The end user for whom the caller asked, in the caller's own words. */
  endUser: string | null
  /** The W3C trace context of its request. */
  traceParent: string | null
  /** The cost of the result; null until it has ended, and if it ended before costs were recorded. */
  cost: Cost | null
  /** What it has taken from the limits of its key and end user; null if there are none. */
  holds: Holds | null
  /** The account that has no slot for it yet, or had none until it ended. */
  parkedBy: string | null
  /** How often a repeat of the request received this task instead of a new one. */
  repeats: number
  progress: number
  error: TaskError | null
  /** Increases with every change, so that a watcher knows what it has seen. */
  version: number
}

/** The stored status of a pending task that waits for a slot on an account and is in no queue. */
export const PARKED_STATUS = 'parked'

/** The due time of a task that is held. Code that only compares times leaves it to its holder. */
export const NEVER = Number.MAX_SAFE_INTEGER

/**
 * The start key of a task that begins under this lease: a worker that takes it over later can tell that another one
 * began it.
 */
export function startKeyOf({ id, token }: { id: string; token: string }): string {
  return `start_${token}_${id}`
}

/** What a task cannot begin without. */
type Necessary = 'id' | 'keyId' | 'kind' | 'model' | 'engine' | 'prompt' | 'createdAt' | 'queueDeadlineAt'

/** A task that waits to begin. Absent values were left open by its caller, or have not happened yet. */
export function freshTask(given: Pick<Task, Necessary> & Partial<Task>): Task {
  const { id, keyId, kind, model, engine, prompt, createdAt, queueDeadlineAt, ...rest } = given
  return {
    id,
    keyId,
    project: null,
    kind,
    model,
    engine,
    status: 'pending',
    step: null,
    prompt,
    askedRatio: null,
    askedSize: null,
    askedSeed: null,
    settings: null,
    effective: null,
    warnings: [],
    references: [],
    webhookUrl: null,
    createdAt,
    queueDeadlineAt,
    startedAt: null,
    runDeadlineAt: null,
    finishedAt: null,
    nextRunAt: createdAt,
    leaseToken: null,
    attempts: 0,
    crowd: 0,
    soloCuts: 0,
    startKey: null,
    operation: null,
    doubts: 0,
    awaySince: null,
    restarts: 0,
    guestOf: null,
    groupIds: null,
    remixOf: null,
    endUser: null,
    traceParent: null,
    cost: null,
    holds: null,
    parkedBy: null,
    repeats: 0,
    progress: 0,
    error: null,
    version: 1,
    ...rest,
  }
}

// Once may be chance, the machine's fault or the operator's; three times alone in the process, and the task itself is
// the cause.
export const MAX_SOLO_CUTS = 3

// More than any process holds. Most unseen deaths come from outside and no task is to blame, so all running tasks are
// first quarantined together; only if they take down the quarantine process are they split.
export const UNSEEN_CROWD = 1_000_000

/** Whether a status is final: it never changes again. */
export function isFinal(status: TaskStatus): boolean {
  return status === 'success' || status === 'failed'
}
