import type { Operation } from '../../core/tasks/task.ts'
import type { EngineState } from '../../ports/engine.ts'
import { endRun } from './end-run.ts'
import { engineJob, engineWatch, stopLater } from './engine-job.ts'
import { RAN_TOO_LONG } from './outcome.ts'
import { saveResult } from './save-result.ts'
import {
  advanceRun,
  endOfSaving,
  type Failure,
  isOver,
  type RunTaskDeps,
  sleepUntil,
  type TaskRun,
  unlessOver,
} from './task-run.ts'
import { weighFailure } from './weigh-failure.ts'

/** Does what the provider's answer requires. */
export async function react(deps: RunTaskDeps, run: TaskRun, state: EngineState | Failure): Promise<void> {
  // A shutdown does not undo what a provider has done: its answer is stored first.
  if (run.signal.reason !== 'drain') run.signal.throwIfAborted()
  run.presence.note(state)
  switch (state.kind) {
    case 'running': {
      const { operation, progress, checkAgainMs } = state
      const change = {
        step: 'running',
        operation,
        doubts: 0,
        awaySince: null,
        releaseUntil: sleepUntil(deps, run, checkAgainMs),
      } as const
      if (isOver(deps, run.task)) return endStillRunning(deps, run, operation)
      await advanceRun(deps, run, progress === undefined ? change : { ...change, progress: percentOf(progress) })
      // Already due: without a bell, only the next look would find it, half a second later.
      if (checkAgainMs <= 0) deps.bell.ring(`work:${run.task.engine}`)
      return
    }
    case 'done':
      run.endAt(endOfSaving(deps, run.task))
      return saveResult(deps, run, state)
    case 'failed':
      return weighFailure(deps, run, state)
  }
}

/** The provider was asked past the deadline and is still working. The job that it named last is stopped. */
async function endStillRunning(deps: RunTaskDeps, run: TaskRun, operation: Operation): Promise<void> {
  await advanceRun(deps, run, { step: 'running', operation })
  return endRun(deps, run, RAN_TOO_LONG)
}

/** Only the end is 100. */
function percentOf(progress: number): number {
  return Math.min(99, Math.max(0, Math.round(progress)))
}

/** Asks for the state of a job by its stored operation. */
export async function askJob(deps: RunTaskDeps, run: TaskRun, operation: Operation): Promise<void> {
  const job = await engineJob(deps, run.task, run.model, run.signal)
  run.signal.throwIfAborted()
  const answered = new AbortController()
  const answer = run.engine.status(operation, job, engineWatch(deps, run, run.signal, answered.signal))
  const state = await unlessOver(run.signal, answer).finally(() => answered.abort('answered'))
  // An engine may have started again under another handle, which is unknown to the one who ended the task.
  if (state.kind === 'running' && JSON.stringify(state.operation) !== JSON.stringify(operation))
    run.settle = () => stopLater(deps, run, state)
  await react(deps, run, state)
  delete run.settle
}
