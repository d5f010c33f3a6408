import type { TaskErrorCode } from '../core/errors.ts'
import type { Model } from '../core/tasks/model.ts'
import type { MaskForm, PictureRole } from '../core/tasks/roles.ts'
import type { Settings } from '../core/tasks/settings.ts'
import type { EffectiveParameters, Operation } from '../core/tasks/task.ts'
import type { ImageFacts, Pixels } from './images.ts'

/** An input image, read only when the engine wants it. */
export type EngineReference = ImageFacts & {
  role: string
  /** The same where somebody named it: another model that takes over must take it too. */
  named?: PictureRole
  bytes(): Promise<Uint8Array>
  /** The mask that it is, as PNG in the form that a provider reads. */
  mask(form: MaskForm): Promise<Uint8Array>
  pixels(maxSide: number): Promise<Pixels>
}

export type EngineJob = {
  taskId: string
  model: Model
  prompt: string
  parameters: EffectiveParameters
  /** What was asked for beyond shape and seed: another model that takes over has its own ways for the rest. */
  settings: Settings | null
  references: readonly EngineReference[]
  /** The same on every start of this task: a provider that honours it starts once. */
  startKey: string
  /** For whom it is made, as nobody but us can read it: the same for each task of the person; absent where nobody was named. */
  endUser?: string
}

/** How the service follows an engine: a signal that ends the work, and progress from 0 to 100. */
export type EngineWatch = {
  signal: AbortSignal
  onProgress: (percent: number) => void
  /** Takes a picture of how far the work has come, JPEG or PNG; absent where nobody may see it. */
  onPreview?: (picture: Uint8Array) => void
  /**
   * Takes a place for this task at another engine that is about to make it instead and has a `fleetConcurrency`; false
   * when that engine has no room over all processes. Absent where nobody counts.
   */
  placeAt?: (engine: Pick<Engine, 'id' | 'fleetConcurrency'>) => Promise<boolean>
  /** Whether an operator lets nothing begin on this engine or server, so that it takes over from no other; absent where nobody says. */
  isPaused?: (engine: string) => boolean
  /** The server that had a place for this task when an earlier start was cut off: the job may be there. */
  placedAt?: string
}

/**
 * A result's bytes, or the provider's address of them, which we copy before we call the task a success. An address may
 * come from anyone, so it is read through the guard; a stream comes from a server that the operator named.
 */
