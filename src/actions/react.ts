import type { EngineState } from '../ports/engine.ts'
import { saveResult } from './save-result.ts'
import { advanceRun, sleepUntil, type Failure, type RunTaskDeps, type TaskRun } from './task-run.ts'
import { weighFailure } from './weigh-failure.ts'

/** Does what the provider's answer asks for. */
export async function react(deps: RunTaskDeps, run: TaskRun, state: EngineState | Failure): Promise<void> {
  // A stop of the process does not undo what a provider has done: its answer is stored first.
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
      return advanceRun(deps, run, progress === undefined ? change : { ...change, progress: percentOf(progress) })
    }
    case 'done':
      return saveResult(deps, run, state)
    case 'failed':
      return weighFailure(deps, run, state)
  }
}

/** Only the end is a hundred. */
function percentOf(progress: number): number {
  return Math.min(99, Math.max(0, Math.round(progress)))
}
