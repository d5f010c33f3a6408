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
  /** Pictures made, or seconds of video. */
  units: number
  /** What it cost by the price at the time, in millionths of a dollar; null where nobody knows. */
  priceMicros: number | null
  /** For whom the caller asked. */
  endUser: string | null
  at: number
}

/** What tasks of one kind and model used on one day. Whole numbers, so that sums may be added up without a rest. */
export type UsageSum = {
  /** Days since 1970, in UTC. */
  day: number
  kind: TaskKind
  model: string
  tasks: number
  succeeded: number
  /** Millionths of a picture or of a second. */
  unitsMicros: number
  /** Of those whose cost is known; null where there is none. */
  priceMicros: number | null
  /** Tasks whose cost nobody knows, which the sum leaves out. */
  unpriced: number
}

export type UsagePart = {
  /** In the order in which the first task of each ended. */
  sums: UsageSum[]
  /** Where the next part begins; null when this was the last. */
  next: number | null
}

/** What was used. It is written with the end of a task, and outlives it. */
export interface UsageReader {
  /**
   * Adds up what the key's tasks used that ended at this time or later: at most so many of them, or all that ended in one
   * and the same millisecond. Whoever asks for part after part keeps nobody else waiting. What was condensed counts by whole
   * days, and a day may come twice: sums are made to be added up.
   */
  sums(keyId: string, from: number, most: number): Promise<UsagePart>
  /** The same of all tasks that were made in a project, whatever their keys. */
  sumsOfProject(projectId: string, from: number, most: number): Promise<UsagePart>
  /**
   * Adds up, for good, by whole days what was used before this time: so many rows at most, of the first key after this one
   * that has any; '' begins. Gives back after which key to go on, undefined at the end.
   */
  condense(before: number, page: { after: string; limit: number }): Promise<string | undefined>
}
