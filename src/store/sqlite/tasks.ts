import type { StatementSync } from 'node:sqlite'
import type { Task } from '../../core/task.ts'
import type { InsertOutcome, Lease, NewTask, TaskChange, TaskFilter, TaskStore } from '../../ports/store.ts'
import { taskClaimer, WAITING } from './claim-tasks.ts'
import type { Database } from './database.ts'
import { fileInserter } from './files.ts'
import { taskFinisher } from './finish-tasks.ts'
import { CHANGED_COLUMNS, number, taskFromRow, text, toJson, type Row } from '../rows.ts'
import { TASK_COLUMNS, valuesFromTask, type Values } from './columns.ts'

// A place further back than this tells a caller nothing more, and counting it would cost more than it is worth.
const FURTHEST_PLACE = 1_000

const DEADLINE = 'coalesce(run_deadline_at, queue_deadline_at)'

/** Tasks in SQLite. */
export function sqliteTasks(db: Database): TaskStore {
  const insertFile = fileInserter(db)
  const find = db.prepare('SELECT * FROM tasks WHERE id = ?')
  const insertTask = db.prepare(`INSERT INTO tasks (${TASK_COLUMNS.join(', ')}, turn)
    VALUES (${TASK_COLUMNS.map((name) => `:${name}`).join(', ')}, :turn)`)
  // Behind the last turn that the key was given, and never before the head of the line: whoever comes new is served next.
  // Where nobody waits, everybody has been served up to the last turn of all.
  const nextTurn = db.prepare(`INSERT INTO lines (engine, key_id, last_turn) VALUES (:engine, :key_id, coalesce(
      (SELECT min(turn) FROM tasks WHERE engine = :engine AND ${WAITING}),
      (SELECT max(last_turn) FROM lines WHERE engine = :engine), 1))
    ON CONFLICT (engine, key_id) DO UPDATE SET last_turn = max(excluded.last_turn, last_turn + 1)
    RETURNING last_turn AS turn`)
  const findIdempotency = db.prepare(
    'SELECT fingerprint, task_id FROM idempotency WHERE key_id = ? AND key = ? AND expires_at > ?',
  )
  const putIdempotency = db.prepare(
    'INSERT OR REPLACE INTO idempotency (key_id, key, fingerprint, task_id, expires_at) VALUES (?, ?, ?, ?, ?)',
  )
  const renew = db.prepare('UPDATE tasks SET next_run_at = ? WHERE id = ? AND lease_token = ?')
  const place = db.prepare(`SELECT turn, created_at FROM tasks WHERE id = ? AND ${WAITING}`)
  const ahead = db.prepare(`SELECT count(*) AS ahead FROM (SELECT 1 FROM tasks
    WHERE engine = ? AND ${WAITING} AND (turn, created_at, id) < (?, ?, ?) LIMIT ${FURTHEST_PLACE})`)
  const fileIds = db.prepare('SELECT id FROM files WHERE task_id = ? ORDER BY role, position, id')
  const remove = db.prepare('DELETE FROM tasks WHERE id = ? AND finished_at IS NOT NULL')
  const overdue = db.prepare(`SELECT * FROM tasks WHERE finished_at IS NULL AND ${DEADLINE} <= :now
    AND next_run_at <= :now ORDER BY ${DEADLINE}, id LIMIT :limit`)
  const finishedBefore = db.prepare(`SELECT id FROM tasks WHERE finished_at < ?
    AND NOT EXISTS (SELECT 1 FROM deliveries WHERE task_id = tasks.id AND status = 'pending')
    ORDER BY finished_at, id LIMIT ?`)
  const finisher = taskFinisher(db)

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
    const { turn = 1 } = nextTurn.get({ engine: task.engine, key_id: task.keyId }) ?? {}
    insertTask.run({ ...valuesFromTask(task), turn })
    for (const file of references) insertFile(file)
    if (idempotency !== null) {
      putIdempotency.run(task.keyId, idempotency.key, idempotency.fingerprint, task.id, idempotency.expiresAt)
    }
    return { kind: 'inserted' }
  }

  const queuePosition = (task: Task): number => {
    const row = place.get(task.id)
    if (row === undefined) return 0
    return number(ahead.get(task.engine, number(row, 'turn'), number(row, 'created_at'), task.id) ?? {}, 'ahead')
  }

  return {
    insert: (entry) => db.write(() => insert(entry)),
    findRepeat: async (keyId, key, now) => db.read(() => findRepeat(keyId, key, now)),
    find: async (id) => db.read(() => optionalTask(find.get(id))),
    list: async (filter) => db.read(() => list(db, filter)),
    claim: taskClaimer(db),
    renew: (lease, until) => db.write(() => Number(renew.run(until, lease.id, lease.token).changes) === 1),
    advance: (lease, change) =>
      db.write(() => {
        const task = optionalTask(advance(db, lease, change))
        if (task !== undefined) for (const file of change.files ?? []) insertFile(file)
        return task
      }),
    finish: (lease, outcome) => db.write(() => finisher.owned(lease, outcome)),
    finishUnowned: (id, outcome) => db.write(() => finisher.unowned(id, outcome)),
    queuePosition: async (task) => db.read(() => queuePosition(task)),
    remove: (id) =>
      db.write(() => {
        const ids = fileIds.all(id).map((row) => text(row, 'id'))
        return Number(remove.run(id).changes) === 1 ? ids : undefined
      }),
    overdue: async (now, limit) => db.read(() => overdue.all({ now, limit }).map(taskFromRow)),
    finishedBefore: async (time, limit) => db.read(() => finishedBefore.all(time, limit).map((row) => text(row, 'id'))),
  }
}

function optionalTask(row: Row | undefined): Task | undefined {
  return row === undefined ? undefined : taskFromRow(row)
}

function advance(db: Database, lease: Lease, change: TaskChange): Row | undefined {
  const sets = ['version = version + 1']
  const values: Values = { id: lease.id, token: lease.token }
  for (const [name, column] of Object.entries(CHANGED_COLUMNS)) {
    const value = change[name as keyof typeof CHANGED_COLUMNS]
    if (value === undefined) continue
    sets.push(`${column} = :${column}`)
    values[column] = typeof value === 'object' ? toJson(value) : value
  }
  if (change.releaseUntil !== undefined) {
    sets.push('lease_token = NULL', 'next_run_at = :next_run_at')
    values['next_run_at'] = change.releaseUntil
  }
  const sql = `UPDATE tasks SET ${sets.join(', ')} WHERE id = :id AND lease_token = :token RETURNING *`
  return cached(db, sql).get(values)
}

function list(db: Database, filter: TaskFilter): Task[] {
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
