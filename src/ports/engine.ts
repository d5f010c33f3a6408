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

/** A result's bytes, or the provider's address of them, which we copy before we call the task a success. */
export type EngineBytes = { from: 'memory'; bytes: Uint8Array } | { from: 'url'; url: string }

export type EngineOutput = {
  content: EngineBytes
  cover?: EngineBytes
  width?: number
  height?: number
  durationMs?: number
}

/** What a provider says of a job. `final: false` marks an error that may pass; it is believed when it repeats. */
export type EngineState =
  | { kind: 'running'; operation: Operation; progress?: number; checkAgainMs: number }
  | { kind: 'done'; outputs: EngineOutput[]; warnings?: string[] }
  | { kind: 'failed'; code: TaskErrorCode; message: string; final: boolean }

/** Whatever makes images or videos. Foreign words and foreign errors stop at its edge. */
export interface Engine {
  readonly id: string
  /** True when a second start with the same start key does no harm: local engines, providers that honour the key. */
  readonly safeToRestart: boolean
  /** How many tasks of this engine may be in work at once in this process. */
  readonly concurrency: number
  start(job: EngineJob, watch: EngineWatch): Promise<EngineState>
  /** Asks after an operation that `start` returned, perhaps in another process. */
  status(operation: Operation, job: EngineJob, watch: EngineWatch): Promise<EngineState>
  /** Stops an operation as well as the provider can. */
  cancel(operation: Operation, model: Model): Promise<void>
  close(): Promise<void>
}

/** The models that callers may name. */
export interface Catalog {
  find(kind: Model['kind'], id: string): Model | undefined
  list(): readonly Model[]
  engine(id: string): Engine | undefined
  engines(): readonly Engine[]
}
