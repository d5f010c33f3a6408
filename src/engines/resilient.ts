import { AppError } from '../core/errors.ts'
import type { Model } from '../core/model.ts'
import { resolveSize } from '../core/size.ts'
import type { EffectiveParameters, Operation } from '../core/task.ts'
import type { Engine, EngineFailure, EngineJob, EngineState, EngineWatch } from '../ports/engine.ts'
import type { Clock } from '../ports/runtime.ts'

// A provider that failed to start this many jobs in a row is left alone for a while: every further try costs its
// caller time, and the provider has trouble enough.
const FAILURES_UNTIL_PAUSE = 3
const PAUSE_MS = 30_000

/** Engines that know when to leave a provider alone, and whom else to ask. */
export type Resilience = {
  clock: Clock
  /** The inner engine of a lane, for models that take over. */
  engineOf: (model: Model) => Engine | undefined
  modelOf: (kind: Model['kind'], id: string) => Model | undefined
  /** Whether every engine that may take over can be started twice without harm. */
  fallbacksAreSafe: boolean
}

/**
 * Adds two habits to an engine. After repeated failures to start, or when told to wait, it rests. And when a start is
 * known not to have happened, the models named as fallbacks are asked in turn; a start that may have happened never is.
 */
export function resilientEngine(inner: Engine, resilience: Resilience): Engine {
  const { clock } = resilience
  let failures = 0
  let restsUntil = 0

  const note = (state: EngineState): void => {
    if (state.kind !== 'failed' || state.notStarted !== true) {
      failures = 0
      return
    }
    failures++
    const pauseMs = state.retryAfterMs ?? (!state.final && failures >= FAILURES_UNTIL_PAUSE ? PAUSE_MS : 0)
    if (pauseMs > 0) restsUntil = Math.max(restsUntil, clock.now() + pauseMs)
  }

  const startOwn = async (job: EngineJob, watch: EngineWatch): Promise<EngineState> => {
    const restMs = restsUntil - clock.now()
    if (restMs > 0) return resting(restMs)
    const state = await inner.start(job, watch)
    note(state)
    return withLength(state, job.model)
  }

  const startFallback = async (job: EngineJob, watch: EngineWatch, id: string): Promise<EngineState | undefined> => {
    const model = resilience.modelOf(job.model.kind, id)
    const engine = model === undefined ? undefined : resilience.engineOf(model)
    const parameters = model === undefined ? undefined : fit(job, model)
    if (model === undefined || engine === undefined || parameters === undefined) return undefined
    const state = withLength(await engine.start({ ...job, model, parameters }, watch), model)
    switch (state.kind) {
      case 'running':
        return { ...state, operation: { fallback: id, operation: state.operation } }
      case 'done':
        return { ...state, warnings: [...(state.warnings ?? []), madeBy(job, id)] }
      case 'failed':
        return state
    }
  }

  return {
    ...inner,
    // A fallback may have been asked in a start that was cut off, and the first engine's promise does not bind it.
    safeToRestart: inner.safeToRestart && resilience.fallbacksAreSafe,
    async start(job, watch) {
      let state = await startOwn(job, watch)
      for (const id of job.model.fallbacks ?? []) {
        if (!isNotStarted(state)) return state
        state = (await startFallback(job, watch, id)) ?? state
      }
      return state
    },
    async status(operation, job, watch) {
      const via = fallbackIn(operation)
      if (via === undefined) return withLength(await inner.status(operation, job, watch), job.model)
      const model = resilience.modelOf(job.model.kind, via.id)
      const engine = model === undefined ? undefined : resilience.engineOf(model)
      if (model === undefined || engine === undefined) return gone(via.id)
      const parameters = fit(job, model) ?? job.parameters
      const state = withLength(await engine.status(via.operation, { ...job, model, parameters }, watch), model)
      if (state.kind === 'running') return { ...state, operation: { fallback: via.id, operation: state.operation } }
      return state.kind === 'done' ? { ...state, warnings: [...(state.warnings ?? []), madeBy(job, via.id)] } : state
    },
    async cancel(operation, model) {
      const via = fallbackIn(operation)
      const other = via === undefined ? undefined : resilience.modelOf(model.kind, via.id)
      if (via === undefined || other === undefined) return inner.cancel(operation, model)
      return resilience.engineOf(other)?.cancel(via.operation, other)
    },
    ready: () => restsUntil <= clock.now() && inner.ready?.() !== false,
  }
}

/** A clip whose provider does not tell its length is as long as was asked for: that is what is counted and paid. */
function withLength(state: EngineState, { kind, seconds }: Model): EngineState {
  if (state.kind !== 'done' || kind !== 'video' || seconds === undefined) return state
  return { ...state, outputs: state.outputs.map((output) => ({ durationMs: seconds * 1000, ...output })) }
}

function isNotStarted(state: EngineState): state is EngineFailure {
  return state.kind === 'failed' && state.notStarted === true
}

function fallbackIn(operation: Operation): { id: string; operation: Operation } | undefined {
  const { fallback, operation: inner } = operation
  return typeof fallback === 'string' ? { id: fallback, operation: inner as Operation } : undefined
}

/** What was decided for the first model, in the terms of another; undefined when the other cannot make it. */
function fit(job: EngineJob, model: Model): EffectiveParameters | undefined {
  if (job.references.length > model.maxReferences) return undefined
  const { ratio, width, height, resolution, seed } = job.parameters
  if (seed !== null && model.seed === 'none') return undefined
  const size = width === null || height === null ? resolution : `${width}x${height}`
  try {
    const { warnings: _, ...fitted } = resolveSize(model.sizes, {
      aspectRatio: size === null || size === resolution ? ratio : null,
      size,
    })
    return { ...fitted, seed }
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

function madeBy(job: EngineJob, id: string): string {
  return `model: '${job.model.id}' could not be started, so '${id}' made this`
}

function resting(restMs: number): EngineFailure {
  return {
    kind: 'failed',
    code: 'provider_error',
    message: 'The provider has trouble and is left alone for a while.',
    final: false,
    retryAfterMs: restMs,
    notStarted: true,
  }
}

function gone(id: string): EngineFailure {
  const message = `The model '${id}', which had taken over, is no longer offered.`
  return { kind: 'failed', code: 'provider_error', message, final: true }
}
