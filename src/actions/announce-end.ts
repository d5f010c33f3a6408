import type { Task } from '../core/task.ts'
import type { Bell, Log } from '../ports/runtime.ts'
import { traceField } from '../core/trace-context.ts'
import type { Meters, Tracer } from '../ports/telemetry.ts'
import type { Outcome } from '../ports/store/task-queue.ts'

export type AnnounceDeps = { bell: Bell; log: Log; meters?: Meters | undefined; tracer?: Tracer | undefined }

/** Tells of an end that is on disk: those who wait, those who send and stop, and the operator, in one line. */
export function announceEnd(deps: AnnounceDeps, task: Task, outcome: Outcome): void {
  const { bell, log } = deps
  deps.meters?.ended(task, outcome)
  deps.tracer?.ended(task, outcome)
  bell.ring(`task:${task.id}`)
  if (outcome.delivery !== null) bell.ring('deliveries')
  if (outcome.stopJob) bell.ring('stops')
  // Its place may have let another task of its key into a line, most likely that of the same engine.
  if (outcome.settlement !== null) bell.ring(`work:${task.engine}`)
  const { finishedAt } = outcome
  log.info('task ended', {
    taskId: task.id,
    ...traceField(task.traceParent),
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
