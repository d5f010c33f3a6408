import type { Model } from '../../core/tasks/model.ts'
import type { Task } from '../../core/tasks/task.ts'
import type { Catalog, Engine, EngineFailure, EngineState } from '../../ports/engine.ts'
import type { Clock, Log } from '../../ports/runtime.ts'
import type { OfferedSeat } from '../../ports/seats.ts'
import type { Store } from '../../ports/store.ts'
import type { TaskChange } from '../../ports/store/task-queue.ts'
import type { TracedStep, Tracer } from '../../ports/telemetry.ts'
import type { AnnounceDeps } from '../tasks/announce.ts'
import type { ModerationDeps } from './ask-moderator.ts'
import { retryUntilStored } from './retry-until-stored.ts'
import type { OutcomeDeps } from './outcome.ts'
import type { KnownPauses } from './pause-engine.ts'
import type { SaveDeps } from './save-outputs.ts'

/** Logs once when an engine becomes unavailable, and once when it is available again, however many tasks notice. */
export type EnginePresence = { note(state: EngineState): void }

export function enginePresence(log: Log, engine: string): EnginePresence {
  let away = false
  return {
    note(state) {
      const isAway = state.kind === 'failed' && state.reason === 'away'
      if (isAway === away) return
      away = isAway
      if (state.kind === 'failed' && isAway) log.warn('an engine is unavailable', { engine, reason: state.message })
      else log.info('an engine is available again', { engine })
    },
  }
}

/** Does a step of the work on a task inside a span of the task's trace, if it has one. */
export function tracedStep<T>(
  deps: { tracer?: Tracer | undefined },
  taskId: string,
  step: TracedStep,
  work: () => Promise<T>,
): Promise<T> {
  return deps.tracer === undefined ? work() : deps.tracer.step(taskId, step, work)
}

export type RunTaskDeps = SaveDeps &
  OutcomeDeps &
  AnnounceDeps &
  ModerationDeps & {
    store: Pick<Store, 'queue' | 'files' | 'stops'>
    catalog: Catalog
    /** Which engines operators have paused; absent if that is not checked. */
    pauses?: Pick<KnownPauses, 'has'>
  }

/** Why work on a task stops before its end. */
export type StopReason = 'lost' | 'timeout' | 'drain'

/** How the run is stopped from outside, and whom it informs. */
export type Watched = {
  /** Aborts once, with a `StopReason`. */
  signal: AbortSignal
  /** Aborts when the process stops, even if the signal has already aborted for another reason. */
  drain: AbortSignal
  /** When that happened, as elapsed time; undefined before. */
  drainedAt: () => number | undefined
  /** Called when the deadline of the run is known. */
  endAt: (time: number) => void
  presence: EnginePresence
  /** Called when the task no longer needs us, although an answer may still be awaited. */
  onOver: () => void
  /** A seat for the next task, filled by the write that ends this one. */
  seat: () => OfferedSeat | undefined
}

/** One owner's work on a task. `task` is replaced at every change, so that any code that ends it sees its progress. */
export type TaskRun = Watched & {
  task: Task
  model: Model
  engine: Engine
  token: string
  /** A start by another worker may be under way. */
  isTakenOver: boolean
  /** What is left to do at the provider if the run breaks off: it may have a job that is in no row. */
  settle?: () => Promise<void>
  /** Why a result is not kept yet; fits after "because". */
  heldUp?: string
  /** An engine outside this process was asked to start it. */
  hasLeftProcess?: boolean
}

/** Whether the start of this run led nowhere but to work in this process, which ends with its signal. */
export function staysInProcess({ engine, hasLeftProcess = false }: TaskRun): boolean {
  return engine.inProcess === true && !hasLeftProcess
}

/** Whether a start by another worker may have made a job, of which a failure of this run's start says nothing. */
export function mayHaveOlderJob({ engine, model, isTakenOver }: TaskRun): boolean {
  return isTakenOver && (engine.inProcess !== true || (model.fallbacks ?? []).length > 0)
}

/** A failure of a job. */
export type Failure = EngineFailure

/** The task was ended by someone else, or now belongs to another worker. */
export class LeaseLost extends Error {}

/** Writes a change under the lease of the run. */
export async function advanceRun(deps: RunTaskDeps, run: TaskRun, change: TaskChange): Promise<void> {
  const task = await retryUntilStored(deps, () =>
    deps.store.queue.advance({ id: run.task.id, token: run.token }, change),
  )
  if (task === undefined) throw new LeaseLost(`task ${run.task.id} now belongs to another worker`)
  run.task = task
  deps.bell.ring(`task:${task.id}`)
}

// How long a shutdown, which has already waited, waits for what would be lost with the process: less than the time until
// the process is killed.
export const AFTER_DRAIN_MS = 10_000

// For the last question to a provider, and for a result that is ready.
const LAST_ANSWER_MS = 60_000
const LAST_SAVE_MS = 10 * 60_000

/** Whether the time of a task is up: the queue timeout until it begins, then the run timeout. */
export function isOver({ clock }: { clock: Clock }, task: Task): boolean {
  return clock.now() >= deadlineOf(clock, task)
}

/** The time as it counts now: the row may have been read or written before the clock was set. */
function deadlineOf(clock: Clock, { runDeadlineAt, queueDeadlineAt }: Task): number {
  const at = runDeadlineAt ?? queueDeadlineAt
  return clock.current?.(at) ?? at
}

/** The deadline of a run that begins now. A job is asked once more, however late it is. */
export function endOfRun({ clock }: { clock: Clock }, task: Task): number {
  const at = deadlineOf(clock, task)
  return task.operation === null ? at : Math.max(at, clock.now() + LAST_ANSWER_MS)
}

/** The deadline for copying a result. It is paid for and ready, so it gets its time, however late it was found. */
export function endOfSaving({ clock }: { clock: Clock }, task: Task): number {
  return Math.max(deadlineOf(clock, task), clock.now() + LAST_SAVE_MS)
}

/** The time after `ms`, but not past a deadline that is still to come. */
export function sleepUntil(deps: { clock: Clock }, { task }: TaskRun, ms: number): number {
  const at = deps.clock.now() + ms
  return task.runDeadlineAt === null || isOver(deps, task) ? at : Math.min(at, deadlineOf(deps.clock, task))
}

/** Waits for an answer, unless the run is over: a call that does not obey its signal is abandoned. A drain waits. */
export async function unlessOver<T>(signal: AbortSignal, asked: Promise<T>): Promise<T> {
  const { promise: left, reject } = Promise.withResolvers<never>()
  const leave = (): void => {
    if (signal.reason !== 'drain') reject(signal.reason)
  }
  signal.addEventListener('abort', leave)
  if (signal.aborted) leave()
  try {
    return await Promise.race([asked, left])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

/** Aborts when the signal does, but not when the process stops. */
export function withoutDrain(signal: AbortSignal): AbortSignal {
  const over = new AbortController()
  const end = (): void => {
    if (signal.reason !== 'drain') over.abort(signal.reason)
  }
  signal.addEventListener('abort', end, { once: true })
  return over.signal
}
