import type { Task } from '../../core/tasks/task.ts'
import { type TraceContext, traceField } from '../../core/trace-context.ts'
import type { Bell, Log } from '../../ports/runtime.ts'
import type { Outcome } from '../../ports/store/task-queue.ts'
import type { Meters, Tracer } from '../../ports/telemetry.ts'

export type AnnounceDeps = { bell: Bell; log: Log; meters?: Meters | undefined; tracer?: Tracer | undefined }

/**
 * Announces an end that is on disk: to waiting requests, to the webhook and stop workers, and to the operator, in one
 * log line.
 */
export function announceEnd(deps: AnnounceDeps, task: Task, outcome: Outcome): void {
  const { bell, log } = deps
  deps.meters?.ended(task, outcome)
  deps.tracer?.ended(task, outcome)
  bell.ring(`task:${task.id}`)
  if (outcome.deliveries.length > 0) bell.ring('deliveries')
  if (outcome.stopJob) bell.ring('stops')
  // Its slot may have let another task of its key into a queue, most likely that of the same engine.
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

/** Announces a task that is `processing` from now on: to its watchers, and to the operator, in one log line. */
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

/** The request that something came from. */
export type Origin = { requestId: string; trace: TraceContext | null }

export type AcceptanceDeps = {
  log: Log
  /** Whether the operator wants prompts in the log. */
  logPrompts?: boolean
}

/** Logs tasks that are on disk, one line each, which connects a request to its tasks. */
export function announceAcceptance(deps: AcceptanceDeps, tasks: readonly Task[], origin: Origin | undefined): void {
  for (const { id: taskId, keyId, kind, model, engine, prompt, traceParent } of tasks) {
    const who = { taskId, requestId: origin?.requestId ?? null, keyId, kind, model, engine, ...traceField(traceParent) }
    deps.log.info('task accepted', deps.logPrompts === true ? { ...who, prompt } : who)
  }
}
