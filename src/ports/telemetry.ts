import type { Task } from '../core/tasks/task.ts'
import type { TraceContext } from '../core/trace-context.ts'
import type { FailureReason } from './engine.ts'
import type { ClaimedDelivery } from './store/deliveries.ts'
import type { Outcome } from './store/task-queue.ts'

/** A request as it is counted: by the pattern of its route, never by its path. */
export type SeenRequest = {
  /** Null where no route matched. */
  route: string | null
  method: string
  /** Null where the client hung up before its answer. */
  status: number | null
  ms: number
}

/** What became of a call that asks an engine to start; `error` when it threw. */
export type StartResult = 'started' | 'done' | 'failed' | 'error' | FailureReason

/** What became of one attempt to deliver a webhook; after `failed` there will be another one. */
export type AttemptResult = 'delivered' | 'failed' | 'given_up'

/** Counts what happens in this process. Each call returns at once and never throws. */
export interface Meters {
  request(seen: SeenRequest): void
  accepted(task: Task): void
  started(task: Task): void
  ended(task: Task, outcome: Outcome): void
  engineStart(engine: string, result: StartResult, ms: number): void
  attempt(result: AttemptResult, ms: number): void
}

/** A request that is followed. */
export type RequestSpan = {
  /** Its own place in the trace: whatever it makes goes on from there. */
  readonly context: TraceContext
  readonly traceId: string
  end(status: number | null): void
}

export type TracedRequest = {
  method: string
  route: string
  requestId: string
  /** Its caller's place; null begins a trace. */
  context: TraceContext | null
}

/** What the work on a task consists of. */
export type TracedStep = 'prepare' | 'engine start' | 'engine ask' | 'save'

/**
 * Follows requests, tasks and webhooks through all processes, by the place in the trace that each task keeps. A task without
 * one is not followed. What is done meanwhile is done as without it: its value or its error is handed on.
 */
export interface Tracer {
  /** Undefined where a trace would begin here that is not kept: nobody could see any of it, so nothing of it is made. */
  request(seen: TracedRequest): RequestSpan | undefined
  /** The task has waited, and is `processing` from now on. */
  started(task: Task): void
  /** One owner's work on a task, until it ends or sleeps. */
  run<T>(task: Task, work: () => Promise<T>): Promise<T>
  /** A step of that work. */
  step<T>(taskId: string, step: TracedStep, work: () => Promise<T>): Promise<T>
  ended(task: Task, outcome: Outcome): void
  /** One attempt at a webhook, which is told its own place in the trace to pass on. */
  attempt<T extends { status: number | null; error: string | null }>(
    delivery: ClaimedDelivery,
    post: (context: TraceContext | null) => Promise<T>,
  ): Promise<T>
}
