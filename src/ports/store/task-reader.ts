import type { TaskKind } from '../../core/tasks/model.ts'
import type { TaskView } from '../../core/tasks/task-view.ts'
import type { Task, TaskStatus } from '../../core/tasks/task.ts'

export type TaskFilter = {
  /** Null for the tasks of all keys. Waiting tasks are then sorted again for each page; the rest is read in order. */
  keyId: string | null
  /** Only tasks that were made in this project. */
  project?: string
  kind?: TaskKind
  /** Any of these; an empty list matches none. */
  statuses?: readonly TaskStatus[]
  /** Any of these, at most `MOST_MODELS` of them. */
  models?: readonly string[]
  /** Accepted at this time or later. */
  from?: number
  /** Accepted before this time. */
  until?: number
  /** Oldest first; the default is newest first. */
  oldestFirst?: boolean
  /** Continue after this task, in the order of the list. */
  after?: Pick<Task, 'createdAt' | 'id'>
  limit: number
}

/** More names than anybody picks from a menu, but few enough for a separate query plan for each. */
export const MOST_MODELS = 5

/** The requested page, and its position in the list. */
export type AskedText = Pick<Task, 'createdAt' | 'id' | 'kind' | 'model' | 'prompt'>

/** A task that made something, and when. */
export type EndedTask = Pick<Task, 'id' | 'kind' | 'model'> & { startedAt: number; finishedAt: number }

/** How many of a key's tasks are in each state. */
export type TaskCounts = Record<TaskStatus, number>

/** Tasks in their current state. Nothing here changes anything. */
export interface TaskReader {
  find(id: string): Promise<Task | undefined>
  /** What a poll shows, in a single query: results and status are from the same moment. */
  view(id: string): Promise<TaskView | undefined>
  list(filter: TaskFilter): Promise<Task[]>
  /** The prompts of the tasks that `list` would return, and nothing else about them. */
  prompts(filter: TaskFilter): Promise<AskedText[]>
  /** Counts the tasks of a key or of a project by status, of this kind if one is named; counting stops at `most`. */
  counts(asked: ({ keyId: string } | { project: string }) & { kind?: TaskKind; most: number }): Promise<TaskCounts>
  /** The successes among the tasks that ended last, newest first, of any key; this many tasks are examined. */
  lastEnded(most: number): Promise<EndedTask[]>
  /** What an unexpired idempotency key of this API key was used for. */
  findRepeat(keyId: string, key: string, now: number): Promise<{ taskId: string; fingerprint: string } | undefined>
  /**
   * How many waiting tasks of the same engine are claimed before this one, 0 if it does not wait; counted up to 1,000.
   * For a task that waits for a slot on an account: how many are let in before it.
   */
  queuePosition(task: Task): Promise<number>
}
