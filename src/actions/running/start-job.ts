import type { EngineState } from '../../ports/engine.ts'
import { failureFrom } from './end-run.ts'
import { engineJob, engineWatch, stopLater } from './engine-job.ts'
import { retryUntilStored } from './retry-until-stored.ts'
import { react } from './react.ts'
import {
  advanceRun,
  AFTER_DRAIN_MS,
  mayHaveOlderJob,
  staysInProcess,
  unlessOver,
  type RunTaskDeps,
  type TaskRun,
} from './task-run.ts'

// How long to wait for the answer to a start after its task has ended: only the handle in that answer can stop the job.
// A provider that returns one does so in seconds; a picture that takes longer cannot be stopped in any way.
const LATE_START_MS = 30_000

/** Asks the provider once to start. Its answer is awaited even if the task is ended meanwhile. */
export async function startJob(deps: RunTaskDeps, run: TaskRun): Promise<void> {
  // The outcome of a start that another worker made is unknown here.
  if (!run.isTakenOver) run.settle = () => retryUntilStored(deps, () => deps.store.stops.dropStarting(run.task.id))
  const placedAt = ownPlace(run)
  if (run.task.step !== 'starting' || run.task.guestOf !== placedAt)
    await advanceRun(deps, run, { step: 'starting', guestOf: placedAt })
  const job = await engineJob(deps, run.task, run.model, run.signal)
  // The process is stopping and no provider was asked: the next worker may start this task, whatever its engine.
  if (run.signal.reason === 'drain') {
    const unstarted = run.isTakenOver ? {} : ({ step: null } as const)
    return advanceRun(deps, run, { ...unstarted, releaseUntil: deps.clock.now(), stillSuspect: true })
  }
  run.signal.throwIfAborted()
  const cut = new AbortController()
  const answered = new AbortController()
  cutWhenLate(deps, run, cut, answered.signal)
  const watch = engineWatch(deps, run, cut.signal, answered.signal)
  const start = async (): Promise<EngineState> =>
    run.engine.start(job, { ...watch, ...(placedAt === null ? {} : { placedAt }) })
  // With a reason, because otherwise an error would be created for every start.
  const answer = unlessCut(cut.signal, start()).finally(() => answered.abort('answered'))
  run.settle = () => settleStart(deps, run, answer)
  await react(deps, run, await unlessOver(run.signal, answer).catch((error: unknown) => failureFrom(deps, run, error)))
  delete run.settle
}

/** The engine's server that received an earlier start: the job may be there, so its slot is kept. */
function ownPlace({ task: { guestOf }, engine }: TaskRun): string | null {
  return guestOf?.startsWith(`${engine.id}@`) === true ? guestOf : null
}

/** Interrupts the call when nobody can wait for it any longer. Work inside this process ends with its task. */
function cutWhenLate(deps: RunTaskDeps, run: TaskRun, cut: AbortController, answered: AbortSignal): void {
  const cutAfter = async (ms: number): Promise<void> => {
    await deps.clock.sleep(ms, answered)
    if (!answered.aborted) cut.abort(run.signal.reason)
  }
  const once = { once: true, signal: answered }
  const onOver = (): void => {
    const isDrained = run.signal.reason === 'drain'
    // If a second start does no harm, the next process makes it: nobody needs to wait.
    if (staysInProcess(run) || (isDrained && run.engine.safeToRestart)) cut.abort(run.signal.reason)
    else if (!isDrained) void cutAfter(LATE_START_MS)
  }
  run.signal.addEventListener('abort', onOver, once)
  run.drain.addEventListener('abort', () => void cutAfter(AFTER_DRAIN_MS), once)
}

/** A call that does not obey its signal is abandoned. */
function unlessCut(signal: AbortSignal, call: Promise<EngineState>): Promise<EngineState> {
  const { promise: cut, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return Promise.race([call, cut])
}

/**
 * The task was ended while its start was under way: the resulting job is in no row, and only this process knows its id.
 */
async function settleStart(deps: RunTaskDeps, run: TaskRun, answer: Promise<EngineState>): Promise<void> {
  const state = await answer.catch(() => undefined)
  if (state?.kind === 'running') return stopLater(deps, run, state)
  if (nothingRuns(run, state)) await retryUntilStored(deps, () => deps.store.stops.dropStarting(run.task.id))
}

/** False if that is unknown: the stop worker may find out, or reports that it could not. */
function nothingRuns(run: TaskRun, state: Exclude<EngineState, { kind: 'running' }> | undefined): boolean {
  if (state?.kind === 'done') return true
  if (mayHaveOlderJob(run)) return false
  if (staysInProcess(run)) return true
  if (state === undefined) return false
  return state.notStarted === true || (state.final && state.code !== 'start_unknown')
}
