import { AppError } from '../core/errors.ts'
import type { Model } from '../core/tasks/model.ts'
import { checkPromptLength } from '../core/tasks/generation-request.ts'
import { carrySize } from '../core/tasks/resolution.ts'
import { roleAt, takesPictures } from '../core/tasks/roles.ts'
import { resolveSize } from '../core/tasks/size.ts'
import { checkSettings, effectiveSettings } from '../core/tasks/takes.ts'
import type { Operation } from '../core/tasks/task.ts'
import type { Engine, EngineFailure, EngineJob, EngineState, EngineWatch, FailureReason } from '../ports/engine.ts'
import type { Clock } from '../ports/runtime.ts'

// Jobs at a provider that is full take seconds at least.
const FULL_PAUSE_MS = 5_000

/** The fallbacks. */
export type Resilience = {
  /** The engine of a lane with its own breaker, for fallback models. */
  engineOf: (model: Model) => Engine | undefined
  modelOf: (kind: Model['kind'], id: string) => Model | undefined
  /** Whether every fallback engine can be started twice without harm. */
  fallbacksAreSafe: boolean
}

/**
 * If a start is known not to have happened, the fallback models are asked in turn; a start that may have happened is
 * never repeated.
 */
export function resilientEngine(inner: Engine, resilience: Resilience): Engine {
  const startFallback = async (job: EngineJob, watch: EngineWatch, id: string): Promise<EngineState | undefined> => {
    const model = resilience.modelOf(job.model.kind, id)
    const engine = model === undefined ? undefined : resilience.engineOf(model)
    const fitted = model === undefined ? undefined : fit(job, model)
    if (model === undefined || engine === undefined || fitted === undefined) return undefined
    if (watch.isPaused?.(model.engine) === true) return noRoom()
    if ((await watch.placeAt?.(engine)) === false) return noRoom()
    return by(id, job, fitted, await engine.start(fitted.job, watch))
  }

  return {
    ...inner,
    // A fallback may have been asked in an interrupted start, and the first engine's promise does not cover it.
    safeToRestart: inner.safeToRestart && resilience.fallbacksAreSafe,
    async start(job, watch) {
      let state = withLength(await inner.start(job, watch), job)
      let later = isNotStarted(state) && !state.final ? state : undefined
      for (const id of job.model.fallbacks ?? []) {
        if (!isNotStarted(state)) return state
        state = (await startFallback(job, watch, id)) ?? state
        if (isNotStarted(state) && !state.final) later = state
      }
      // An engine that has no room now may have some soon: the task waits for it, even if others refused for good.
      return isNotStarted(state) && state.final ? (later ?? state) : state
    },
    async status(operation, job, watch) {
      const via = fallbackIn(operation)
      if (via === undefined) return withLength(await inner.status(operation, job, watch), job)
      const model = resilience.modelOf(job.model.kind, via.id)
      const engine = model === undefined ? undefined : resilience.engineOf(model)
      if (model === undefined || engine === undefined) return gone(via.id)
      const fitted = fit(job, model) ?? { job: { ...job, model }, warnings: [] }
      return by(via.id, job, fitted, await engine.status(via.operation, fitted.job, watch))
    },
    async cancel(operation, model) {
      const via = fallbackIn(operation)
      const other = via === undefined ? undefined : resilience.modelOf(model.kind, via.id)
      if (via === undefined || other === undefined) return inner.cancel(operation, model)
      return resilience.engineOf(other)?.cancel(via.operation, other)
    },
    // A start that was cut off may have come to a fallback, of which this engine's own key tells nothing.
    find: (startKey, model) => ((model.fallbacks ?? []).length > 0 ? undefined : inner.find?.(startKey, model)),
  }
}

