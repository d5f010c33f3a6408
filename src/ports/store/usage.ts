import type { TaskKind } from '../../core/tasks/model.ts'
import type { TaskStatus } from '../../core/tasks/task.ts'

export type Usage = {
  taskId: string
  keyId: string
  /** The project in which the task was made. */
  project: string | null
  kind: TaskKind
  model: string
  engine: string
  status: TaskStatus
  /** Number of pictures, or seconds of video. */
  units: number
  /** Its cost at the price of that time, in millionths of a dollar; null if unknown. */
  priceMicros: number | null
  /** The end user for whom the caller asked. */
  endUser: string | null
  at: number
}

/** The usage of tasks of one kind and model on one day. Whole numbers, so that sums add up exactly. */
export type UsageSum = {
  /** Days since 1970, in UTC. */
  day: number
  kind: TaskKind
  model: string
  tasks: number
  succeeded: number
  /** Millionths of a picture or of a second. */
  unitsMicros: number
  /** Of those with a known cost; null if there is none. */
  priceMicros: number | null
  /** Tasks of unknown cost, which the sum leaves out. */
  unpriced: number
}

export type UsagePart = {
  /** In the order in which the first task of each ended. */
  sums: UsageSum[]
  /** Where the next part begins; null if this was the last. */
  next: number | null
}

/** Usage records. They are written with the end of a task, and outlive it. */
export interface UsageReader {
  /**
   * Adds up the usage of the key's tasks that ended at this time or later: at most this many of them, or all that ended
   * in the same millisecond. Asking part by part delays nobody else. Condensed records count by whole days, and a day
   * may occur twice: the sums are meant to be added up.
   */
  sums(keyId: string, from: number, most: number): Promise<UsagePart>
  /** The same for all tasks that were made in a project, whatever their keys. */
  sumsOfProject(projectId: string, from: number, most: number): Promise<UsagePart>
  /**
   * Adds up permanently, by whole days, the usage before this time: at most this many rows, of the first key after this
   * one that has any; '' begins. Returns the key after which to continue, undefined at the end.
   */
  condense(before: number, page: { after: string; limit: number }): Promise<string | undefined>
}
