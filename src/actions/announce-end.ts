import type { Task } from '../core/task.ts'
import type { Bell, Log } from '../ports/runtime.ts'
import type { Outcome } from '../ports/store/task-queue.ts'

/** Tells of an end that is on disk: those who wait, those who send and stop, and the operator, in one line. */
export function announceEnd(deps: { bell: Bell; log: Log }, task: Task, outcome: Outcome): void {
  const { bell, log } = deps
  bell.ring(`task:${task.id}`)
  if (outcome.delivery !== null) bell.ring('deliveries')
  if (outcome.stopJob) bell.ring('stops')
  // Its place may have let another task of its key into a line, most likely that of the same engine.
  if (outcome.settlement !== null) bell.ring(`work:${task.engine}`)
  const { finishedAt } = outcome
  log.info('task ended', {
    taskId: task.id,
    keyId: task.keyId,
    kind: task.kind,
    model: task.model,
    end: outcome.error?.code ?? 'success',
    queuedMs: (task.startedAt ?? finishedAt) - task.createdAt,
    runningMs: task.startedAt === null ? 0 : finishedAt - task.startedAt,
    attempts: task.attempts,
    files: outcome.files.length,
  })
}
