import type { ApiKey } from '../core/api-key.ts'
import type { Delivery, DeliveryAttempt } from '../core/delivery.ts'
import type { TaskErrorCode } from '../core/errors.ts'
import type { FileRecord } from '../core/file-record.ts'
import type { Task } from '../core/task.ts'
import type { TaskChange, Usage } from '../ports/store.ts'

/** A row as either database hands it out: the same columns under the same names. */
export type Row = Record<string, unknown>

/** The column of each thing that a worker may change. */
export const CHANGED_COLUMNS: Record<keyof Omit<TaskChange, 'releaseUntil' | 'files'>, string> = {
  status: 'status',
  step: 'step',
  effective: 'effective',
  warnings: 'warnings',
  references: 'reference_images',
  startedAt: 'started_at',
  runDeadlineAt: 'run_deadline_at',
  startKey: 'start_key',
  operation: 'operation',
  doubts: 'doubts',
  progress: 'progress',
}

export function taskFromRow(row: Row): Task {
  return {
    id: text(row, 'id'),
    keyId: text(row, 'key_id'),
    kind: text(row, 'kind') as Task['kind'],
    model: text(row, 'model'),
    engine: text(row, 'engine'),
    status: text(row, 'status') as Task['status'],
    step: textOrNull(row, 'step') as Task['step'],
    prompt: text(row, 'prompt'),
    askedRatio: textOrNull(row, 'asked_ratio'),
    askedSize: textOrNull(row, 'asked_size'),
    askedSeed: numberOrNull(row, 'asked_seed'),
    effective: json(row, 'effective') as Task['effective'],
    warnings: json(row, 'warnings') as string[],
    references: json(row, 'reference_images') as Task['references'],
    webhookUrl: textOrNull(row, 'webhook_url'),
    createdAt: number(row, 'created_at'),
    queueDeadlineAt: number(row, 'queue_deadline_at'),
    startedAt: numberOrNull(row, 'started_at'),
    runDeadlineAt: numberOrNull(row, 'run_deadline_at'),
    finishedAt: numberOrNull(row, 'finished_at'),
    nextRunAt: number(row, 'next_run_at'),
    leaseToken: textOrNull(row, 'lease_token'),
    attempts: number(row, 'attempts'),
    startKey: textOrNull(row, 'start_key'),
    operation: json(row, 'operation') as Task['operation'],
    doubts: number(row, 'doubts'),
    progress: number(row, 'progress'),
    error: taskError(row),
    version: number(row, 'version'),
  }
}

export function fileFromRow(row: Row): FileRecord {
  return {
    id: text(row, 'id'),
    taskId: text(row, 'task_id'),
    keyId: text(row, 'key_id'),
    role: text(row, 'role') as FileRecord['role'],
    position: number(row, 'position'),
    mediaType: text(row, 'media_type'),
    extension: text(row, 'extension'),
    bytes: number(row, 'bytes'),
    sha256: text(row, 'sha256'),
    width: numberOrNull(row, 'width'),
    height: numberOrNull(row, 'height'),
    durationMs: numberOrNull(row, 'duration_ms'),
    createdAt: number(row, 'created_at'),
  }
}

export function keyFromRow(row: Row): ApiKey {
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    hash: text(row, 'hash'),
    hint: text(row, 'hint'),
    scopes: json(row, 'scopes') as ApiKey['scopes'],
    models: json(row, 'models') as ApiKey['models'],
    createdAt: number(row, 'created_at'),
    expiresAt: numberOrNull(row, 'expires_at'),
    revokedAt: numberOrNull(row, 'revoked_at'),
    webhookSecrets: json(row, 'webhook_secrets') as ApiKey['webhookSecrets'],
  }
}

export function deliveryFromRow(row: Row): Delivery {
  return {
    id: text(row, 'id'),
    taskId: text(row, 'task_id'),
    keyId: text(row, 'key_id'),
    url: text(row, 'url'),
    host: text(row, 'host'),
    body: text(row, 'body'),
    status: text(row, 'status') as Delivery['status'],
    round: number(row, 'round'),
    attempts: number(row, 'attempts'),
    createdAt: number(row, 'created_at'),
    nextRunAt: number(row, 'next_run_at'),
    leaseToken: textOrNull(row, 'lease_token'),
    finishedAt: numberOrNull(row, 'finished_at'),
  }
}

export function attemptFromRow(row: Row): DeliveryAttempt {
  return {
    number: number(row, 'number'),
    at: number(row, 'at'),
    durationMs: number(row, 'duration_ms'),
    status: numberOrNull(row, 'status'),
    error: textOrNull(row, 'error'),
    answer: text(row, 'answer'),
  }
}

export function usageFromRow(row: Row): Usage {
  return {
    taskId: text(row, 'task_id'),
    keyId: text(row, 'key_id'),
    kind: text(row, 'kind') as Usage['kind'],
    model: text(row, 'model'),
    engine: text(row, 'engine'),
    status: text(row, 'status') as Usage['status'],
    units: number(row, 'units'),
    priceMicros: numberOrNull(row, 'price_micros'),
    at: number(row, 'at'),
  }
}

/** JSON as text: the same bytes come back, in both databases. Null stays null, so that SQL can ask for it. */
export function toJson(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}

/** A provider's words may hold what PostgreSQL cannot store: U+0000 and half characters. Both stores keep the same. */
export function plain(words: string): string {
  return words.replaceAll('\u0000', '\ufffd').toWellFormed()
}

export function text(row: Row, name: string): string {
  return String(row[name])
}

export function number(row: Row, name: string): number {
  return Number(row[name])
}

function textOrNull(row: Row, name: string): string | null {
  return row[name] === null ? null : text(row, name)
}

function numberOrNull(row: Row, name: string): number | null {
  return row[name] === null ? null : number(row, name)
}

function json(row: Row, name: string): unknown {
  return row[name] === null ? null : JSON.parse(text(row, name))
}

function taskError(row: Row): Task['error'] {
  const code = textOrNull(row, 'error_code')
  return code === null ? null : { code: code as TaskErrorCode, message: text(row, 'error_message') }
}
