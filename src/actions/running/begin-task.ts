import type { FileRecord } from '../../core/files/file-record.ts'
import { startKeyOf } from '../../core/tasks/task.ts'
import type { TaskChange } from '../../ports/store/task-queue.ts'
import { checkPrompt } from './check-moderation.ts'
import { retryUntilStored } from './retry-until-stored.ts'
import { prepareTask, type Prepared } from './prepare-task.ts'
import { advanceRun, type RunTaskDeps, type TaskRun, tracedStep, unlessOver } from './task-run.ts'

/**
 * From here on the task is `processing`; its start key is on disk before the provider is called. False if it does not
 * begin now, because its prompt was refused or could not be checked.
 */
export async function beginTask(deps: RunTaskDeps, run: TaskRun): Promise<boolean> {
  const preparing = tracedStep(deps, run.task.id, 'prepare', () => prepareTask(deps, run.task, run.model, run.signal))
  const prepared = await unlessOver(run.signal, preparing).catch(async (error: unknown) => {
    // Pictures that still arrive are removed.
    if (run.signal.aborted) void preparing.then(({ files }) => removeUnrecorded(deps, files)).catch(() => undefined)
    throw error
  })
  let isBegun = false
  try {
    isBegun = await beginWith(deps, run, prepared)
  } finally {
    if (!isBegun) await removeUnrecorded(deps, prepared.files)
  }
  return isBegun
}

async function beginWith(deps: RunTaskDeps, run: TaskRun, prepared: Prepared): Promise<boolean> {
  const allowed = await checkPrompt(deps, run, prepared)
  if (allowed === undefined) return false
  const startedAt = deps.clock.now()
  const change: TaskChange = {
    status: 'processing',
    step: 'starting',
    startedAt,
    runDeadlineAt: startedAt + run.model.runTimeoutMs,
    startKey: startKeyOf({ id: run.task.id, token: run.token }),
    awaySince: null,
    ...allowed,
  }
  await advanceRun(deps, run, change)
  run.endAt(startedAt + run.model.runTimeoutMs)
  return true
}

/**
 * If the answer to this change got lost, it may still have been made, before another worker took over the task and its
 * pictures.
 */
async function removeUnrecorded(deps: RunTaskDeps, files: readonly FileRecord[]): Promise<void> {
  if (files.length === 0) return
  const unrecorded = await retryUntilStored(deps, () => deps.store.files.withoutRecord(files.map(({ id }) => id)))
  await Promise.all(unrecorded.map((id) => deps.files.remove(id)))
}
