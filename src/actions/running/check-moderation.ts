import type { FileRecord } from '../../core/files/file-record.ts'
import { outputsAmong } from '../../core/tasks/task-view.ts'
import type { ModerationVerdict } from '../../ports/moderation.ts'
import { isModerated, type Moderation, questionOf } from './ask-moderator.ts'
import { endRun } from './end-run.ts'
import { retryUntilStored } from './retry-until-stored.ts'
import type { BadEnding } from './outcome.ts'
import type { Prepared } from './prepare-task.ts'
import { discardOutputs } from './save-outputs.ts'
import { advanceRun, type RunTaskDeps, type TaskRun, unlessOver, withoutDrain } from './task-run.ts'
import { patienceWith } from './weigh-failure.ts'

const PROMPT_REFUSED = 'The rules of this service do not allow the prompt. Nothing was started or charged.'
const PROMPT_NOT_JUDGED = 'Moderation could not check the prompt, so nothing was started. Try again later.'
const PROMPT_UNCHECKED =
  'The prompt was not checked against the rules of this service, because moderation did not respond.'

/**
 * Asks the operator's moderator before anything is started. Returns what the task begins with; undefined if it does not
 * begin now, because it was ended or put off.
 */
export async function checkPrompt(deps: RunTaskDeps, run: TaskRun, prepared: Prepared): Promise<Prepared | undefined> {
  const { moderation } = deps
  if (moderation === undefined || !isModerated(deps, 'prompt')) return prepared
  const verdict = await unlessOver(run.signal, ask(deps, moderation, run, prepared))
  // A check that was interrupted by a shutdown says nothing: the next worker asks again.
  run.signal.throwIfAborted()
  switch (verdict.kind) {
    case 'allowed':
      return prepared
    case 'refused': {
      const { id: taskId, keyId, kind, model } = run.task
      deps.log.info('a prompt was refused by the moderation hook', { taskId, keyId, kind, model })
      const message = verdict.reason ?? PROMPT_REFUSED
      await endRun(deps, run, { code: 'content_policy_violation', message, stopJob: false })
      return undefined
    }
    case 'unknown':
      if (moderation.moderator.failsOpen) return { ...prepared, warnings: [...prepared.warnings, PROMPT_UNCHECKED] }
      await putOff(deps, run, prepared)
      return undefined
  }
}

async function ask(
  deps: RunTaskDeps,
  moderation: Moderation,
  { task, signal }: TaskRun,
  prepared: Prepared,
): Promise<ModerationVerdict> {
  const shown = (await referencesOf(deps, task.id, prepared)).map((file) => ({ file, cover: null }))
  return moderation.moderator.ask(await questionOf(deps, moderation, { task, stage: 'prompt', shown }), signal)
}

/** References from the request and those fetched just now, in order. */
async function referencesOf(deps: RunTaskDeps, taskId: string, prepared: Prepared): Promise<FileRecord[]> {
  if (prepared.references.length === 0) return []
  const kept = await deps.store.files.ofTask(taskId)
  const references = [...kept.filter(({ role }) => role === 'reference'), ...prepared.files]
  return references.toSorted((a, b) => a.position - b.position)
}

/** Waits in the queue, as if the engine were unavailable. Fetched pictures are kept for the next attempt. */
async function putOff(deps: RunTaskDeps, run: TaskRun, prepared: Prepared): Promise<void> {
  const now = deps.clock.now()
  const awaySince = run.task.awaySince ?? now
  const { over, pauseMs } = patienceWith(awaySince, now)
  if (now >= over)
    return endRun(deps, run, { code: 'provider_unavailable', message: PROMPT_NOT_JUDGED, stopJob: false })
  const releaseUntil = Math.min(over, run.task.queueDeadlineAt, now + pauseMs)
  await advanceRun(deps, run, { ...prepared, awaySince, releaseUntil, stillSuspect: true })
}

const RESULT_REFUSED = 'The rules of this service do not allow the result. It was removed, and nothing is charged.'
const RESULT_UNCHECKED =
  'The result was not checked against the rules of this service, because moderation did not respond.'
const RESULT_NOT_JUDGED: BadEnding = {
  code: 'provider_unavailable',
  message: 'Moderation could not check the result, so it was removed. Nothing is charged.',
  stopJob: false,
}

/**
 * Asks the operator's moderator about copied results that nobody has seen. Returns warnings for the receipt; undefined
 * if the result was removed and the task has ended. A failure leaves no bytes behind.
 */
export async function checkResult(
  deps: RunTaskDeps,
  run: TaskRun,
  files: readonly FileRecord[],
): Promise<string[] | undefined> {
  const { moderation } = deps
  if (moderation === undefined || !isModerated(deps, 'result')) return []
  let verdict: ModerationVerdict
  try {
    verdict = await unlessOver(run.signal, judge(deps, moderation, run, files))
  } catch (error) {
    await discardOutputs(deps, files)
    throw error
  }
  if (verdict.kind === 'allowed') return []
  if (verdict.kind === 'unknown' && moderation.moderator.failsOpen) return [RESULT_UNCHECKED]
  // Removed before anyone is told about it.
  await retryUntilStored(deps, () => discardOutputs(deps, files), run.signal)
  await endRun(deps, run, verdict.kind === 'refused' ? refusal(deps, run, verdict.reason) : RESULT_NOT_JUDGED)
  return undefined
}

function refusal(deps: RunTaskDeps, { task }: TaskRun, reason: string | null): BadEnding {
  const { id: taskId, keyId, kind, model, engine } = task
  // The key is not charged; the provider may still bill the operator.
  deps.log.info('a result was refused by the moderation hook', { taskId, keyId, kind, model, engine })
  return { code: 'content_policy_violation', message: reason ?? RESULT_REFUSED, stopJob: false }
}

/** Asks until there is an answer, within a time limit: the result is paid for, and nobody else has it. */
async function judge(
  deps: RunTaskDeps,
  { moderator, ...media }: Moderation,
  { task, signal }: TaskRun,
  files: readonly FileRecord[],
): Promise<ModerationVerdict> {
  // Only this process has a result that came with the answer to its start, so a question that is under way is not
  // interrupted.
  const asking = task.operation === null ? withoutDrain(signal) : signal
  const judged = { task, stage: 'result', shown: outputsAmong(files) } as const
  const question = await retryUntilStored(deps, () => questionOf(deps, { moderator, ...media }, judged), signal)
  const since = deps.clock.now()
  for (;;) {
    const verdict = await moderator.ask(question, asking)
    if (verdict.kind !== 'unknown') return verdict
    signal.throwIfAborted()
    const now = deps.clock.now()
    const { over, pauseMs } = patienceWith(since, now)
    if (moderator.failsOpen || now >= over) return verdict
    await deps.clock.sleep(Math.min(pauseMs, over - now), signal)
    signal.throwIfAborted()
  }
}
