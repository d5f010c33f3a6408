import type { TaskErrorCode } from '../core/errors.ts'
import type { Model } from '../core/tasks/model.ts'
import type { MaskForm, PictureRole } from '../core/tasks/roles.ts'
import type { Settings } from '../core/tasks/settings.ts'
import type { EffectiveParameters, Operation } from '../core/tasks/task.ts'
import type { ImageFacts, Pixels } from './images.ts'

/** An input image, read only when the engine wants it. */
export type EngineReference = ImageFacts & {
  role: string
  /** The role that somebody named: a fallback must support it too. */
  named?: PictureRole
  bytes(): Promise<Uint8Array>
  /** The mask as PNG, in the form that a provider reads. */
  mask(form: MaskForm): Promise<Uint8Array>
  pixels(maxSide: number): Promise<Pixels>
}

export type EngineJob = {
  taskId: string
  model: Model
  prompt: string
  parameters: EffectiveParameters
  /** What was requested beyond shape and seed: a fallback has its own ways for the rest. */
  settings: Settings | null
  references: readonly EngineReference[]
  /** The same on every start of this task: a provider that honours it starts only once. */
  startKey: string
  /** The end user, in a form that only we can decode: the same for each task of the user; absent if none was named. */
  endUser?: string
}

/** How the service follows an engine: a signal that ends the work, and progress from 0 to 100. */
export type EngineWatch = {
  signal: AbortSignal
  onProgress: (percent: number) => void
  /** Receives a picture of the progress, JPEG or PNG; absent if nobody may see it. */
  onPreview?: (picture: Uint8Array) => void
  /**
   * Called before another engine, or a server behind this one, is asked to start. If that has a `fleetConcurrency`, a
   * slot is taken for this task there; false if it has no room over all processes. Absent if nobody counts.
   */
  placeAt?: (engine: Pick<Engine, 'id' | 'fleetConcurrency' | 'inProcess'>) => Promise<boolean>
  /**
   * Whether an operator has paused this engine or server, so that it takes over from no other; absent if that is not
   * checked.
   */
  isPaused?: (engine: string) => boolean
  /** The server that had a slot for this task when an earlier start was interrupted: the job may be there. */
  placedAt?: string
}

/**
 * A result's bytes, or the provider's URL of them, which we copy before the task counts as a success. A URL may come
 * from anyone, so it is read through the guard; a stream comes from a server that the operator named.
 */
