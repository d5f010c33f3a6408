import { withoutPrompt } from '../../core/text/without-prompt.ts'
import { endRun } from './end-run.ts'
import {
  advanceRun,
  type Failure,
  isOver,
  mayHaveOlderJob,
  type RunTaskDeps,
  sleepUntil,
  staysInProcess,
  type TaskRun,
} from './task-run.ts'

// Restarts of a server, and outages that somebody repairs, are over by then.
const PATIENCE_MS = 10 * 60_000
const PAUSE_MS = { shortest: 2_000, longest: 30_000 }

/** How to wait for an engine that does not respond: when to ask again, and when to give up. */
export function patienceWith(awaySince: number, now: number): { over: number; pauseMs: number } {
  // As long again as it has been unavailable.
  const pauseMs = Math.min(PAUSE_MS.longest, Math.max(PAUSE_MS.shortest, now - awaySince))
  return { over: awaySince + PATIENCE_MS, pauseMs }
}

// An error that may be temporary is believed when it occurs this often in a row.
const BELIEVE_AFTER = 3
const DOUBT_PAUSE_MS = 2_000
// A job that crashes its engine each time must not do so forever.
const MOST_RESTARTS = 3

const UNSURE_START =
  'The provider failed while starting the job, but may have started it. The service did not start it again.'

/** Decides what a failure means: the end, or a retry later. */
export async function weighFailure(deps: RunTaskDeps, run: TaskRun, failure: Failure): Promise<void> {
  const { operation } = run.task
  const { code, message } = failure
  if (failure.final) {
    tellOperator(deps, run, failure)
    return endRun(deps, run, { code, message, stopJob: failure.ourOwn === true })
  }
  const nothingStarted = operation !== null || failure.notStarted === true || run.engine.safeToRestart
  if (!nothingStarted) {
    tellOperator(deps, run, failure)
    return endRun(deps, run, { code: 'start_unknown', message: UNSURE_START, stopJob: false })
  }
  return failure.reason === 'away' ? waitForReturn(deps, run, failure) : doubt(deps, run, failure)
}

/** An engine that cannot be reached has said nothing about the job: it is asked again until the time limit. */
async function waitForReturn(deps: RunTaskDeps, run: TaskRun, failure: Failure): Promise<void> {
  const now = deps.clock.now()
  const awaySince = run.task.awaySince ?? now
  const { over, pauseMs } = patienceWith(awaySince, now)
  const { code, message, retryAfterMs = 0 } = failure
  if (now >= over) {
    tellOperator(deps, run, failure)
    return endRun(deps, run, { code, message, stopJob: mayRun(run, failure) })
  }
  const releaseUntil = Math.min(over, sleepUntil(deps, run, Math.max(pauseMs, retryAfterMs)))
  await advanceRun(deps, run, { awaySince, ...unstarted(run, failure), releaseUntil })
}

/** An error that may be temporary: ask again later, and believe it when it repeats. */
async function doubt(deps: RunTaskDeps, run: TaskRun, failure: Failure): Promise<void> {
  // Past its deadline, a task cannot be put off any longer: three answers of any kind are enough.
  const waits = failure.retryAfterMs !== undefined && !isOver(deps, run.task)
  const doubts = run.task.doubts + (waits ? 0 : 1)
  tellOperator(deps, run, failure)
  if (doubts >= BELIEVE_AFTER) return believe(deps, run, failure)
  const pauseMs = Math.max(DOUBT_PAUSE_MS * 2 ** doubts, failure.retryAfterMs ?? 0)
  const releaseUntil = sleepUntil(deps, run, pauseMs)
  await advanceRun(deps, run, { doubts, awaySince: null, ...unstarted(run, failure), releaseUntil })
}

async function believe(deps: RunTaskDeps, run: TaskRun, failure: Failure): Promise<void> {
  const { code, message } = failure
  const { restarts } = run.task
  if (code === 'provider_lost_task' && run.engine.free === true && restarts < MOST_RESTARTS) {
    const releaseUntil = deps.clock.now()
    return advanceRun(deps, run, { operation: null, step: null, doubts: 0, restarts: restarts + 1, releaseUntil })
  }
  // The provider never said that the job is over.
  return endRun(deps, run, { code, message, stopJob: mayRun(run, failure) })
}

/** Whether there may be a job: of this start, or of an earlier one whose outcome nobody heard. */
function mayRun(run: TaskRun, { notStarted = false }: Failure): boolean {
  return run.task.operation !== null || mayHaveOlderJob(run) || (!staysInProcess(run) && !notStarted)
}

/** Without a job, no other engine keeps a slot for it, and an end has none to stop. */
function unstarted(run: TaskRun, failure: Failure): { step?: null; guestOf?: null } {
  return mayRun(run, failure) ? {} : { step: null, guestOf: null }
}

/** The provider's own reason. A provider may quote the prompt, which belongs to the caller. */
function tellOperator(deps: RunTaskDeps, { task }: TaskRun, { code, message, final }: Failure): void {
  const reason = withoutPrompt(message, task.prompt)
  const { id: taskId, engine, model } = task
  deps.log.warn('a provider failed', { taskId, engine, model, code, final, reason })
}
