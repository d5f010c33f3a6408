import type { Engine, EngineFailure, EngineState } from '../ports/engine.ts'
import type { Clock } from '../ports/runtime.ts'

// Whoever asks after a job asks soon after the time it was told; a place whose job nobody asks after is free again.
const GRACE_MS = 30_000
const FULL_PAUSE_MS = 5_000

type Place = { guest: boolean; untilMs: number }

/** An engine with places: jobs that came by way of another lane are its guests. */
export type CountedEngine = Engine & {
  /** Starts a guest, or tells that there is no room for it. */
  startGuest: Engine['start']
}

/**
 * Keeps an engine's cap when it also serves as a fallback. Claims count the tasks of its own lane alone, so the jobs that
 * come from other lanes are counted here, in this process; while there are any, its own tasks need a place as well.
 */
export function countedEngine(inner: Engine, cap: number, clock: Clock): CountedEngine {
  const places = new Map<string, Place>()

  const taken = (): Place[] => {
    for (const [taskId, { untilMs }] of places) if (untilMs <= clock.now()) places.delete(taskId)
    return [...places.values()]
  }
  const hold = (taskId: string, state: EngineState, guest: boolean): EngineState => {
    if (state.kind === 'running') places.set(taskId, { guest, untilMs: clock.now() + state.checkAgainMs + GRACE_MS })
    else places.delete(taskId)
    return state
  }
  const startAs =
    (guest: boolean): Engine['start'] =>
    async (job, watch) => {
      places.delete(job.taskId)
      const others = taken()
      const full = others.length >= cap && (guest || others.some((place) => place.guest))
      if (full) return noRoom()
      places.set(job.taskId, { guest, untilMs: Infinity })
      try {
        return hold(job.taskId, await inner.start(job, watch), guest)
      } catch (error) {
        places.delete(job.taskId)
        throw error
      }
    }

  return {
    ...inner,
    start: startAs(false),
    startGuest: startAs(true),
    async status(operation, job, watch) {
      const guest = places.get(job.taskId)?.guest ?? false
      return hold(job.taskId, await inner.status(operation, job, watch), guest)
    },
  }
}

/** Nothing was asked: the engine has as much to do as it may. */
export function noRoom(): EngineFailure {
  return {
    kind: 'failed',
    code: 'provider_error',
    message: 'The provider has as many jobs as it may have at once.',
    final: false,
    notStarted: true,
    reason: 'busy',
    retryAfterMs: FULL_PAUSE_MS,
  }
}
