import type { Account } from '../core/money/account.ts'
import type { ApiKey } from '../core/keys/api-key.ts'
import type { AuditEntry, AuditRecord } from '../core/keys/audit.ts'
import type { Delivery, DeliveryAttempt } from '../core/webhook.ts'
import type { TaskErrorCode } from '../core/errors.ts'
import type { FileRecord, Thumbnail } from '../core/files/file-record.ts'
import { NO_LIMITS, type Limits } from '../core/money/limits.ts'
import type { Pause } from '../core/tasks/pause.ts'
import type { Stop } from '../core/tasks/stop.ts'
import { outputsAmong, type TaskView } from '../core/tasks/task-view.ts'
import { PARKED_STATUS, type Task } from '../core/tasks/task.ts'
import type { ClaimedDelivery } from '../ports/store/deliveries.ts'
import type { Usage } from '../ports/store/usage.ts'
import {
  fractionColumn,
  integerColumn,
  jsonColumn,
  number,
  table,
  text,
  textColumn,
  type Kept,
  type Row,
} from './rows.ts'

/** A task as its row keeps it. What the store alone decides, such as a task's turn, is not among these columns. */
export const TASKS = table<Task>({
  id: textColumn('id'),
  keyId: textColumn('key_id'),
  project: textColumn('project'),
  kind: textColumn('kind'),
  model: textColumn('model'),
  engine: textColumn('engine'),
  status: statusColumn('status'),
  step: textColumn('step'),
  prompt: textColumn('prompt'),
  askedRatio: textColumn('asked_ratio'),
  askedSize: textColumn('asked_size'),
  askedSeed: integerColumn('asked_seed'),
  settings: jsonColumn('settings'),
  effective: jsonColumn('effective'),
  warnings: jsonColumn('warnings'),
  references: jsonColumn('reference_images'),
  webhookUrl: textColumn('webhook_url'),
  createdAt: integerColumn('created_at'),
  queueDeadlineAt: integerColumn('queue_deadline_at'),
  startedAt: integerColumn('started_at'),
  runDeadlineAt: integerColumn('run_deadline_at'),
  finishedAt: integerColumn('finished_at'),
  nextRunAt: integerColumn('next_run_at'),
  leaseToken: textColumn('lease_token'),
  attempts: integerColumn('attempts'),
  crowd: integerColumn('crowd'),
  soloCuts: integerColumn('solo_cuts'),
  startKey: textColumn('start_key'),
  operation: jsonColumn('operation'),
  doubts: integerColumn('doubts'),
  awaySince: integerColumn('away_since'),
  restarts: integerColumn('restarts'),
  guestOf: textColumn('guest_of'),
  groupIds: jsonColumn('group_ids'),
  remixOf: textColumn('remix_of'),
  endUser: textColumn('end_user'),
  traceParent: textColumn('trace_parent'),
  cost: jsonColumn('cost'),
  holds: jsonColumn('holds'),
  parkedBy: textColumn('parked_by'),
  repeats: integerColumn('repeats'),
  progress: integerColumn('progress'),
  error: taskErrorColumns('error_code', 'error_message'),
  version: integerColumn('version'),
})

export const FILES = table<FileRecord>({
  id: textColumn('id'),
  taskId: textColumn('task_id'),
  keyId: textColumn('key_id'),
  role: textColumn('role'),
  position: integerColumn('position'),
  mediaType: textColumn('media_type'),
  extension: textColumn('extension'),
  bytes: integerColumn('bytes'),
  sha256: textColumn('sha256'),
  width: integerColumn('width'),
  height: integerColumn('height'),
  durationMs: integerColumn('duration_ms'),
  createdAt: integerColumn('created_at'),
  credentials: jsonColumn('credentials'),
  pictureHash: textColumn('picture_hash'),
  clip: jsonColumn('clip'),
})

export const THUMBNAILS = table<Thumbnail>({
  id: textColumn('id'),
  fileId: textColumn('file_id'),
  taskId: textColumn('task_id'),
  width: integerColumn('width'),
  bytes: integerColumn('bytes'),
  sha256: textColumn('sha256'),
  createdAt: integerColumn('created_at'),
})

/** A task as a poll sees it, from the rows of `viewOf`. */
export function readView(rows: readonly Row[]): TaskView | undefined {
  const [row] = rows
  if (row === undefined) return undefined
  const { kept } = TASKS
  return {
    id: kept.id.read(row),
    keyId: kept.keyId.read(row),
    project: kept.project.read(row),
    kind: kept.kind.read(row),
    model: kept.model.read(row),
    status: kept.status.read(row),
    createdAt: kept.createdAt.read(row),
    error: kept.error.read(row),
    outputs: row['file_id'] === null ? [] : outputsAmong(rows.map(readViewedFile)),
  }
}

function readViewedFile(row: Row) {
  const { role, position, mediaType, extension } = FILES.kept
  return {
    id: text(row, 'file_id'),
    role: role.read(row),
    position: position.read(row),
    mediaType: mediaType.read(row),
    extension: extension.read(row),
  }
}

export const KEYS = table<ApiKey>({
  id: textColumn('id'),
  name: textColumn('name'),
  hash: textColumn('hash'),
  hint: textColumn('hint'),
  scopes: jsonColumn('scopes'),
  models: jsonColumn('models'),
  createdAt: integerColumn('created_at'),
  expiresAt: integerColumn('expires_at'),
  revokedAt: integerColumn('revoked_at'),
  webhookSecrets: jsonColumn('webhook_secrets'),
  limits: limitsColumn('limits'),
  userLimits: limitsColumn('user_limits'),
  former: formerColumns('former_hash', 'former_until'),
  lastUsedAt: integerColumn('last_used_at'),
  version: integerColumn('version'),
  person: jsonColumn('person'),
  project: textColumn('project'),
  role: textColumn('project_role'),
  raise: jsonColumn('raised'),
})

