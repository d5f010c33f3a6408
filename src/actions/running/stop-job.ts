import type { Model } from '../../core/tasks/model.ts'
import type { Stop } from '../../core/tasks/stop.ts'
import type { Operation, Task } from '../../core/tasks/task.ts'
import type { CancelOutcome, Catalog, Engine } from '../../ports/engine.ts'
import type { Files } from '../../ports/files.ts'
import type { Images } from '../../ports/images.ts'
import type { Clock, Log } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import { engineJob } from './engine-job.ts'

export type StopJobDeps = {
  store: Pick<Store, 'tasks' | 'stops' | 'files'>
  catalog: Catalog
  files: Files
  images: Images
  clock: Clock
  log: Log
}

const PAUSE_MS = { shortest: 1_000, longest: 5 * 60_000 }
// No job runs longer: what could not be stopped by then has ended by itself.
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000
// An engine has its own limit for a cancellation; this one is for an engine that hangs.
export const STOP_WITHIN_MS = 30_000

/** Stops a job at its provider, or puts that off, until the provider has answered or the job is over. */
export async function stopJob(deps: StopJobDeps, stop: Stop, signal: AbortSignal): Promise<void> {
  const task = await deps.store.tasks.find(stop.taskId)
  // Another worker carried the same job to its end.
  if (task?.status === 'success') return deps.store.stops.remove(stop)
  const { clock, log } = deps
  const end = await within(clock, signal, tryToStop(deps, stop, task)).catch((error: unknown) => {
    log.debug('a job could not be stopped yet', { ...named(stop), error })
    return undefined
  })
  if (end === undefined && clock.now() - stop.createdAt < GIVE_UP_AFTER_MS) {
    const pauseMs = Math.min(PAUSE_MS.longest, PAUSE_MS.shortest * 2 ** Math.min(20, stop.tries - 1))
    return deps.store.stops.putOff(stop, clock.now() + pauseMs)
  }
  await deps.store.stops.remove(stop)
  const words = WORDS[end ?? 'given up']
  log[words.level](words.says, { ...named(stop), tries: stop.tries })
}

type End = CancelOutcome | 'unknown' | 'given up'

const WORDS: Record<End, { level: 'info' | 'warn'; says: string }> = {
  stopped: { level: 'info', says: 'a job was stopped at its provider' },
  'already over': { level: 'info', says: 'a job had ended before it could be stopped' },
  cannot: { level: 'warn', says: 'a provider cannot stop a job, which continues and is billed' },
  unknown: { level: 'warn', says: 'a start was interrupted: its job may be running, but its id is unknown' },
  'given up': { level: 'warn', says: 'a job could not be stopped within a day; no more attempts are made' },
}

function named({ taskId, engine, model }: Stop): { taskId: string; engine: string; model: string } {
  return { taskId, engine, model }
}

/** The outcome; undefined if another attempt is worthwhile. */
async function tryToStop(deps: StopJobDeps, stop: Stop, task: Task | undefined): Promise<End | undefined> {
  const engine = deps.catalog.engine(stop.engine)
  const model = deps.catalog.find(stop.kind, stop.model)
  // Another process may know it, or this one may after its next start.
  if (engine === undefined || model === undefined) return undefined
  const operation = stop.operation ?? found(engine, model, task)
  if (operation === undefined) return 'unknown'
  const outcome = (await engine.cancel(operation, model)) ?? 'stopped'
  if (outcome !== 'cannot') return outcome
  // It continues. How long matters only if its slot is counted.
  const capped = (deps.catalog.engine(stop.lane) ?? engine).fleetConcurrency !== undefined
  if (!capped || task === undefined) return outcome
  return (await isOver(deps, { engine, model, task, operation })) ? outcome : undefined
}

function found(engine: Engine, model: Model, task: Task | undefined): Operation | undefined {
  const startKey = task?.startKey ?? null
  return startKey === null ? undefined : engine.find?.(startKey, model)
}

type Asked = { engine: Engine; model: Model; task: Task; operation: Operation }

async function isOver(deps: StopJobDeps, { engine, model, task, operation }: Asked): Promise<boolean> {
  const signal = AbortSignal.timeout(STOP_WITHIN_MS)
  const job = await engineJob(deps, task, model, signal)
  const state = await engine.status(operation, job, { signal, onProgress: () => undefined })
  if (state.kind !== 'done') return state.kind === 'failed' && state.final
  for (const { content } of state.outputs) if (content.from === 'stream') await content.discard?.()
  return true
}

async function within<T>(clock: Clock, signal: AbortSignal, call: Promise<T>): Promise<T> {
  const done = new AbortController()
  const late = clock.sleep(STOP_WITHIN_MS, AbortSignal.any([signal, done.signal])).then(() => {
    throw new Error('the engine did not respond in time')
  })
  try {
    return await Promise.race([call, late])
  } finally {
    done.abort()
    late.catch(() => undefined)
  }
}
