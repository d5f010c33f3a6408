import type { Engine, EngineState } from '../ports/engine.ts'
import type { Clock } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import type { DeliveryResult } from '../ports/store/deliveries.ts'
import type { AttemptResult, Meters, StartResult } from '../ports/telemetry.ts'

/** The same engine, with its starts counted. */
export function meteredEngine(engine: Engine, meters: Meters, clock: Pick<Clock, 'elapsed'>): Engine {
  return {
    ...engine,
    async start(job, watch) {
      const begun = clock.elapsed()
      let result: StartResult = 'error'
      try {
        const state = await engine.start(job, watch)
        result = resultOf(state)
        return state
      } finally {
        meters.engineStart(engine.id, result, clock.elapsed() - begun)
      }
    },
  }
}

function resultOf(state: EngineState): StartResult {
  if (state.kind === 'failed') return state.reason ?? 'failed'
  return state.kind === 'running' ? 'started' : 'done'
}

/** The same store; what is written to it is counted once it is written. */
export function meteredStore(store: Store, meters: Meters): Store {
  const { queue, deliveries } = store
  return {
    ...store,
    queue: {
      ...queue,
      async insert(entry, seat) {
        const outcome = await queue.insert(entry, seat)
        if (outcome.kind === 'inserted') for (const { task } of [entry, ...(entry.others ?? [])]) meters.accepted(task)
        return outcome
      },
    },
    deliveries: {
      ...deliveries,
      async record(lease, result) {
        const stored = await deliveries.record(lease, result)
        if (stored) meters.attempt(attemptResult(result), result.attempt.durationMs)
        return stored
      },
    },
  }
}

function attemptResult({ status }: DeliveryResult): AttemptResult {
  if (status === 'delivered') return 'delivered'
  return status === 'dead' ? 'given_up' : 'failed'
}
