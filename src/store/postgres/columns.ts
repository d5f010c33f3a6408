import type { Task } from '../../core/task.ts'
import { toJson } from '../rows.ts'

/** The columns of a new row: each with its type and where its value comes from. */
export type Columns<Item> = Record<string, readonly [type: string, value: (item: Item) => unknown]>

/** A table made of one array per column, given as parameters that begin at `$first`. */
export function columnsOf<Item>(columns: Columns<Item>, first: number): string {
  return `unnest(${Object.values(columns)
    .map(([type], index) => `$${first + index}::${type}[]`)
    .join(', ')})`
}

/** The parameters of `columnsOf`. */
export function valuesOf<Item>(columns: Columns<Item>, items: readonly Item[]): unknown[][] {
  return Object.values(columns).map(([, value]) => items.map(value))
}

/** The columns that a new task brings along; those that the store decides are not among them. */
export const TASK_COLUMNS: Columns<Task> = {
  id: ['text', (task) => task.id],
  key_id: ['text', (task) => task.keyId],
  kind: ['text', (task) => task.kind],
  model: ['text', (task) => task.model],
  engine: ['text', (task) => task.engine],
  status: ['text', (task) => task.status],
  step: ['text', (task) => task.step],
  prompt: ['text', (task) => task.prompt],
  asked_ratio: ['text', (task) => task.askedRatio],
  asked_size: ['text', (task) => task.askedSize],
  asked_seed: ['bigint', (task) => task.askedSeed],
  effective: ['text', (task) => toJson(task.effective)],
  warnings: ['text', (task) => JSON.stringify(task.warnings)],
  reference_images: ['text', (task) => JSON.stringify(task.references)],
  webhook_url: ['text', (task) => task.webhookUrl],
  created_at: ['bigint', (task) => task.createdAt],
  queue_deadline_at: ['bigint', (task) => task.queueDeadlineAt],
  started_at: ['bigint', (task) => task.startedAt],
  run_deadline_at: ['bigint', (task) => task.runDeadlineAt],
  finished_at: ['bigint', (task) => task.finishedAt],
  next_run_at: ['bigint', (task) => task.nextRunAt],
  lease_token: ['text', (task) => task.leaseToken],
  attempts: ['bigint', (task) => task.attempts],
  start_key: ['text', (task) => task.startKey],
  operation: ['text', (task) => toJson(task.operation)],
  doubts: ['bigint', (task) => task.doubts],
  progress: ['bigint', (task) => task.progress],
  error_code: ['text', (task) => task.error?.code ?? null],
  error_message: ['text', (task) => task.error?.message ?? null],
  version: ['bigint', (task) => task.version],
}
