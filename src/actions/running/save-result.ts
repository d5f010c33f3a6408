import { formatWarning, outputWarnings } from '../../core/tasks/compare-output.ts'
import { AppError, isTaskErrorCode } from '../../core/errors.ts'
import type { FileRecord } from '../../core/files/file-record.ts'
import { Unfetched } from '../../core/files/unfetched.ts'
import type { Model } from '../../core/tasks/model.ts'
import type { EngineState } from '../../ports/engine.ts'
import { checkResult } from './check-moderation.ts'
import { endRun, finishRun } from './end-run.ts'
import { retryUntilStored } from './retry-until-stored.ts'
import { discardOutputs, saveOutputs, type SavedOutputs } from './save-outputs.ts'
import {
  advanceRun,
  AFTER_DRAIN_MS,
  type RunTaskDeps,
  type TaskRun,
  tracedStep,
  unlessOver,
  withoutDrain,
} from './task-run.ts'
import { patienceWith, weighFailure } from './weigh-failure.ts'

type Done = Extract<EngineState, { kind: 'done' }>

// Between the last downloads of a process that stops.
const LAST_PAUSE_MS = 2_000

/** Copies the result, and ends the task as successful. */
export async function saveResult(deps: RunTaskDeps, run: TaskRun, state: Done): Promise<void> {
  await enterSaving(deps, run)
  let saved: SavedOutputs
  try {
    saved = await tracedStep(deps, run.task.id, 'save', () => copyOutputs(deps, run, state))
  } catch (error) {
    return withoutResult(deps, run, error)
  }
  const { files } = saved
  const unchecked = await checkResult(deps, run, files)
  if (unchecked === undefined) return
  const { madeBy } = state
  const warnings = [...(state.warnings ?? []), ...surprises(deps, run, state, files), ...saved.warnings, ...unchecked]
  const done = await finishRun(deps, run, { files, warnings, ...(madeBy === undefined ? {} : { madeBy }) })
  if (!done) await discardOutputs(deps, files)
}

/** Decides what a result that could not be saved means for its task. */
async function withoutResult(deps: RunTaskDeps, run: TaskRun, error: unknown): Promise<void> {
  if (!(error instanceof AppError) || !isTaskErrorCode(error.code)) throw error
  const { code, message } = error
  if (isLastChance(run)) {
    await endRun(deps, run, { code, message, stopJob: true })
    return run.settle?.()
  }
  if (run.signal.aborted || run.task.operation === null || code !== 'provider_error') throw error
  // The provider still has the result: it is asked again, and may give a fresh URL.
  const patience = error instanceof Unfetched ? ({ reason: 'away' } as const) : {}
  return weighFailure(deps, run, { kind: 'failed', code, message, final: false, ...patience })
}

/**
 * This step helps a successor only if the provider can be asked again for the result. A result that came with the
 * answer to its start is lost with the process in either step, so this write is skipped.
 */
async function enterSaving(deps: RunTaskDeps, run: TaskRun): Promise<void> {
  if (run.task.operation === null) run.task = { ...run.task, step: 'saving' }
  else await advanceRun(deps, run, { step: 'saving' })
}

/** How the result differs from the request. An engine that knows its own size reports that, too. */
function surprises(deps: RunTaskDeps, run: TaskRun, { outputs, madeBy }: Done, files: readonly FileRecord[]): string[] {
  const { effective, settings } = run.task
  if (effective === null) return []
  const maker = makerOf(deps, run, madeBy)
  const outputFiles = files.filter(({ role }) => role === 'output')
  const formats = outputFiles.flatMap((file) => formatWarning(file, settings?.output_format))
  const sizes = outputFiles
    .filter(({ position }) => outputs[position]?.width === undefined)
    .flatMap((file) => outputWarnings(file, effective, settings?.seconds ?? maker?.seconds))
  return [...sizes, ...formats]
}

/** The model that made it, if it is still known. */
function makerOf(deps: RunTaskDeps, { task, model }: TaskRun, madeBy: string | undefined): Model | undefined {
  return madeBy === undefined ? model : deps.catalog.find(task.kind, madeBy)
}

async function copyOutputs(deps: RunTaskDeps, run: TaskRun, { outputs, madeBy }: Done): Promise<SavedOutputs> {
  // A result that the provider gives only once is held by this process alone, so a shutdown waits for it, but not for a
  // result that the provider keeps.
  const signal = run.task.operation === null ? withoutDrain(run.signal) : run.signal
  const { task } = run
  const maker = { model: madeBy ?? task.model, engine: makerOf(deps, run, madeBy)?.engine ?? task.engine }
  const onHeldUp = (reason: string): void => void (run.heldUp = reason)
  // Dropping a result because of a full disk would mean paying for it again.
  const copy = (): Promise<SavedOutputs> =>
    retryUntilStored(
      deps,
      () => saveOutputs(deps, { task, maker, stopping: run.drain, onHeldUp }, outputs, signal),
      signal,
    )
  const copying = task.operation === null ? untilFetched(deps, run, copy) : copy()
  try {
    return await unlessOver(run.signal, copying)
  } catch (error) {
    // Files that still arrive are removed.
    void copying.then(({ files }) => discardOutputs(deps, files)).catch(() => undefined)
    throw error
  }
}

/**
 * Nobody can be asked again for a result that came with the answer to its start, so its URLs are tried again here. A
 * shutdown waits for that only if the next process cannot make it again, and not for long.
 */
async function untilFetched(deps: RunTaskDeps, run: TaskRun, copy: () => Promise<SavedOutputs>): Promise<SavedOutputs> {
  let since: number | undefined
  for (;;) {
    try {
      return await copy()
    } catch (error) {
      const pauseMs = pauseBefore(deps, run, (since ??= deps.clock.now()))
      if (!(error instanceof Unfetched) || pauseMs <= 0) throw error
      deps.log.warn('a result could not be fetched, retrying', { taskId: run.task.id, error })
      await deps.clock.sleep(pauseMs, run.signal.aborted ? undefined : run.signal)
      if (run.signal.aborted && !isLastChance(run)) throw error
    }
  }
}

/** How long to wait before the next try; nothing is left if there is none. */
function pauseBefore({ clock }: RunTaskDeps, run: TaskRun, since: number): number {
  const now = clock.now()
  const { over, pauseMs } = patienceWith(since, now)
  if (!run.signal.aborted) return Math.min(pauseMs, over - now)
  const sinceDrain = clock.elapsed() - (run.drainedAt() ?? Number.NEGATIVE_INFINITY)
  return isLastChance(run) ? Math.min(LAST_PAUSE_MS, over - now, AFTER_DRAIN_MS - sinceDrain) : 0
}

/** Whether the process stops, and the next one can neither ask for the result nor start again. */
function isLastChance({ signal, task, engine }: TaskRun): boolean {
  return signal.reason === 'drain' && task.operation === null && !engine.safeToRestart
}
