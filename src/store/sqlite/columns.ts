import type { SQLInputValue } from 'node:sqlite'
import type { Task } from '../../core/task.ts'
import { toJson } from '../rows.ts'

export type Values = Record<string, SQLInputValue>

/** The columns that a new task brings along; those that the store decides are not among them. */
export const TASK_COLUMNS = [
  'id',
  'key_id',
  'kind',
  'model',
  'engine',
  'status',
  'step',
  'prompt',
  'asked_ratio',
  'asked_size',
  'asked_seed',
  'effective',
  'warnings',
  'reference_images',
  'webhook_url',
  'created_at',
  'queue_deadline_at',
  'started_at',
  'run_deadline_at',
  'finished_at',
  'next_run_at',
  'lease_token',
  'attempts',
  'start_key',
  'operation',
  'doubts',
  'progress',
  'error_code',
  'error_message',
  'version',
] as const

export function valuesFromTask(task: Task): Record<(typeof TASK_COLUMNS)[number], SQLInputValue> {
  return {
    id: task.id,
    key_id: task.keyId,
    kind: task.kind,
    model: task.model,
    engine: task.engine,
    status: task.status,
    step: task.step,
    prompt: task.prompt,
    asked_ratio: task.askedRatio,
    asked_size: task.askedSize,
    asked_seed: task.askedSeed,
    effective: toJson(task.effective),
    warnings: JSON.stringify(task.warnings),
    reference_images: JSON.stringify(task.references),
    webhook_url: task.webhookUrl,
    created_at: task.createdAt,
    queue_deadline_at: task.queueDeadlineAt,
    started_at: task.startedAt,
    run_deadline_at: task.runDeadlineAt,
    finished_at: task.finishedAt,
    next_run_at: task.nextRunAt,
    lease_token: task.leaseToken,
    attempts: task.attempts,
    start_key: task.startKey,
    operation: toJson(task.operation),
    doubts: task.doubts,
    progress: task.progress,
    error_code: task.error?.code ?? null,
    error_message: task.error?.message ?? null,
    version: task.version,
  }
}
