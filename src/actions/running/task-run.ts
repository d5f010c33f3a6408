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

/** Tells the operator once when an engine goes away, and once when it is back, however many tasks find out. */
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

/** Does a step of the work on a task, so that the task's trace shows it, where there is one. */
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
    /** Which engines operators have paused; absent where nobody does. */
    pauses?: Pick<KnownPauses, 'has'>
  }

/** Why work on a task stops before it is through. */
export type StopReason = 'lost' | 'timeout' | 'drain'

/** How the run is stopped from outside, and whom it tells what. */
export type Watched = {
  /** Aborts once, with a `StopReason`. */
  signal: AbortSignal
  /** Aborts when the process stops, also when the signal has aborted before for another reason. */
  drain: AbortSignal
  /** Is told when the run's time is up, once that is known. */
  endAt: (time: number) => void
  presence: EnginePresence
  /** Is told when the task is through with us, though an answer may yet be waited for. */
  onOver: () => void
  /** A seat for whoever comes after this task, to be filled by the write that ends it. */
  seat: () => OfferedSeat | undefined
}

/** One owner's work on a task. `task` is replaced at every change, so that whatever ends it sees how far it came. */
export type TaskRun = Watched & {
  task: Task
  model: Model
  engine: Engine
  token: string
  /** A start that someone else made may be on its way. */
  isTakenOver: boolean
  /** What is left to do about the provider when the run breaks off: it may hold a job that is on no row. */
  settle?: () => Promise<void>
  /** Why a result that was made is not kept yet; fits behind "because". */
  heldUp?: string
}

/** Bad news about a job. */
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

// For the answer of a provider that is asked for the last time, and for the result where it is ready.
const LAST_ANSWER_MS = 60_000
export const LAST_SAVE_MS = 10 * 60_000

/** Whether the time of a task is up: that of waiting until it began, then that of running. */
export function isOver({ clock }: { clock: Clock }, task: Task): boolean {
  return clock.now() >= deadlineOf(clock, task)
}

/** As it counts now: the row may have been read, or written, before the clock was set. */
function deadlineOf(clock: Clock, { runDeadlineAt, queueDeadlineAt }: Task): number {
  const at = runDeadlineAt ?? queueDeadlineAt
  return clock.current?.(at) ?? at
}

/** Until when a run may take that begins now. A job is asked after once more, however late it is. */
export function endOfRun({ clock }: { clock: Clock }, task: Task): number {
  const at = deadlineOf(clock, task)
  return task.operation === null ? at : Math.max(at, clock.now() + LAST_ANSWER_MS)
}

/** The time after `ms`, but not past a deadline that is still to come. */
export function sleepUntil(deps: { clock: Clock }, { task }: TaskRun, ms: number): number {
  const at = deps.clock.now() + ms
  return task.runDeadlineAt === null || isOver(deps, task) ? at : Math.min(at, deadlineOf(deps.clock, task))
}

/** Waits for what was asked, unless the run is over: what does not heed its signal is left behind. A drain waits. */
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

/** Aborts as the signal does, but not when the process stops. */
export function withoutDrain(signal: AbortSignal): AbortSignal {
  const over = new AbortController()
  const end = (): void => {
    if (signal.reason !== 'drain') over.abort(signal.reason)
  }
  signal.addEventListener('abort', end, { once: true })
  return over.signal
}
