import type { Task } from '../core/tasks/task.ts'
import type { TraceContext } from '../core/trace-context.ts'
import type { FailureReason } from './engine.ts'
import type { ClaimedDelivery } from './store/deliveries.ts'
import type { Outcome } from './store/task-queue.ts'

/** A request as it is counted: by the pattern of its route, never by its path. */
export type SeenRequest = {
  /** Null if no route matched. */
  route: string | null
  method: string
  /** Null if the client disconnected before its answer. */
  status: number | null
  ms: number
}

/** The outcome of a call that asks an engine to start a job; `error` if it threw. */
export type StartResult = 'started' | 'done' | 'failed' | 'error' | FailureReason

/** The outcome of one attempt to deliver a webhook; after `failed`, there will be another attempt. */
export type AttemptResult = 'delivered' | 'failed' | 'given_up'

/** Counts events in this process. Each call returns at once and never throws. */
export interface Meters {
  request(seen: SeenRequest): void
  accepted(task: Task): void
  started(task: Task): void
  ended(task: Task, outcome: Outcome): void
  engineStart(engine: string, result: StartResult, ms: number): void
  attempt(result: AttemptResult, ms: number): void
}

/** A request that is traced. */
export type RequestSpan = {
  /** Its own place in the trace: its children continue from there. */
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

/** The steps of the work on a task. */
export type TracedStep = 'prepare' | 'engine start' | 'engine ask' | 'save'

/**
 * Traces requests, tasks and webhooks through all processes, by the place in the trace that each task keeps. A task
 * without one is not traced. Traced work behaves like untraced work: its value or its error is passed on.
 */
export interface Tracer {
  /** Undefined if a new trace would not be sampled: nobody could see any of it, so nothing is created. */
  request(seen: TracedRequest): RequestSpan | undefined
  /** The task has waited, and is `processing` from now on. */
  started(task: Task): void
  /** One owner's work on a task, until it ends or sleeps. */
  run<T>(task: Task, work: () => Promise<T>): Promise<T>
  /** A step of that work. */
  step<T>(taskId: string, step: TracedStep, work: () => Promise<T>): Promise<T>
  ended(task: Task, outcome: Outcome): void
  /** One attempt at a webhook, which receives its own place in the trace to pass on. */
  attempt<T extends { status: number | null; error: string | null }>(
    delivery: ClaimedDelivery,
    post: (context: TraceContext | null) => Promise<T>,
  ): Promise<T>
}
