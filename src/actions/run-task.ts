import { AppError, isTaskErrorCode, type TaskErrorCode } from '../core/errors.ts'
import type { FileRecord } from '../core/file-record.ts'
import type { Model } from '../core/model.ts'
import { randomBase62 } from '../core/random-text.ts'
import { MAX_SOLO_CUTS, type Operation, type Task, type TaskStep } from '../core/task.ts'
import type { Catalog, Engine, EngineFailure, EngineJob, EngineState, EngineWatch } from '../ports/engine.ts'
import type { Bell } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import type { TaskChange } from '../ports/store/task-queue.ts'
import { insist } from './insist.ts'
import { deadlineEnding, outcomeOf, RAN_TOO_LONG, type Ending, type OutcomeDeps } from './outcome.ts'
import { engineReferences, prepareTask } from './prepare-task.ts'
import { discardOutputs, saveOutputs, type SaveDeps } from './save-outputs.ts'

export type RunTaskDeps = SaveDeps &
  OutcomeDeps & { store: Pick<Store, 'queue' | 'files'>; catalog: Catalog; bell: Bell }

/** Why work on a task stops before it is through. */
export type StopReason = 'lost' | 'timeout' | 'drain'

// An error that may pass is believed when it comes this often in a row.
const BELIEVE_AFTER = 3
const DOUBT_PAUSE_MS = 2_000
// Storage that is out is seldom back sooner; the lane is free for others meanwhile.
const STORAGE_PAUSE_MS = 2_000
// More often than this, progress would cost more than it tells.
const PROGRESS_EVERY_MS = 500

/** How the run is stopped from outside; `endAt` is told when its time is up, once that is known. */
export type Watched = { signal: AbortSignal; endAt: (time: number) => void }

/** One owner's work on a task. `task` is replaced at every change, so that whatever ends it sees how far it came. */
type Run = { task: Task; model: Model; engine: Engine; token: string } & Watched

/** Carries a claimed task as far as it goes now: to its end, or to the next time the provider must be asked. */
export async function runTask(deps: RunTaskDeps, task: Task, watched: Watched): Promise<void> {
  const token = task.leaseToken ?? ''
  const model = deps.catalog.find(task.kind, task.model)
  const engine = deps.catalog.engine(task.engine)
  if (model === undefined || engine === undefined) {
    return end(
      deps,
      { task, token },
      { code: 'provider_error', message: `The model '${task.model}' is no longer offered.` },
    )
  }
  const run: Run = { task, model, engine, token, ...watched }
  try {
    await carryOn(deps, run)
  } catch (error) {
    await stopped(deps, run, error)
  }
}

async function carryOn(deps: RunTaskDeps, run: Run): Promise<void> {
  const { task, engine } = run
  const now = deps.clock.now()
  if (task.soloCuts >= MAX_SOLO_CUTS) {
    const message = `Work on this task took its process down ${MAX_SOLO_CUTS} times while nothing else ran in it, so it was given up.`
    return end(deps, run, { code: 'internal_error', message })
  }
  if (now >= (task.runDeadlineAt ?? task.queueDeadlineAt)) return end(deps, run, deadlineEnding(task))
  if (task.status === 'pending') {
    await begin(deps, run)
    return start(deps, run)
  }
  if (task.operation !== null) return react(deps, run, await ask(deps, run, task.operation))
  // No step: the last start is known not to have happened. Otherwise only the engine can make a second one safe.
  if (task.step === null || engine.safeToRestart) return start(deps, run)
  return end(deps, run, { code: 'start_unknown', message: CUT_OFF[task.step] })
}

const CUT_OFF: Record<TaskStep, string> = {
  starting:
    'We were cut off while the provider was asked to start, and cannot tell whether it did. It was not asked twice.',
  running: 'We were cut off before the provider told us where to ask after its work. It was not asked to start twice.',
  saving: 'We were cut off before the result of the provider was safe with us. It was not asked to start twice.',
}

/** From here on the task is `processing`; its start key is on disk before anyone is asked to start. */
async function begin(deps: RunTaskDeps, run: Run): Promise<void> {
  const prepared = await prepareTask(deps, run.task, run.model, run.signal)
  const startedAt = deps.clock.now()
  const change: TaskChange = {
    status: 'processing',
    step: 'starting',
    startedAt,
    runDeadlineAt: startedAt + run.model.runTimeoutMs,
    startKey: `start_${randomBase62(22, deps.random.bytes)}`,
    ...prepared,
  }
  try {
    await advance(deps, run, change)
  } catch (error) {
    await removeUnrecorded(deps, prepared.files)
    throw error
  }
  run.endAt(startedAt + run.model.runTimeoutMs)
}

