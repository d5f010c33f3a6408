import type { TaskKind } from '../core/tasks/model.ts'
import type { Seat } from './store/task-queue.ts'

/** A seat that is kept free for whoever was offered it, until it is let go. */
export type OfferedSeat = Seat & {
  /** Once the write is through, whatever came of it. */
  release(): void
}

/** Room for work in this process. Whoever writes to the queue asks for a seat first, so that one write does for both. */
export interface Seats {
  /** For a task of that kind. Undefined where this process does not work for the engine, leaves such to others, has no room, or is about to stop. */
  offer(engine: string, kind: TaskKind): OfferedSeat | undefined
}
