import { pseudonym } from '../../core/money/account.ts'
import type { Model } from '../../core/tasks/model.ts'
import type { Task } from '../../core/tasks/task.ts'
import type { EngineJob, EngineState, EngineWatch } from '../../ports/engine.ts'
import type { Clock, Log } from '../../ports/runtime.ts'
import { retryUntilStored } from './retry-until-stored.ts'
import { engineReferences } from './prepare-task.ts'
import { previewKeeper } from './previews.ts'
import type { RunTaskDeps, TaskRun } from './task-run.ts'

// Reporting progress more often would cost more than it is worth.
const PROGRESS_EVERY_MS = 500

type JobDeps = Parameters<typeof engineReferences>[0] & { clock: Clock; log: Log }

/** A task in the terms of its engine. */
export async function engineJob(deps: JobDeps, task: Task, model: Model, signal: AbortSignal): Promise<EngineJob> {
  const { id: taskId, prompt, effective, settings, startKey } = task
  if (effective === null || startKey === null) throw new Error(`task ${taskId} was started without being prepared`)
  // A start key is on disk by now: giving up here would look like a start that may have happened.
  const references = await retryUntilStored(deps, () => engineReferences(deps, task, model), signal)
  const job = { taskId, model, prompt, parameters: effective, settings, references, startKey }
  return task.endUser === null ? job : { ...job, endUser: pseudonym(task.keyId, task.endUser) }
}

/** How the run follows its engine until the engine has answered. */
export function engineWatch(deps: RunTaskDeps, run: TaskRun, signal: AbortSignal, answered: AbortSignal): EngineWatch {
  const lease = { id: run.task.id, token: run.token }
  let latest = run.task.progress
  let stored = latest
  let nextAt = 0
  const store = (): void => {
    if (latest <= stored || answered.aborted) return
    stored = latest
    nextAt = deps.clock.elapsed() + PROGRESS_EVERY_MS
    // Progress is a hint: a failed write is no reason to stop the work, and not worth a retry.
    deps.store.queue.advance(lease, { progress: latest }).then(
      () => deps.bell.ring(`task:${lease.id}`),
      (error: unknown) => deps.log.debug('progress not stored', { taskId: lease.id, error }),
    )
  }
  let isWaiting = false
  // A report that comes too soon is stored later: people look at the last report before a long step.
  const storeLater = async (waitMs: number): Promise<void> => {
    isWaiting = true
    await deps.clock.sleep(waitMs, answered, { keepsProcess: false })
    isWaiting = false
    store()
  }
  const onProgress = (percent: number): void => {
    latest = Math.max(latest, Math.min(99, Math.floor(percent)))
    const waitMs = nextAt - deps.clock.elapsed()
    if (waitMs <= 0) store()
    else if (!isWaiting && latest > stored) void storeLater(waitMs)
  }
  const placeAt: EngineWatch['placeAt'] = async ({ id: engine, fleetConcurrency: cap, inProcess = false }) => {
    if (!inProcess) run.hasLeftProcess = true
    if (cap === undefined) return true
    const taken = await retryUntilStored(deps, () => deps.store.queue.takePlace(lease, { engine, cap }), run.signal)
    if (taken) run.task = { ...run.task, guestOf: engine }
    return taken
  }
  const onPreview = previewKeeper(deps, run.task, run.engine)
  const isPaused = (engine: string): boolean => deps.pauses?.has(engine) === true
  return { signal, onProgress, placeAt, isPaused, ...(onPreview === undefined ? {} : { onPreview }) }
}

/** Adds a job that nobody waits for to those that must be stopped. */
export async function stopLater(
  deps: RunTaskDeps,
  { task }: TaskRun,
  { operation }: Extract<EngineState, { kind: 'running' }>,
): Promise<void> {
  const { id: taskId, engine, guestOf, kind, model } = task
  const now = deps.clock.now()
  const times = { createdAt: now, nextRunAt: now, tries: 0 }
  const stop = { taskId, engine, lane: guestOf ?? engine, kind, model, operation, ...times }
  await retryUntilStored(deps, () => deps.store.stops.add(stop))
  deps.bell.ring('stops')
}
