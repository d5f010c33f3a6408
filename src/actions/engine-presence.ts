import type { EngineState } from '../ports/engine.ts'
import type { Log } from '../ports/runtime.ts'

/** Tells the operator once when an engine goes away, and once when it is back, however many tasks find out. */
export type EnginePresence = { note(state: EngineState): void }

export function enginePresence(log: Log, engine: string): EnginePresence {
  let away = false
  return {
    note(state) {
      const isAway = state.kind === 'failed' && state.reason === 'away'
      if (isAway === away) return
      away = isAway
      if (state.kind === 'failed' && isAway) log.warn('an engine is away', { engine, reason: state.message })
      else log.info('an engine is back', { engine })
    },
  }
}
