import type { Task } from '../core/task.ts'
import { traceField, type TraceContext } from '../core/trace-context.ts'
import type { Log } from '../ports/runtime.ts'

/** Which request something came from. */
export type Origin = { requestId: string; trace: TraceContext | null }

export type AcceptanceDeps = {
  log: Log
  /** Whether the operator wants to read what was asked for. */
  logPrompts?: boolean
}

/** Tells the operator of tasks that are on disk, a line each: what leads from a request to its tasks. */
export function announceAcceptance(deps: AcceptanceDeps, tasks: readonly Task[], origin: Origin | undefined): void {
  for (const { id: taskId, keyId, kind, model, engine, prompt, traceParent } of tasks) {
    const who = { taskId, requestId: origin?.requestId ?? null, keyId, kind, model, engine, ...traceField(traceParent) }
    deps.log.info('task accepted', deps.logPrompts === true ? { ...who, prompt } : who)
  }
}
