import { STOP_WITHIN_MS, stopJob, type StopJobDeps } from '../actions/running/stop-job.ts'
import type { Stop } from '../core/tasks/stop.ts'
import type { Bell } from '../ports/runtime.ts'
import { workLoop, type Worker } from './loop.ts'

const LOOK_EVERY_MS = 1_000
// A cancellation that waits is a socket; providers that are away must not hold up the others.
const CONCURRENCY = 64
const BATCH = 32

/** Stops jobs at their providers whose tasks have ended. */
export function stopWorker(deps: StopJobDeps & { bell: Bell }): Worker {
  return workLoop<Stop>({
    ...deps,
    name: 'stops',
    topic: 'stops',
    concurrency: CONCURRENCY,
    lookEveryMs: LOOK_EVERY_MS,
    claim: (room) => {
      const now = deps.clock.now()
      return deps.store.stops.take({ now, until: now + 2 * STOP_WITHIN_MS, limit: Math.min(room, BATCH) })
    },
    work: (stop, drain) => stopJob(deps, stop, drain),
  })
}
