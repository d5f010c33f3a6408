import type { EngineState } from '../ports/engine.ts'
import { insist } from './insist.ts'
import type { RunTaskDeps, TaskRun } from './task-run.ts'

/** Enters a job that nobody waits for among those to be stopped. */
export async function stopLater(
  deps: RunTaskDeps,
  { task }: TaskRun,
  { operation }: Extract<EngineState, { kind: 'running' }>,
): Promise<void> {
  const { id: taskId, engine, guestOf, kind, model } = task
  const now = deps.clock.now()
  const times = { createdAt: now, nextRunAt: now, tries: 0 }
  const stop = { taskId, engine, lane: guestOf ?? engine, kind, model, operation, ...times }
  await insist(deps, () => deps.store.stops.add(stop))
  deps.bell.ring('stops')
}
