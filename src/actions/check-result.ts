import type { FileRecord } from '../core/file-record.ts'
import { outputsAmong } from '../core/task-view.ts'
import type { Verdict } from '../ports/moderation.ts'
import { isModerated, questionOf, type Moderation } from './ask-moderator.ts'
import { endRun } from './end-run.ts'
import { insist } from './insist.ts'
import type { BadEnding } from './outcome.ts'
import { patienceWith } from './patience.ts'
import { discardOutputs } from './save-outputs.ts'
import { unlessOver, withoutDrain, type RunTaskDeps, type TaskRun } from './task-run.ts'

const REFUSED = 'The result is refused by the rules of this service. It was removed, and nothing is charged.'
const UNCHECKED = 'The result was not checked by the rules of this service: whoever checks it did not answer.'
const NOT_JUDGED: BadEnding = {
  code: 'provider_unavailable',
  message: 'The result could not be checked by the rules of this service, so it was removed. Nothing is charged.',
  stopJob: false,
}

/**
 * Asks the operator's judge about copied results that nobody has seen. Gives back warnings for the receipt; nothing when
 * the result is gone and the task has ended. A failure leaves no bytes behind.
 */
export async function checkResult(
  deps: RunTaskDeps,
  run: TaskRun,
  files: readonly FileRecord[],
): Promise<string[] | undefined> {
  const { moderation } = deps
  if (moderation === undefined || !isModerated(deps, 'result')) return []
  let verdict: Verdict
  try {
    verdict = await unlessOver(run.signal, judge(deps, moderation, run, files))
  } catch (error) {
    await discardOutputs(deps, files)
    throw error
  }
  if (verdict.kind === 'allowed') return []
  if (verdict.kind === 'unknown' && moderation.moderator.failsOpen) return [UNCHECKED]
  // Gone before anyone is told of it.
  await insist(deps, () => discardOutputs(deps, files), run.signal)
  await endRun(deps, run, verdict.kind === 'refused' ? refusal(deps, run, verdict.reason) : NOT_JUDGED)
  return undefined
}

function refusal(deps: RunTaskDeps, { task }: TaskRun, reason: string | null): BadEnding {
  const { id: taskId, keyId, kind, model, engine } = task
  // The key is not charged; whoever made it may still send the operator a bill.
  deps.log.info('a result was refused by the moderation hook', { taskId, keyId, kind, model, engine })
  return { code: 'content_policy_violation', message: reason ?? REFUSED, stopJob: false }
}

/** Asks until there is an answer, as long as patience lasts: the result is paid for, and nobody else has it. */
async function judge(
  deps: RunTaskDeps,
  { moderator, ...media }: Moderation,
  { task, signal }: TaskRun,
  files: readonly FileRecord[],
): Promise<Verdict> {
  // A result that came with the answer to its start is in our hands only: a question under way is heard to its end.
  const asking = task.operation === null ? withoutDrain(signal) : signal
  const judged = { task, stage: 'result', shown: outputsAmong(files) } as const
  const question = await insist(deps, () => questionOf(deps, { moderator, ...media }, judged), signal)
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
