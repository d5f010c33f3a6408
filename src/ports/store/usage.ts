import type { TaskKind } from '../../core/model.ts'
import type { TaskStatus } from '../../core/task.ts'

export type Usage = {
  taskId: string
  keyId: string
  kind: TaskKind
  model: string
  engine: string
  status: TaskStatus
  /** Pictures made, or seconds of video. */
  units: number
  /** What it cost by the price at the time, in millionths of a dollar; null where the model names no price. */
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
  /** Null where no model named a price. */
  priceMicros: number | null
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
   * and the same millisecond. Whoever asks for part after part keeps nobody else waiting.
   */
  sums(keyId: string, from: number, most: number): Promise<UsagePart>
}
