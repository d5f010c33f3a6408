import type { Engine, EngineState } from '../ports/engine.ts'
import type { Clock } from '../ports/runtime.ts'
import type { Meters, StartResult } from '../ports/telemetry.ts'

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