export type EngineBytes =
  | {
      from: 'memory'
      bytes: Uint8Array
      /** Gives the memory to others: the bytes are gone. May be called twice; absent where it is not counted. */
      discard?(): Promise<void>
    }
  | { from: 'url'; url: string }
  | {
      from: 'stream'
      /** Begins to read; may be called again after a failure. The signal ends it at any time. */
      open(signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>>
      /** Removes what the engine put aside on this machine; absent when it put nothing aside. May be called twice. */
      discard?(): Promise<void>
      /** What the receipt has to say of these bytes, once they were read to their end. */
      remarks?(): readonly string[]
    }

export type EngineOutput = {
  content: EngineBytes
  cover?: EngineBytes
  width?: number
  height?: number
  durationMs?: number
}

/**
 * Why a start came to nothing, for whoever decides what happens next.
 * - `away`: the provider cannot be reached, or says that it takes no work now, and nothing was started. A restart or a
 *   short outage looks like this, so it is worth minutes of patience; when that is over, the failure's own code
 *   (`provider_unavailable`) is the task's.
 * - `busy`: it answered, and asks us to come back after `retryAfterMs`. Nothing was started.
 * - `no-credit`, `credentials`, `refused`: nothing was started, and waiting changes nothing.
 * - `unknown`: it may be at work. It must not be asked a second time unless the engine is safe to restart.
 */
export type FailureReason = 'away' | 'busy' | 'no-credit' | 'credentials' | 'refused' | 'unknown'

/** A provider's bad news. `final: false` marks an error that may pass; it is believed when it repeats. */
export type EngineFailure = {
  kind: 'failed'
  code: TaskErrorCode
  message: string
  final: boolean
  /** The provider asks us to come back after this time; such a wait is no evidence against the job. */
  retryAfterMs?: number
  /** True only when nothing can have been started, so that another model may be asked instead. */
  notStarted?: boolean
  /** Why, from engines that can tell. */
  reason?: FailureReason
  /** It is not the provider who says so: the job may be well, and billed. */
  ourOwn?: true
}

/** What a provider says of a job. */
export type EngineState =
  | {
      kind: 'running'
      operation: Operation
      progress?: number
      checkAgainMs: number
      /** Nobody answered: that it runs is what was known before. */
      isAway?: true
    }
  | {
      kind: 'done'
      outputs: EngineOutput[]
      warnings?: string[]
      /** The model that made it, when it was another than the job's: its price counts. */
      madeBy?: string
    }
  | EngineFailure

/**
 * What became of a cancellation: the provider took it; the job was over before, or is unknown there; the provider has no
 * way to stop it, so that it runs on and is paid for.
 */
export type CancelOutcome = 'stopped' | 'already over' | 'cannot'

/** What a look at a provider found, in words for the operator; `more` has one line for each thing that was looked at. */
export type Probe = {
  ok: boolean
  detail: string
  more?: readonly { what: string; ok: boolean; detail: string }[]
  /** Days on which the provider says that it shuts models down, by its own names for them. */
  shutdowns?: ReadonlyMap<string, string>
}

/** One of several servers behind an engine; its id is the engine's, an `@`, and its host and port. */
export type EngineServer = {
  id: string
  isReady: boolean
  /** Jobs that it may have at once. */
  room: number
}

/** Whatever makes images or videos. Foreign words and foreign errors stop at its edge. */
export interface Engine {
  readonly id: string
  /** True when a second start with the same start key does no harm: local engines, providers that honour the key. */
  readonly safeToRestart: boolean
  /** True when making something again costs nothing but time: a job that such an engine lost is started again. */
  readonly free?: boolean
  /**
   * True when the work is done in this process and ends with the signal. Any other start is heard out for a while after its
   * task has ended: cut off, it may leave a job behind that nobody can name, and so nobody can stop.
   */
  readonly inProcess?: boolean
  /** True where `onPreview` is called while it works. */
  readonly givesPreviews?: boolean
  /** How many tasks of this engine may be in work at once in this process. */
  readonly concurrency: number
  /** How many jobs it may have at once over every process, exactly; absent means that only `concurrency` holds. */
  readonly fleetConcurrency?: number
  start(job: EngineJob, watch: EngineWatch): Promise<EngineState>
  /** Asks after an operation that `start` returned, perhaps in another process. */
  status(operation: Operation, job: EngineJob, watch: EngineWatch): Promise<EngineState>
  /**
   * Stops an operation as well as the provider can, and tells what came of it; nothing for engines that have nothing to
   * tell. It throws when the provider did not respond or had other troubles: then it is worth trying again.
   */
  cancel(operation: Operation, model: Model): Promise<CancelOutcome | void>
  /** The operation that a start with this key leads to, without asking anyone; for engines whose handle follows from the key. */
  find?(startKey: string, model: Model): Operation | undefined
  /** Tells whether a start would be tried now; absent means always. */
  ready?(): boolean
  /** Why it is left alone at this moment, where that is known. */
  restsFor?(): FailureReason | undefined
  /** The servers behind it, each with a cap of its own; absent where there is one. */
  servers?(): readonly EngineServer[]
  /** How many jobs it may have at once as things are: less than `fleetConcurrency` while a server is away or drained. */
  fleetRoom?(isPaused: (server: string) => boolean): number
  /** Tries, at no cost, whether the provider can be reached and has what its models need. */
  probe?(signal: AbortSignal): Promise<Probe>
  close(): Promise<void>
}

/** The models that there are, by the names that tasks and callers have for them. */
export type OfferedProvider = {
  id: string
  /** Its name in sentences. */
  name: string
  /** Whether all of its variables are set: then its models are in the catalogue. */
  isOn: boolean
  /** The environment variables that turn it on. */
  variables: readonly string[]
  models: readonly (Pick<Model, 'kind' | 'id'> & Partial<Pick<Model, 'retires'>>)[]
}

export interface Catalog {
  /** The model of a task, also one that has retired since: what was accepted is carried to its end. */
  find(kind: Model['kind'], id: string): Model | undefined
  /** The model that a caller means by a name, which may be an alias; also one that has retired, so that it can be told. */
  named(kind: Model['kind'], name: string): Model | undefined
  /** The models that callers may use now. */
  list(): readonly Model[]
  /** Those and the ones that have retired. */
  all(): readonly Model[]
  /** The providers that ready-made models are known of, with those that are to be had, whether they are on or not. */
  providers(): readonly OfferedProvider[]
  engine(id: string): Engine | undefined
  engines(): readonly Engine[]
}
