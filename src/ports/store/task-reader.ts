import type { TaskKind } from '../../core/model.ts'
import type { TaskView } from '../../core/task-view.ts'
import type { Task, TaskStatus } from '../../core/task.ts'

export type TaskFilter = {
  keyId: string
  kind?: TaskKind
  status?: TaskStatus
  model?: string
  /** Oldest first; newest first unless asked for. */
  oldestFirst?: boolean
  /** Continue after this task, in the order of the list. */
  after?: Pick<Task, 'createdAt' | 'id'>
  limit: number
}

/** Tasks as they stand now. Nothing here changes anything. */
export interface TaskReader {
  find(id: string): Promise<Task | undefined>
  /** What a poll shows, by one look: results and status are of the same moment. */
  view(id: string): Promise<TaskView | undefined>
  list(filter: TaskFilter): Promise<Task[]>
  /** What an unexpired idempotency key of this API key was used for. */
  findRepeat(keyId: string, key: string, now: number): Promise<{ taskId: string; fingerprint: string } | undefined>
  /**
   * How many waiting tasks of the same engine are taken before this one, 0 when it does not wait; counted up to 1,000. Of
   * one that waits for a place on an account: how many are let in before it.
   */
  queuePosition(task: Task): Promise<number>
}
