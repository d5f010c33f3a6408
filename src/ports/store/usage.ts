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
  at: number
}

/** What was used. It is written with the end of a task, and outlives it. */
export interface UsageReader {
  /** What the key's tasks used that ended at this time or later, in the order in which they ended. */
  since(keyId: string, time: number): Promise<Usage[]>
}
