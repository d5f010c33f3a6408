import type { FileRecord } from '../core/file-record.ts'
import type { Verdict } from '../ports/moderation.ts'
import { isModerated, questionOf, type Moderation } from './ask-moderator.ts'
import { endRun } from './end-run.ts'
import { patienceWith } from './patience.ts'
import type { Prepared } from './prepare-task.ts'
import { advanceRun, unlessOver, type RunTaskDeps, type TaskRun } from './task-run.ts'

const REFUSED = 'The prompt is refused by the rules of this service. Nothing was started, and nothing is charged.'
const NOT_JUDGED =
  'The prompt could not be checked by the rules of this service, so nothing was started. Try again later.'
const UNCHECKED = 'The prompt was not checked by the rules of this service: whoever checks it did not answer.'

/**
 * Asks the operator's judge before anything is started. Gives back what the task begins with; nothing when it does not
 * begin now, because it was ended or put off.
 */
export async function checkPrompt(deps: RunTaskDeps, run: TaskRun, prepared: Prepared): Promise<Prepared | undefined> {
  const { moderation } = deps
  if (moderation === undefined || !isModerated(deps, 'prompt')) return prepared
  const verdict = await unlessOver(run.signal, ask(deps, moderation, run, prepared))
  // What was cut off by a stop of the process says nothing: whoever starts next asks again.
  run.signal.throwIfAborted()
  switch (verdict.kind) {
    case 'allowed':
      return prepared
    case 'refused': {
      const { id: taskId, keyId, kind, model } = run.task
      deps.log.info('a prompt was refused by the moderation hook', { taskId, keyId, kind, model })
      const message = verdict.reason ?? REFUSED
      await endRun(deps, run, { code: 'content_policy_violation', message, stopJob: false })
      return undefined
    }
    case 'unknown':
      if (moderation.moderator.failsOpen) return { ...prepared, warnings: [...prepared.warnings, UNCHECKED] }
      await putOff(deps, run, prepared)
      return undefined
  }
}

async function ask(
  deps: RunTaskDeps,
  moderation: Moderation,
  { task, signal }: TaskRun,
  prepared: Prepared,
): Promise<Verdict> {
  const shown = (await referencesOf(deps, task.id, prepared)).map((file) => ({ file, cover: null }))
  return moderation.moderator.ask(await questionOf(deps, moderation, { task, stage: 'prompt', shown }), signal)
}

/** Those that came with the request, and those that were fetched just now, in order. */
async function referencesOf(deps: RunTaskDeps, taskId: string, prepared: Prepared): Promise<FileRecord[]> {
  if (prepared.references.length === 0) return []
  const kept = await deps.store.files.ofTask(taskId)
  const references = [...kept.filter(({ role }) => role === 'reference'), ...prepared.files]
  return references.toSorted((a, b) => a.position - b.position)
}

/** Waits in the queue, as for an engine that is away. Pictures that were fetched are kept for the next time. */
async function putOff(deps: RunTaskDeps, run: TaskRun, prepared: Prepared): Promise<void> {
  const now = deps.clock.now()
  const awaySince = run.task.awaySince ?? now
  const { over, pauseMs } = patienceWith(awaySince, now)
  if (now >= over) return endRun(deps, run, { code: 'provider_unavailable', message: NOT_JUDGED, stopJob: false })
  const releaseUntil = Math.min(over, run.task.queueDeadlineAt, now + pauseMs)
  await advanceRun(deps, run, { ...prepared, awaySince, releaseUntil, stillSuspect: true })
}
