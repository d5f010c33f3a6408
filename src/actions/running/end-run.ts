import { AppError, isTaskErrorCode } from '../../core/errors.ts'
import { announceEnd } from '../tasks/announce.ts'
import { retryUntilStored } from './retry-until-stored.ts'
import { removePreview } from './previews.ts'
import { UnreadReference } from './prepare-task.ts'
import { deadlineEnding, outcomeOf, type BadEnding, type GoodEnding } from './outcome.ts'
import { advanceRun, LeaseLost, sleepUntil, type Failure, type RunTaskDeps, type TaskRun } from './task-run.ts'

// Storage that is out is seldom back sooner; meanwhile, the slot is free for others.
const STORAGE_PAUSE_MS = 2_000

const NOT_PREPARED: BadEnding = {
  code: 'timeout',
  message: 'The task timed out before its reference images were fetched or its prompt was checked.',
  stopJob: false,
}

const NO_ANSWER: BadEnding = {
  code: 'timeout',
  message:
    'The task timed out before the provider responded. The provider may have started a job; it will be cancelled as soon as its id is known.',
  stopJob: true,
}

const NOT_SAVED: BadEnding = {
  code: 'timeout',
  message: 'The task timed out before its result was copied and checked.',
  stopJob: true,
}

function notMarked(reason: string): string {
  return `The task timed out. Its result was made but not saved because ${reason}.`
}

/** How a run ends whose time is up. */
function lateEnding({ task, settle, heldUp }: TaskRun): BadEnding {
  if (task.status === 'pending') return NOT_PREPARED
  if (task.step === 'saving') return heldUp === undefined ? NOT_SAVED : { ...NOT_SAVED, message: notMarked(heldUp) }
  return settle !== undefined && task.step === 'starting' ? NO_ANSWER : deadlineEnding(task)
}

type Ended = Pick<TaskRun, 'task' | 'token' | 'seat'>

/** Ends the task as failed, unless another worker has taken it over. */
export async function endRun(deps: RunTaskDeps, run: Ended, ending: BadEnding): Promise<void> {
  await finishRun(deps, run, ending)
}

/** The final write under the lease of the run. False if another worker has taken over the task. */
export async function finishRun(deps: RunTaskDeps, run: Ended, ending: GoodEnding | BadEnding): Promise<boolean> {
  const { task, token } = run
  const outcome = outcomeOf(deps, task, ending)
  const done = await retryUntilStored(deps, async () => {
    const seat = run.seat()
    return deps.store.queue.finish({ id: task.id, token }, outcome, seat).finally(() => seat?.release())
  })
  if (done) announceEnd(deps, task, outcome)
  if (deps.catalog.engine(task.engine)?.givesPreviews === true) await removePreview(deps, task)
  return done
}

/** Decides what an interrupted or failed run means for its task. */
export async function breakOff(deps: RunTaskDeps, run: TaskRun, error: unknown): Promise<void> {
  const reason: unknown = run.signal.aborted ? run.signal.reason : undefined
  if (reason === 'lost' || error instanceof LeaseLost) return
  if (reason === 'timeout') return endRun(deps, run, lateEnding(run))
  if (reason === 'drain') {
    // The next worker continues from the stored step.
    const lease = { id: run.task.id, token: run.token }
    await deps.store.queue.advance(lease, { releaseUntil: deps.clock.now(), stillSuspect: true })
    return
  }
  const { code, message } = failureFrom(deps, run, error)
  if (code !== 'storage_unavailable') return endRun(deps, run, { code, message, stopJob: true })
  // Not the task's fault, so it does not count as an attempt.
  deps.log.warn('the storage is unavailable; the task waits', { taskId: run.task.id, error })
  await advanceRun(deps, run, { releaseUntil: sleepUntil(deps, run, STORAGE_PAUSE_MS) })
}

/** The thrown error as a failure of the task. Rethrows errors which say that the run itself is over. */
export function failureFrom(deps: RunTaskDeps, run: TaskRun, error: unknown): Failure {
  if (run.signal.aborted || error instanceof LeaseLost) throw error
  if (error instanceof UnreadReference) {
    const { message } = error
    const again = { final: false, notStarted: true, retryAfterMs: STORAGE_PAUSE_MS } as const
    return { kind: 'failed', code: 'storage_unavailable', message, ...again }
  }
  const ours = { kind: 'failed', final: true, ourOwn: true } as const
  if (error instanceof AppError && isTaskErrorCode(error.code))
    return { ...ours, code: error.code, message: error.message }
  if (error instanceof AppError && error.code === 'image_too_large')
    return { ...ours, code: 'invalid_image', message: error.message }
  // The caller gets a plain sentence; the operator gets the reason.
  const { id: taskId } = run.task
  deps.log.error('a task failed with an unexpected error', { taskId, model: run.model.id, error })
  return { ...ours, code: 'internal_error', message: 'Something went wrong on our side while the task was running.' }
}