/** The id is the store's: it tells which came first. */
export const AUDIT = table<AuditEntry>({
  at: integerColumn('at'),
  actor: actorColumns('actor_id', 'actor_name'),
  action: textColumn('action'),
  keyId: textColumn('key_id'),
  changes: jsonColumn('changes'),
})

export const readAuditRecord = (row: Row): AuditRecord => ({ id: number(row, 'id'), ...AUDIT.read(row) })

export const DELIVERIES = table<Delivery>({
  id: textColumn('id'),
  taskId: textColumn('task_id'),
  event: textColumn('event'),
  keyId: textColumn('key_id'),
  url: textColumn('url'),
  host: textColumn('host'),
  body: textColumn('body'),
  status: textColumn('status'),
  round: integerColumn('round'),
  attempts: integerColumn('attempts'),
  createdAt: integerColumn('created_at'),
  nextRunAt: integerColumn('next_run_at'),
  leaseToken: textColumn('lease_token'),
  finishedAt: integerColumn('finished_at'),
})

/** As it is claimed: what its task keeps comes along. */
export function readClaimedDelivery(row: Row): ClaimedDelivery {
  return { ...DELIVERIES.read(row), traceParent: TASKS.kept.traceParent.read(row) }
}

export const ATTEMPTS = table<DeliveryAttempt>({
  number: integerColumn('number'),
  at: integerColumn('at'),
  durationMs: integerColumn('duration_ms'),
  status: integerColumn('status'),
  error: textColumn('error'),
  answer: textColumn('answer'),
})

export const USAGE = table<Usage>({
  taskId: textColumn('task_id'),
  keyId: textColumn('key_id'),
  project: textColumn('project'),
  kind: textColumn('kind'),
  model: textColumn('model'),
  engine: textColumn('engine'),
  status: textColumn('status'),
  units: fractionColumn('units'),
  priceMicros: integerColumn('price_micros'),
  endUser: textColumn('end_user'),
  at: integerColumn('at'),
})

export const ACCOUNTS = table<Account>({
  id: textColumn('id'),
  letIn: integerColumn('let_in'),
  parked: integerColumn('parked'),
  day: integerColumn('day'),
  dayMicros: integerColumn('day_micros'),
  month: integerColumn('month'),
  monthMicros: integerColumn('month_micros'),
})

/** Who holds something of accounts, and before which of them it waits for a place. */
export type Held = { id: string; accounts: readonly string[]; parkedBy: string | null }

export function readHeld(row: Row): Held {
  const { id, holds, parkedBy } = TASKS.kept
  return { id: id.read(row), accounts: holds.read(row)?.accounts ?? [], parkedBy: parkedBy.read(row) }
}

export const PAUSES = table<Pause>({
  engine: textColumn('engine'),
  reason: textColumn('reason'),
  pausedAt: integerColumn('paused_at'),
  pausedBy: textColumn('paused_by'),
})

// Their rows are found by `task_id`, which is more than the id of the task where its job is known by its operation.
export const STOPS = table<Stop>({
  taskId: textColumn('of_task'),
  engine: textColumn('engine'),
  lane: textColumn('lane'),
  kind: textColumn('kind'),
  model: textColumn('model'),
  operation: jsonColumn('operation'),
  createdAt: integerColumn('created_at'),
  nextRunAt: integerColumn('next_run_at'),
  tries: integerColumn('tries'),
})

/** A limit that was not known when the key was made is none. */
function limitsColumn<Value extends Limits | null>(name: string): Kept<Value> {
  const json = jsonColumn<Partial<Limits> | null>(name)
  const read = (row: Row): Value => {
    const limits = json.read(row)
    return (limits === null ? null : { ...NO_LIMITS, ...limits }) as Value
  }
  return { ...json, read }
}

function formerColumns(hash: string, until: string): Kept<ApiKey['former']> {
  return {
    columns: [
      { name: hash, type: 'text', value: (former) => former?.hash ?? null },
      { name: until, type: 'bigint', value: (former) => former?.until ?? null },
    ],
    read: (row) => (row[hash] === null ? null : { hash: text(row, hash), until: number(row, until) }),
  }
}

function actorColumns(id: string, name: string): Kept<AuditEntry['actor']> {
  return {
    columns: [
      { name: id, type: 'text', value: (actor) => actor.keyId },
      { name, type: 'text', value: (actor) => actor.name },
    ],
    read: (row) => ({ keyId: row[id] === null ? null : text(row, id), name: text(row, name) }),
  }
}

/** That a task waits for a place, and not yet in a line, is the store's own affair. */
function statusColumn(name: string): Kept<Task['status']> {
  const words = textColumn<Task['status']>(name)
  return { ...words, read: (row) => (row[name] === PARKED_STATUS ? 'pending' : words.read(row)) }
}

function taskErrorColumns(code: string, message: string): Kept<Task['error']> {
  return {
    columns: [
      { name: code, type: 'text', value: (error) => error?.code ?? null },
      { name: message, type: 'text', value: (error) => error?.message ?? null },
    ],
    read: (row) =>
      row[code] === null ? null : { code: text(row, code) as TaskErrorCode, message: text(row, message) },
  }
}
