import type { Task } from '../core/task.ts'
import { traceField } from '../core/trace-context.ts'
import type { AnnounceDeps } from './announce-end.ts'

/** Tells of a task that is `processing` from now on: those who watch it, and the operator, in one line. */
export function announceStart({ bell, log, meters, tracer }: AnnounceDeps, task: Task): void {
  bell.ring(`task:${task.id}`)
  meters?.started(task)
  tracer?.started(task)
  const { id: taskId, keyId, kind, model, engine, attempts } = task
  log.info('task started', {
    taskId,
    ...traceField(task.traceParent),
    keyId,
    kind,
    model,
    engine,
    queuedMs: (task.startedAt ?? task.createdAt) - task.createdAt,
    attempts,
  })
}
