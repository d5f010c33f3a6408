import type { TaskKind } from './model.ts'
import type { Operation } from './task.ts'

/**
 * A job at a provider whose task has ended, and that must be stopped there: nobody waits for it, and it may cost money.
 */
export type Stop = {
  taskId: string
  engine: string
  /** The engine against whose fleet-wide limit the job counts until it is over. */
  lane: string
  kind: TaskKind
  model: string
  /** Null while a start is under way: the worker that made it will report the outcome. */
  operation: Operation | null
  createdAt: number
  nextRunAt: number
  /** How often it was attempted. */
  tries: number
}

// Longer than anyone waits for the answer to a start whose task has ended. If the worker has not reported by then, it
// has died.
export const START_SETTLES_MS = 60_000
