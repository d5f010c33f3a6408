import type { TaskKind } from '../core/tasks/model.ts'
import type { Seat } from './store/task-queue.ts'

/** A seat that is reserved for the one it was offered to, until it is released. */
export type OfferedSeat = Seat & {
  /** Once the write is through, whatever its outcome. */
  release(): void
}

/** Room for work in this process. Code that writes to the queue asks for a seat first, so that one write does both. */
export interface Seats {
  /**
   * For a task of that kind. Undefined if this process does not work for the engine, leaves such tasks to others, has
   * no room, or is about to stop.
   */
  offer(engine: string, kind: TaskKind): OfferedSeat | undefined
}
