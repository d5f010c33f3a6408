import type { TaskKind } from './model.ts'
import type { Operation } from './task.ts'

/** A job at a provider whose task has ended, and that must be stopped there: nobody waits for it, and it may cost money. */
export type Stop = {
  taskId: string
  engine: string
  /** The engine under whose cap over the fleet the job counts until it is over. */
  lane: string
  kind: TaskKind
  model: string
  /** Null while a start is on its way: whoever made it will tell what it came to. */
  operation: Operation | null
  createdAt: number
  nextRunAt: number
  /** How often it was taken up. */
  tries: number
}

// Longer than anyone waits for the answer to a start whose task has ended. Who made it has died if it told nothing by then.
export const START_SETTLES_MS = 60_000
