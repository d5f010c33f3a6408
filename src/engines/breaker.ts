import type { Engine, EngineFailure, EngineState, FailureReason } from '../ports/engine.ts'
import type { Clock } from '../ports/runtime.ts'

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
  }
}

function resting(restMs: number, reason: FailureReason): EngineFailure {
  return {
    kind: 'failed',
    code: reason === 'busy' ? 'provider_error' : 'provider_unavailable',
    message: 'The provider has trouble and is left alone for a while.',
    final: false,
    retryAfterMs: restMs,
    notStarted: true,
    reason,
  }
}