/** A clip whose provider does not tell its length is as long as was asked for: that is what is counted and paid. */
function withLength(state: EngineState, { model, parameters }: EngineJob): EngineState {
  const { kind } = model
  const seconds = parameters.settings?.seconds ?? model.seconds
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

type Fitted = { job: EngineJob; warnings: string[] }

/** A job in the terms of another model: its sizes, and what it takes the pictures for; undefined when it cannot make it. */
function fit(job: EngineJob, model: Model): Fitted | undefined {
  if (
    !takesPictures(
      model,
      job.references.map(({ named }) => (named === undefined ? {} : { role: named })),
    )
  )
    return undefined
  const { seed } = job.parameters
  if (seed !== null && model.seed === 'none') return undefined
  try {
    checkPromptLength(model, job.prompt)
    checkSettings(model, job.settings)
    const settings = effectiveSettings(model, job.settings)
    const { warnings, ...fitted } = resolveSize(model.sizes, carrySize(job.parameters))
    const references = job.references.map((reference, position) => ({
      ...reference,
      role: reference.named ?? roleAt(model, position),
    }))
    return {
      job: {
        ...job,
        model,
        references,
        parameters: { ...fitted, seed, ...(settings === undefined ? {} : { settings }) },
      },
      warnings,
    }
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

/** What another model's engine says, as it is told of the first one's job. */
function by(id: string, job: EngineJob, fitted: Fitted, said: EngineState): EngineState {
  const state = withLength(said, fitted.job)
  switch (state.kind) {
    case 'running':
      return { ...state, operation: { fallback: id, operation: state.operation } }
    case 'done': {
      const line = `model: '${job.model.id}' could not be started, so '${id}' was used`
      return { ...state, warnings: [...(state.warnings ?? []), ...fitted.warnings, line], madeBy: id }
    }
    case 'failed':
      return state
  }
}

/** Nothing was asked: the engine has as much to do as it may. */
export function noRoom(): EngineFailure {
  return {
    kind: 'failed',
    code: 'provider_error',
    message: 'The provider has reached its limit of concurrent jobs.',
    final: false,
    notStarted: true,
    reason: 'busy',
    retryAfterMs: FULL_PAUSE_MS,
  }
}

function gone(id: string): EngineFailure {
  const message = `The fallback model '${id}', which took over, is no longer offered.`
  return { kind: 'failed', code: 'provider_error', message, final: true }
}

// A provider that failed to start this many jobs in a row is left alone for a while: every further try costs its
// caller time, and the provider has trouble enough.
const FAILURES_UNTIL_PAUSE = 3
const PAUSE_MS = 30_000

/** A circuit breaker: after repeated failures to start, or when told to wait, the engine rests. */
export function withBreaker(inner: Engine, clock: Clock): Engine {
  let failures = 0
  let restsUntil = 0
  let restsFor: FailureReason = 'away'

  const note = (state: EngineState): void => {
    // A provider that refuses a job has answered, so it is well: callers who ask for nonsense rest nobody.
    if (state.kind !== 'failed' || state.notStarted !== true || state.final) {
      failures = 0
      return
    }
    failures++
    const pauseMs = state.retryAfterMs ?? (failures >= FAILURES_UNTIL_PAUSE ? PAUSE_MS : 0)
    if (pauseMs <= 0) return
    restsUntil = Math.max(restsUntil, clock.now() + pauseMs)
    restsFor = state.reason ?? 'away'
  }

  return {
    ...inner,
    async start(job, watch) {
      const restMs = restsUntil - clock.now()
      if (restMs > 0) return resting(restMs, restsFor)
      const state = await inner.start(job, watch)
      note(state)
      return state
    },
    ready: () => restsUntil <= clock.now() && inner.ready?.() !== false,
    restsFor: () => (restsUntil > clock.now() ? restsFor : undefined),
  }
}

function resting(restMs: number, reason: FailureReason): EngineFailure {
  return {
    kind: 'failed',
    code: reason === 'busy' ? 'provider_error' : 'provider_unavailable',
    message: 'The provider keeps failing, so no jobs are sent to it for a while.',
    final: false,
    retryAfterMs: restMs,
    notStarted: true,
    reason,
  }
}
