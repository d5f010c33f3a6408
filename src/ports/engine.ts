import type { TaskErrorCode } from '../core/errors.ts'
import type { Model } from '../core/model.ts'
import type { EffectiveParameters, Operation } from '../core/task.ts'
import type { ImageFacts, Pixels } from './images.ts'

/** An input image, read only when the engine wants it. */
export type EngineReference = ImageFacts & {
  role: string
  bytes(): Promise<Uint8Array>
  pixels(maxSide: number): Promise<Pixels>
}

export type EngineJob = {
  taskId: string
  model: Model
  prompt: string
  parameters: EffectiveParameters
  references: readonly EngineReference[]
  /** The same on every start of this task: a provider that honours it starts once. */
  startKey: string
}

/** How the service follows an engine: a signal that ends the work, and progress from 0 to 100. */
export type EngineWatch = { signal: AbortSignal; onProgress: (percent: number) => void }

/**
 * A result's bytes, or the provider's address of them, which we copy before we call the task a success. An address may
 * come from anyone, so it is read through the guard; a stream comes from a server that the operator named.
 */
export type EngineBytes =
  | { from: 'memory'; bytes: Uint8Array }
  | { from: 'url'; url: string }
  | { from: 'stream'; open(): Promise<AsyncIterable<Uint8Array>> }

export type EngineOutput = {
  content: EngineBytes
  cover?: EngineBytes
  width?: number
  height?: number
  durationMs?: number
}

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
  /** True when nobody was there to ask, as while a server restarts: it says nothing about the job or the request. */
  away?: boolean
}

/** What a provider says of a job. */
export type EngineState =
  | { kind: 'running'; operation: Operation; progress?: number; checkAgainMs: number }
  | { kind: 'done'; outputs: EngineOutput[]; warnings?: string[] }
  | EngineFailure

/** What a look at a provider found, in words for the operator; `more` has one line for each thing that was looked at. */
export type Probe = {
  ok: boolean
  detail: string
  more?: readonly { what: string; ok: boolean; detail: string }[]
}

/** Whatever makes images or videos. Foreign words and foreign errors stop at its edge. */
export interface Engine {
  readonly id: string
  /** True when a second start with the same start key does no harm: local engines, providers that honour the key. */
  readonly safeToRestart: boolean
  /** How many tasks of this engine may be in work at once in this process. */
  readonly concurrency: number
  /** How many may be in work at once over every process, exactly; absent means that only `concurrency` holds. */
  readonly fleetConcurrency?: number
  start(job: EngineJob, watch: EngineWatch): Promise<EngineState>
  /** Asks after an operation that `start` returned, perhaps in another process. */
  status(operation: Operation, job: EngineJob, watch: EngineWatch): Promise<EngineState>
  /** Stops an operation as well as the provider can. */
  cancel(operation: Operation, model: Model): Promise<void>
  /** Tells whether a start would be tried now; absent means always. */
  ready?(): boolean
  /** Tries, at no cost, whether the provider can be reached and has what its models need. */
  probe?(signal: AbortSignal): Promise<Probe>
  close(): Promise<void>
}

/** The models that callers may name. */
export interface Catalog {
  find(kind: Model['kind'], id: string): Model | undefined
  list(): readonly Model[]
  engine(id: string): Engine | undefined
  engines(): readonly Engine[]
}