export type EngineBytes =
  | {
      from: 'memory'
      bytes: Uint8Array
      /** Returns the memory: the bytes are gone. May be called twice; absent if it is not counted. */
      discard?(): Promise<void>
    }
  | { from: 'url'; url: string }
  | {
      from: 'stream'
      /** Begins to read; may be called again after a failure. The signal ends it at any time. */
      open(signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>>
      /** Removes files that the engine left on this machine; absent if there are none. May be called twice. */
      discard?(): Promise<void>
      /** The receipt's warnings about these bytes, once they were read completely. */
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
 * Why a start came to nothing, which decides what happens next.
 * - `away`: the provider cannot be reached, or says that it takes no work now, and nothing was started. A restart or a
 *   short outage looks like this, so it is worth minutes of patience; when that is over, the failure's own code
 *   (`provider_unavailable`) is the task's.
 * - `busy`: it answered, and asks us to come back after `retryAfterMs`. Nothing was started.
 * - `no-credit`, `credentials`, `refused`: nothing was started, and waiting changes nothing.
 * - `unknown`: it may be at work. It must not be asked a second time unless the engine is safe to restart.
 */
export type FailureReason = 'away' | 'busy' | 'no-credit' | 'credentials' | 'refused' | 'unknown'

/** A failure at the provider. `final: false` marks an error that may be temporary; it is believed when it repeats. */
export type EngineFailure = {
  kind: 'failed'
  code: TaskErrorCode
  message: string
  final: boolean
  /** The provider asks us to come back after this time; such a wait is no evidence against the job. */
  retryAfterMs?: number
  /** True only if nothing can have been started, so that a fallback may be asked. */
  notStarted?: boolean
  /** The reason, from engines that can tell. */
  reason?: FailureReason
  /** Not the provider's failure: the job may be fine, and billed. */
  ourOwn?: true
}

/** What a provider says about a job. */
export type EngineState =
  | {
      kind: 'running'
      operation: Operation
      progress?: number
      checkAgainMs: number
      /** Nobody answered: the last known state was running. */
      isAway?: true
    }
  | {
      kind: 'done'
      outputs: EngineOutput[]
      warnings?: string[]
      /** The model that made it, if it was not the job's model: its price applies. */
      madeBy?: string
    }
  | EngineFailure

/**
 * The outcome of a cancellation: the provider accepted it; the job was already over, or is unknown there; or the
 * provider has no way to stop it, so that it continues and is billed.
 */
export type CancelOutcome = 'stopped' | 'already over' | 'cannot'

/** The result of a check of a provider, in words for the operator; `more` has one line for each part. */
export type Probe = {
  ok: boolean
  detail: string
  more?: readonly { what: string; ok: boolean; detail: string }[]
  /** The shutdown days of models, according to the provider, by its own names for them. */
  shutdowns?: ReadonlyMap<string, string>
}

/** One of several servers behind an engine; its id is the engine's, an `@`, and its host and port. */
export type EngineServer = {
  id: string
  isReady: boolean
  /** The maximum number of its concurrent jobs. */
  room: number
}

/** Anything that makes images or videos. Foreign terms and errors stop at its edge. */
export interface Engine {
  readonly id: string
  /** True if a second start with the same start key is harmless: local engines, providers that honour the key. */
  readonly safeToRestart: boolean
  /** True if making something again costs nothing but time: a job that such an engine lost is started again. */
  readonly free?: boolean
  /**
   * True if the work is done in this process and ends with the signal. Any other start is awaited for a while after its
   * task has ended: if it is interrupted, it may leave a job whose id nobody knows, and that nobody can stop.
   */
  readonly inProcess?: boolean
  /** True if `onPreview` is called during the work. */
  readonly givesPreviews?: boolean
  /** How many tasks of this engine may run at once in this process. */
  readonly concurrency: number
  /** How many jobs it may have at once over every process, exactly; absent if only `concurrency` applies. */
  readonly fleetConcurrency?: number
  start(job: EngineJob, watch: EngineWatch): Promise<EngineState>
  /** Asks for the state of an operation that `start` returned, perhaps in another process. */
  status(operation: Operation, job: EngineJob, watch: EngineWatch): Promise<EngineState>
  /**
   * Stops an operation as well as the provider can, and returns the outcome; undefined for engines that cannot tell. It
   * throws if the provider did not respond or had other problems: then a retry is worthwhile.
   */
  cancel(operation: Operation, model: Model): Promise<CancelOutcome | void>
  /**
   * The operation that a start with this key leads to, without a call; for engines whose handle follows from the key.
   */
  find?(startKey: string, model: Model): Operation | undefined
  /** Whether a start would be tried now; absent means always. */
  ready?(): boolean
  /** Why it is paused at this moment, if that is known. */
  restsFor?(): FailureReason | undefined
  /** The servers behind it, each with its own limit; absent if there is one. */
  servers?(): readonly EngineServer[]
  /**
   * How many jobs it may have at once right now: less than `fleetConcurrency` while a server is unavailable or drained.
   */
  fleetRoom?(isPaused: (server: string) => boolean): number
  /** Checks, at no cost, whether the provider can be reached and has what its models need. */
  probe?(signal: AbortSignal): Promise<Probe>
  close(): Promise<void>
}

/** The available models, by the names that tasks and callers use. */
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
  /** The model of a task, even if it has retired since: accepted tasks are completed. */
  find(kind: Model['kind'], id: string): Model | undefined
  /** The model that a caller names, perhaps by an alias; even a retired one, so that the message can say so. */
  named(kind: Model['kind'], name: string): Model | undefined
  /** The models that callers may use now. */
  list(): readonly Model[]
  /** Those and the retired ones. */
  all(): readonly Model[]
  /** The providers with ready-made models, and the available models of each, turned on or not. */
  providers(): readonly OfferedProvider[]
  engine(id: string): Engine | undefined
  engines(): readonly Engine[]
}
