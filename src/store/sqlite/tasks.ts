import type { StatementSync } from 'node:sqlite'
import type { InsertOutcome, Lease, NewTask, Outcome, TaskChange, TaskFilter, TaskStore } from '../../ports/store.ts'
import type { Database } from './database.ts'
import { fileInserter } from './files.ts'
import { number, taskFromRow, text, toJson, valuesFromTask, type Values } from './rows.ts'

const COLUMNS: Record<keyof Omit<TaskChange, 'releaseUntil' | 'files'>, string> = {
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

const END = `status = :status, step = NULL, error_code = :error_code, error_message = :error_message,
  finished_at = :finished_at, warnings = :warnings, lease_token = NULL, version = version + 1,
  progress = CASE WHEN :status = 'success' THEN 100 ELSE progress END`

/** Tasks in SQLite. */
export function sqliteTasks(db: Database): TaskStore {
  const insertFile = fileInserter(db)
  const find = db.prepare('SELECT * FROM tasks WHERE id = ?')
  const insertTask = prepareInsert(db)
  const findIdempotency = db.prepare(
    'SELECT fingerprint, task_id FROM idempotency WHERE key_id = ? AND key = ? AND expires_at > ?',
  )
  const putIdempotency = db.prepare(
    'INSERT OR REPLACE INTO idempotency (key_id, key, fingerprint, task_id, expires_at) VALUES (?, ?, ?, ?, ?)',
  )
  // SQLite has a single writer, so the subquery cannot race: no row lock is needed.
  const claim = db.prepare(`UPDATE tasks SET lease_token = :token, next_run_at = :until, version = version + 1,
      attempts = attempts + (attempts = 0 OR lease_token IS NOT NULL)
    WHERE id IN (SELECT id FROM tasks WHERE engine = :engine AND finished_at IS NULL AND next_run_at <= :now
      ORDER BY next_run_at, id LIMIT :limit) RETURNING *`)
  // Most looks find nothing: a read keeps them from taking the write lock.
  const due = db.prepare('SELECT 1 FROM tasks WHERE engine = ? AND finished_at IS NULL AND next_run_at <= ? LIMIT 1')
  const overdue =
    db.prepare(`SELECT * FROM tasks WHERE finished_at IS NULL AND coalesce(run_deadline_at, queue_deadline_at) <= :now
    AND (lease_token IS NULL OR next_run_at <= :now) ORDER BY coalesce(run_deadline_at, queue_deadline_at) LIMIT :limit`)
  const renew = db.prepare('UPDATE tasks SET next_run_at = ? WHERE id = ? AND lease_token = ?')
  const finishOwned = db.prepare(`UPDATE tasks SET ${END} WHERE id = :id AND lease_token = :token RETURNING key_id`)
  const finishAny = db.prepare(`UPDATE tasks SET ${END} WHERE id = :id AND finished_at IS NULL RETURNING key_id`)
  const position = db.prepare(`SELECT count(*) AS ahead FROM tasks
    WHERE engine = ? AND status = 'pending' AND (created_at, id) < (?, ?)`)
  const fileIds = db.prepare('SELECT id FROM files WHERE task_id = ?')
  const remove = db.prepare('DELETE FROM tasks WHERE id = ? AND finished_at IS NOT NULL')
  // A task whose announcement is still under way is not old, however long ago it ended.
  const finishedBefore = db.prepare(`SELECT id FROM tasks WHERE finished_at < ? AND NOT EXISTS
    (SELECT 1 FROM deliveries WHERE task_id = tasks.id AND status = 'pending') ORDER BY finished_at LIMIT ?`)
  const afterFinish = prepareAfterFinish(db)

  const findRepeat = (keyId: string, key: string, now: number): { taskId: string; fingerprint: string } | undefined => {
    const row = findIdempotency.get(keyId, key, now)
    return row === undefined ? undefined : { taskId: text(row, 'task_id'), fingerprint: text(row, 'fingerprint') }
  }

  const insert = ({ task, references, idempotency }: NewTask): InsertOutcome => {
    const known = idempotency === null ? undefined : findRepeat(task.keyId, idempotency.key, task.createdAt)
    if (known !== undefined) {
      const same = known.fingerprint === idempotency?.fingerprint
      return same ? { kind: 'repeated', taskId: known.taskId } : { kind: 'conflict' }
    }
    insertTask.run(valuesFromTask(task))
    for (const file of references) insertFile(file)
    if (idempotency !== null) {
      putIdempotency.run(task.keyId, idempotency.key, idempotency.fingerprint, task.id, idempotency.expiresAt)
    }
    return { kind: 'inserted' }
  }

  const end = (statement: StatementSync, where: Values, outcome: Outcome): boolean => {
    const row = statement.get({
      ...where,
      status: outcome.status,
      error_code: outcome.error?.code ?? null,
      error_message: outcome.error?.message ?? null,
      finished_at: outcome.finishedAt,
      warnings: JSON.stringify(outcome.warnings),
    })
    if (row === undefined) return false
    for (const file of outcome.files) insertFile(file)
    afterFinish(text(row, 'key_id'), outcome)
    return true
  }

  return {
    insert: (entry) => db.write(() => insert(entry)),
    findRepeat: async (keyId, key, now) => db.read(() => findRepeat(keyId, key, now)),
    find: async (id) => db.read(() => optionalTask(find.get(id))),
    list: async (filter) => db.read(() => list(db, filter)),
    claim: async ({ engine, token, now, leaseUntil, limit }) => {
      if (db.read(() => due.get(engine, now)) === undefined) return []
      const rows = await db.write(() => claim.all({ engine, token, now, until: leaseUntil, limit }))
      // RETURNING promises no order.
      return rows.map(taskFromRow).sort((a, b) => a.createdAt - b.createdAt)
    },
    renew: (lease, until) => db.write(() => Number(renew.run(until, lease.id, lease.token).changes) === 1),
    advance: (lease, change) =>
      db.write(() => {
        const task = optionalTask(advance(db, lease, change))
        if (task !== undefined) for (const file of change.files ?? []) insertFile(file)
        return task
      }),
    finish: (lease, outcome) => db.write(() => end(finishOwned, { id: lease.id, token: lease.token }, outcome)),
    finishUnowned: (id, outcome) => db.write(() => end(finishAny, { id }, outcome)),
    queuePosition: async (task) =>
      db.read(() => number(position.get(task.engine, task.createdAt, task.id) ?? {}, 'ahead')),
    remove: (id) =>
      db.write(() => {
        const ids = fileIds.all(id).map((row) => text(row, 'id'))
        return Number(remove.run(id).changes) === 1 ? ids : undefined
      }),
    overdue: async (now, limit) => db.read(() => overdue.all({ now, limit }).map(taskFromRow)),
    finishedBefore: async (time, limit) => db.read(() => finishedBefore.all(time, limit).map((row) => text(row, 'id'))),
  }
}

function optionalTask(row: ReturnType<StatementSync['get']>): ReturnType<typeof taskFromRow> | undefined {
  return row === undefined ? undefined : taskFromRow(row)
}

function prepareInsert(db: Database): StatementSync {
  const names = db
    .prepare(`SELECT name FROM pragma_table_info('tasks') ORDER BY cid`)
    .all()
    .map((row) => text(row, 'name'))
  return db.prepare(`INSERT INTO tasks (${names.join(', ')}) VALUES (${names.map((name) => `:${name}`).join(', ')})`)
}

/** The delivery and the usage row belong to the final write: none without the other. */
function prepareAfterFinish(db: Database): (keyId: string, outcome: Outcome) => void {
  const delivery = db.prepare(`INSERT INTO deliveries
    (id, task_id, key_id, url, host, body, status, round, attempts, created_at, next_run_at) VALUES (?, ?, ?, ?, ?, ?, 'pending', 0, 0, ?, ?)`)
  const usage = db.prepare(
    'INSERT INTO usage (task_id, key_id, kind, model, engine, status, units, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  return (keyId, outcome) => {
    const used = outcome.usage
    if (outcome.delivery !== null) {
      const { id, url, host, body } = outcome.delivery
      delivery.run(id, used.taskId, keyId, url, host, body, outcome.finishedAt, outcome.finishedAt)
    }
    usage.run(used.taskId, keyId, used.kind, used.model, used.engine, used.status, used.units, used.at)
  }
}

function advance(db: Database, lease: Lease, change: TaskChange): ReturnType<StatementSync['get']> {
  const sets = ['version = version + 1']
  const values: Values = { id: lease.id, token: lease.token }
  for (const [name, column] of Object.entries(COLUMNS)) {
    const value = change[name as keyof typeof COLUMNS]
    if (value === undefined) continue
    sets.push(`${column} = :${column}`)
    values[column] = typeof value === 'object' ? toJson(value) : value
  }
  if (change.releaseUntil !== undefined) {
    sets.push('lease_token = NULL', 'next_run_at = :next_run_at')
    values['next_run_at'] = change.releaseUntil
  }
  return cached(db, `UPDATE tasks SET ${sets.join(', ')} WHERE id = :id AND lease_token = :token RETURNING *`).get(
    values,
  )
}

function list(db: Database, filter: TaskFilter): ReturnType<typeof taskFromRow>[] {
  const where = ['key_id = :key_id']
  const values: Values = { key_id: filter.keyId, limit: filter.limit }
  for (const name of ['kind', 'status', 'model'] as const) {
    const value = filter[name]
    if (value === undefined) continue
    where.push(`${name} = :${name}`)
    values[name] = value
  }
  if (filter.after !== undefined) {
    where.push('(created_at, id) < (:created_at, :id)')
    values['created_at'] = filter.after.createdAt
    values['id'] = filter.after.id
  }
  const sql = `SELECT * FROM tasks WHERE ${where.join(' AND ')} ORDER BY created_at DESC, id DESC LIMIT :limit`
  return cached(db, sql).all(values).map(taskFromRow)
}

const statements = new WeakMap<Database, Map<string, StatementSync>>()

/** Statements whose text depends on what is asked are few; each is prepared once. */
function cached(db: Database, sql: string): StatementSync {
  const known = statements.get(db) ?? new Map<string, StatementSync>()
  statements.set(db, known)
  const statement = known.get(sql) ?? db.prepare(sql)
  known.set(sql, statement)
  return statement
}
