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

/** Where a task stands inside `processing`. `starting` is the only step in which a start may or may not have happened. */
export type TaskStep = 'starting' | 'running' | 'saving'

/** An input image: one that we hold already, or an address that the worker fetches. */
export type Reference = WithRole & ({ from: 'file'; fileId: string } | { from: 'url'; url: string })

/** What the engine is told, after everything left open was decided. */
export type EffectiveParameters = Omit<EffectiveSize, 'warnings'> & {
  seed: number | null
  /** What was asked for, and what the model does where nobody asks; absent where neither is known. */
  settings?: Settings
}

/** A provider's handle on a job: JSON, so that any process can carry on with it. */
export type Operation = { readonly [name: string]: unknown }

export type TaskError = { code: TaskErrorCode; message: string }

/** A task as the store keeps it: the row is the job. Times are integer milliseconds since 1970. */
export type Task = {
  id: string
  keyId: string
  /** The project in which it was made, whatever its key belongs to now; null where it was none. */
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
  /** Everything else that was asked for; null where nothing was. */
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
  /** How often work on this task began: once, and once more for each owner that died holding it. */
  attempts: number
  /**
   * How many tasks were in hand when a process died over this one, before our eyes, among which is the one to blame; the
   * `UNSEEN_CROWD` after a death that nobody saw, which may have had any reason; 0 without suspicion.
   */
  crowd: number
  /** How often a process died, before our eyes, with nothing but this task in hand. */
  soloCuts: number
  /** Sent with every start of this task, and stored before the first one. */
  startKey: string | null
  operation: Operation | null
  /** Status answers in a row that reported an error which may yet pass. */
  doubts: number
  /** Since when the provider could not be reached, as far as this task tried; null while it answers. */
  awaySince: number | null
  /** How often the job was started again because an engine that costs nothing had lost it. */
  restarts: number
  /** Another engine at which this task has a place, because it makes the task in place of its own. */
  guestOf: string | null
  /** The tasks of a request that asked for several results, in order and this one among them; null where it is the only one. */
  groupIds: string[] | null
  /** The video that this one was made from. */
  remixOf: string | null
  /** For whom the caller asked, in the caller's own words. */
  endUser: string | null
  /** The W3C trace context of the request that asked for it. */
  traceParent: string | null
  /** What was paid for the result; null until it has ended, and where it ended before prices were kept. */
  cost: Cost | null
  /** What it has taken of the limits of its key and end user; null where there are none. */
  holds: Holds | null
  /** The account that has no place for it yet, or had none until it ended. */
  parkedBy: string | null
  /** How often a repeat of the request was given this task in place of a new one. */
  repeats: number
  progress: number
  error: TaskError | null
  /** Rises with every change, so that a watcher can tell what it has seen. */
  version: number
}

/** What the store keeps as the status of a pending task that waits for a place on an account, and not in a line. */
export const PARKED_STATUS = 'parked'

/** The time at which a task is due that somebody holds. A program that goes by times alone leaves it to its holder. */
export const NEVER = Number.MAX_SAFE_INTEGER

/** The start key of a task that is begun under this lease: whoever takes it over later can tell that another one began it. */
export function startKeyOf({ id, token }: { id: string; token: string }): string {
  return `start_${token}_${id}`
}

/** What a task cannot begin without. */
type Necessary = 'id' | 'keyId' | 'kind' | 'model' | 'engine' | 'prompt' | 'createdAt' | 'queueDeadlineAt'

/** A task that waits to be begun. Whatever is not given was left open by its caller, or has not happened yet. */
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

// Once may be chance, the machine's or the operator's; three times with nothing else in the process is the task itself.
export const MAX_SOLO_CUTS = 3

// More than any process holds. Most deaths that nobody saw came from outside and are no task's doing, so what was in hand
// then is run apart all at once; only when it takes down the process that runs it apart is it split.
export const UNSEEN_CROWD = 1_000_000

/** Tells whether a status is final: it never changes again. */
export function isFinal(status: TaskStatus): boolean {
  return status === 'success' || status === 'failed'
}