/** A change whose answer got lost may have been made, before someone else took the task over together with its pictures. */
async function removeUnrecorded(deps: RunTaskDeps, files: readonly FileRecord[]): Promise<void> {
  const unrecorded = await insist(deps, () => deps.store.files.withoutRecord(files.map(({ id }) => id)))
  await Promise.all(unrecorded.map((id) => deps.files.remove(id)))
}

async function start(deps: RunTaskDeps, run: Run): Promise<void> {
  if (run.task.step !== 'starting') await advance(deps, run, { step: 'starting' })
  const job = await jobOf(deps, run)
  // The process stops and nobody was asked: the next one may start this task, whatever its engine.
  if (run.signal.reason === 'drain')
    return advance(deps, run, { step: null, releaseUntil: deps.clock.now(), stillSuspect: true })
  return react(deps, run, await answerOf(deps, run, () => run.engine.start(job, watch(deps, run))))
}

async function ask(deps: RunTaskDeps, run: Run, operation: Operation): Promise<EngineState> {
  const job = await jobOf(deps, run)
  return answerOf(deps, run, () => run.engine.status(operation, job, watch(deps, run)))
}

/** What the engine says. One that does not heed its signal must not keep its task past the deadline: it is left behind. */
async function answerOf(deps: RunTaskDeps, run: Run, call: () => Promise<EngineState>): Promise<EngineState> {
  const { signal } = run
  signal.throwIfAborted()
  const { promise: left, reject } = Promise.withResolvers<never>()
  const leave = (): void => {
    if (signal.reason !== 'drain') reject(signal.reason)
  }
  signal.addEventListener('abort', leave)
  try {
    return await Promise.race([call(), left])
  } catch (error) {
    return fromThrown(deps, run, error)
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

async function react(deps: RunTaskDeps, run: Run, state: EngineState): Promise<void> {
  // A stop of the process does not undo what a provider has done: its answer is stored first.
  if (run.signal.reason !== 'drain') run.signal.throwIfAborted()
  switch (state.kind) {
    case 'running': {
      const { operation, progress, checkAgainMs } = state
      const change = {
        step: 'running',
        operation,
        doubts: 0,
        releaseUntil: sleepUntil(deps, run, checkAgainMs),
      } as const
      await advance(deps, run, progress === undefined ? change : { ...change, progress: Math.round(progress) })
      return undefined
    }
    case 'done':
      return save(deps, run, state)
    case 'failed':
      return state.final ? end(deps, run, state) : doubt(deps, run, state)
  }
}

async function save(deps: RunTaskDeps, run: Run, state: Extract<EngineState, { kind: 'done' }>): Promise<void> {
  await advance(deps, run, { step: 'saving' })
  // The result is in our hands only: dropping it over a full disk would mean to pay for it again.
  let files: FileRecord[]
  try {
    files = await insist(deps, () => saveOutputs(deps, run.task, state.outputs), run.signal)
  } catch (error) {
    if (run.task.operation === null || !(error instanceof AppError) || error.code !== 'provider_error') throw error
    // The result is still with the provider: it is asked again, and may give a fresh address for it.
    return doubt(deps, run, { kind: 'failed', code: error.code, message: error.message, final: false })
  }
  const warnings = state.warnings ?? []
  if (!(await finish(deps, run, { files, warnings }))) await discardOutputs(deps, files)
}

const UNSURE_START =
  'The provider failed while it was asked to start, and may have started all the same. It was not asked twice.'

/** An error that may pass: ask again later, and believe it when it repeats. */
async function doubt(deps: RunTaskDeps, run: Run, state: EngineFailure): Promise<void> {
  const nothingStarted = run.task.operation !== null || state.notStarted === true || run.engine.safeToRestart
  if (!nothingStarted) return end(deps, run, { code: 'start_unknown', message: UNSURE_START })
  const waits = state.retryAfterMs !== undefined
  const doubts = run.task.doubts + (waits ? 0 : 1)
  if (doubts >= BELIEVE_AFTER) return end(deps, run, state)
  deps.log.info('provider error that may pass', { taskId: run.task.id, code: state.code, doubts })
  const step = run.task.operation === null ? null : run.task.step
  const pauseMs = Math.max(DOUBT_PAUSE_MS * 2 ** doubts, state.retryAfterMs ?? 0)
  await advance(deps, run, { doubts, step, releaseUntil: sleepUntil(deps, run, pauseMs) })
}

/** Decides what an interrupted or failed run means for its task. */
async function stopped(deps: RunTaskDeps, run: Run, error: unknown): Promise<void> {
  const reason: unknown = run.signal.aborted ? run.signal.reason : undefined
  if (reason === 'lost' || error instanceof LeaseLost) return
  if (reason === 'timeout') return end(deps, run, RAN_TOO_LONG)
  if (reason === 'drain') {
    // Whoever starts next takes it up from the step that is on disk.
    await deps.store.queue.advance(
      { id: run.task.id, token: run.token },
      { releaseUntil: deps.clock.now(), stillSuspect: true },
    )
    return
  }
  const failure = fromThrown(deps, run, error)
  if (failure.code !== 'storage_unavailable') return end(deps, run, failure)
  // Not the task's fault, so not one of its attempts.
  deps.log.warn('storage is out, the task waits', { taskId: run.task.id, error })
  await advance(deps, run, { releaseUntil: sleepUntil(deps, run, STORAGE_PAUSE_MS) })
}

/** Ends the task badly, unless it is no longer ours. */
async function end(
  deps: RunTaskDeps,
  run: Pick<Run, 'task' | 'token'>,
  ending: { code: TaskErrorCode; message: string },
): Promise<void> {
  await finish(deps, run, { code: ending.code, message: ending.message })
}

async function finish(deps: RunTaskDeps, run: Pick<Run, 'task' | 'token'>, ending: Ending): Promise<boolean> {
  const { task, token } = run
  const outcome = outcomeOf(deps, task, ending)
  const done = await insist(deps, () => deps.store.queue.finish({ id: task.id, token }, outcome))
  if (!done) return false
  deps.bell.ring(`task:${task.id}`)
  if (outcome.delivery !== null) deps.bell.ring('deliveries')
  return true
}

class LeaseLost extends Error {}

async function advance(deps: RunTaskDeps, run: Run, change: TaskChange): Promise<void> {
  const task = await insist(deps, () => deps.store.queue.advance({ id: run.task.id, token: run.token }, change))
  if (task === undefined) throw new LeaseLost(`task ${run.task.id} belongs to someone else now`)
  run.task = task
  deps.bell.ring(`task:${task.id}`)
}

function watch(deps: RunTaskDeps, run: Run): EngineWatch {
  let shown = run.task.progress
  let nextAt = 0
  const onProgress = (percent: number): void => {
    const progress = Math.min(99, Math.floor(percent))
    if (progress <= shown || deps.clock.now() < nextAt) return
    shown = progress
    nextAt = deps.clock.now() + PROGRESS_EVERY_MS
    // Progress is a hint: a write that fails is not worth stopping the work for, nor worth repeating.
    deps.store.queue.advance({ id: run.task.id, token: run.token }, { progress }).then(
      () => deps.bell.ring(`task:${run.task.id}`),
      (error: unknown) => deps.log.debug('progress not stored', { taskId: run.task.id, error }),
    )
  }
  return { signal: run.signal, onProgress }
}

async function jobOf(deps: RunTaskDeps, run: Run): Promise<EngineJob> {
  const { task, model } = run
  if (task.effective === null || task.startKey === null)
    throw new Error(`task ${task.id} was started without being prepared`)
  // A start key is on disk by now: to give up here would look like a start that may have happened.
  const references = await insist(deps, () => engineReferences(deps, task, model), run.signal)
  return {
    taskId: task.id,
    model,
    prompt: task.prompt,
    parameters: task.effective,
    references,
    startKey: task.startKey,
  }
}

function fromThrown(deps: RunTaskDeps, run: Run, error: unknown): EngineFailure {
  if (run.signal.aborted || error instanceof LeaseLost) throw error
  if (error instanceof AppError && isTaskErrorCode(error.code)) {
    return { kind: 'failed', code: error.code, message: error.message, final: true }
  }
  if (error instanceof AppError && error.code === 'image_too_large') {
    return { kind: 'failed', code: 'invalid_image', message: error.message, final: true }
  }
  // The caller gets a plain sentence; the operator gets the reason.
  deps.log.error('a task failed for a reason that we did not foresee', {
    taskId: run.task.id,
    model: run.model.id,
    error,
  })
  return {
    kind: 'failed',
    code: 'internal_error',
    message: 'Something went wrong on our side while the task ran.',
    final: true,
  }
}

/** Asks again when the provider says, but never sleeps past the deadline. */
function sleepUntil(deps: RunTaskDeps, run: Run, ms: number): number {
  const at = deps.clock.now() + ms
  return run.task.runDeadlineAt === null ? at : Math.min(at, run.task.runDeadlineAt)
}
