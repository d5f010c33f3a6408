import type { Task } from '../core/task.ts'
import type { FailureReason } from './engine.ts'
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
