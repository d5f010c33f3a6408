import type { TaskKind } from '../../core/tasks/model.ts'
import type { TaskView } from '../../core/tasks/task-view.ts'
import type { Task, TaskStatus } from '../../core/tasks/task.ts'

export type TaskFilter = {
  /** Null for the tasks of all keys. What waits is then sorted anew for each page; the rest is read in order. */
  keyId: string | null
  /** Of tasks that were made in this project alone. */
  project?: string
  kind?: TaskKind
  /** Any of these; none is meant by an empty list. */
  statuses?: readonly TaskStatus[]
  /** Any of these, at most `MOST_MODELS` of them. */
  models?: readonly string[]
  /** Accepted at this time or later. */
  from?: number
  /** Accepted before this time. */
  until?: number
  /** Oldest first; newest first unless asked for. */
  oldestFirst?: boolean
  /** Continue after this task, in the order of the list. */
  after?: Pick<Task, 'createdAt' | 'id'>
  limit: number
}

/** More names than anybody picks from a menu, few enough that each has its own way through the records. */
export const MOST_MODELS = 5

/** What was asked for, and where that is in a list. */
export type AskedText = Pick<Task, 'createdAt' | 'id' | 'kind' | 'model' | 'prompt'>

/** A task that made something, and when it did. */
export type EndedTask = Pick<Task, 'id' | 'kind' | 'model'> & { startedAt: number; finishedAt: number }

/** How many of a key's tasks there are in each state. */
export type TaskCounts = Record<TaskStatus, number>

/** Tasks as they stand now. Nothing here changes anything. */
export interface TaskReader {
  find(id: string): Promise<Task | undefined>
  /** What a poll shows, by one look: results and status are of the same moment. */
  view(id: string): Promise<TaskView | undefined>
  list(filter: TaskFilter): Promise<Task[]>
  /** The prompts of the tasks that `list` would give, and nothing else of them. */
  prompts(filter: TaskFilter): Promise<AskedText[]>
  /** Counts the tasks of a key or of a project by status, of this kind if one is named; nothing is counted beyond the `most`. */
  counts(asked: ({ keyId: string } | { project: string }) & { kind?: TaskKind; most: number }): Promise<TaskCounts>
  /** The successes among the tasks that ended last, newest first, of whatever key; so many are looked at. */
  lastEnded(most: number): Promise<EndedTask[]>
  /** What an unexpired idempotency key of this API key was used for. */
  findRepeat(keyId: string, key: string, now: number): Promise<{ taskId: string; fingerprint: string } | undefined>
  /**
   * How many waiting tasks of the same engine are taken before this one, 0 when it does not wait; counted up to 1,000. Of
   * one that waits for a place on an account: how many are let in before it.
   */
  queuePosition(task: Task): Promise<number>
}
