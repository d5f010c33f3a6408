import type { Operation } from '../core/task.ts'
import { failureFrom } from './end-run.ts'
import { engineJob, engineWatch } from './engine-job.ts'
import { react } from './react.ts'
import { stopLater } from './stop-later.ts'
import { unlessOver, type RunTaskDeps, type TaskRun } from './task-run.ts'

/** Asks after a job by its stored operation. */
export async function askJob(deps: RunTaskDeps, run: TaskRun, operation: Operation): Promise<void> {
  const job = await engineJob(deps, run.task, run.model, run.signal)
  run.signal.throwIfAborted()
  const answer = run.engine.status(operation, job, engineWatch(deps, run, run.signal))
  const state = await unlessOver(run.signal, answer).catch((error: unknown) => failureFrom(deps, run, error))
  // An engine may have begun anew under another handle, of which the one who ended the task knows nothing.
  if (state.kind === 'running' && JSON.stringify(state.operation) !== JSON.stringify(operation))
    run.settle = () => stopLater(deps, run, state)
  await react(deps, run, state)
  delete run.settle
}
