import { MAX_SOLO_CUTS, startKeyOf, type Task, type TaskStep } from '../../core/tasks/task.ts'
import { announceStart } from '../tasks/announce.ts'
import { askJob } from './react.ts'
import { beginTask } from './begin-task.ts'
import { breakOff, endRun } from './end-run.ts'
import { deadlineEnding } from './outcome.ts'
import { startJob } from './start-job.ts'
import { isOver, type RunTaskDeps, type TaskRun, type Watched } from './task-run.ts'

/** Carries a claimed task as far as possible now: to its end, or to the next time the provider must be asked. */
export async function runTask(deps: RunTaskDeps, task: Task, watched: Watched): Promise<void> {
  const token = task.leaseToken ?? ''
  const model = deps.catalog.find(task.kind, task.model)
  const engine = deps.catalog.engine(task.engine)
  if (model === undefined || engine === undefined) {
    const message = `The model '${task.model}' is no longer offered.`
    return endRun(deps, { task, token, seat: watched.seat }, { code: 'provider_error', message, stopJob: true })
  }
  const isBegunHere = task.startKey === startKeyOf({ id: task.id, token })
  const isTakenOver = task.step === 'starting' && !isBegunHere
  const run: TaskRun = { task, model, engine, token, isTakenOver, ...watched }
  try {
    await (deps.tracer?.run(task, () => carryOn(deps, run)) ?? carryOn(deps, run))
  } catch (error) {
    await breakOff(deps, run, error)
    watched.onOver()
    await run.settle?.()
  }
}

async function carryOn(deps: RunTaskDeps, run: TaskRun): Promise<void> {
  const { task, engine } = run
  if (task.soloCuts >= MAX_SOLO_CUTS) {
    const message = `This task crashed its process ${MAX_SOLO_CUTS} times while no other task was running in it, so the service ended it.`
    return endRun(deps, run, { code: 'internal_error', message, stopJob: true })
  }
  // A job may have been ready for a long time while no worker was there to ask, so its own answer decides how it ends.
  if (task.operation !== null) return askJob(deps, run, task.operation)
  if (isOver(deps, task)) return endRun(deps, run, deadlineEnding(task))
  if (task.status === 'pending') {
    if (!(await beginTask(deps, run))) return
    announceStart(deps, run.task)
    return startJob(deps, run)
  }
  if (task.step === 'starting' && !run.isTakenOver) {
    // Its claim began it, and nobody has been told yet.
    announceStart(deps, task)
    return startJob(deps, run)
  }
  // No step: the last start is known not to have happened. Otherwise, only the engine can make a second one safe.
  if (task.step === null || engine.safeToRestart) return startJob(deps, run)
  // The worker that made that start may still return with its outcome: then the job is stopped.
  return endRun(deps, run, { code: 'start_unknown', message: CUT_OFF[task.step], stopJob: false })
}

const CUT_OFF: Record<TaskStep, string> = {
  starting:
    "The service was interrupted before it stored the provider's response to the start, so the outcome is unknown. It did not start the job again.",
  running:
    'The service was interrupted before the provider returned the id of the job. It did not start the job again.',
  saving: "The service was interrupted before it stored the provider's result. It did not start the job again.",
}
