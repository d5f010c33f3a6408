import type { Task } from '../../core/task.ts'
import type { Lease, TaskChange, TaskStore } from '../../ports/store.ts'
import { batched } from './batch.ts'
import { IN_WORK, taskClaimer, WAITING } from './claim-tasks.ts'
import { statement, type Database, type Statement } from './database.ts'
import { fileValues, insertFiles } from './files.ts'
import { taskFinisher } from './finish-tasks.ts'
import { FIND_REPEAT, taskInserter } from './insert-tasks.ts'
import { taskLister } from './list-tasks.ts'
import { CHANGED_COLUMNS, number, taskFromRow, text, toJson, type Row } from '../rows.ts'
import { TASK_COLUMNS } from './columns.ts'

// A place further back than this tells a caller nothing more, and counting it would cost more than it is worth.
const FURTHEST_PLACE = 1_000
const RENEWED_AT_ONCE = 500

const DEADLINE = 'coalesce(run_deadline_at, queue_deadline_at)'
// Named one by one: a column that a newer program adds must not change what this one has prepared.
const COLUMNS = Object.keys(TASK_COLUMNS).join(', ')

const FIND = statement(`SELECT ${COLUMNS} FROM tasks WHERE id = $1`)
const RENEW = statement(`UPDATE tasks SET next_run_at = until
  FROM unnest($1::text[], $2::text[], $3::bigint[]) AS renewal (held_id, token, until)
  WHERE id = ANY($1) AND id = held_id AND lease_token = token RETURNING id`)
const AHEAD = statement(`SELECT count(*) AS ahead FROM (SELECT 1 FROM tasks, (
    SELECT engine, turn, created_at, id FROM tasks WHERE id = $1 AND ${WAITING}) AS own
  WHERE tasks.engine = own.engine AND tasks.status = 'pending' AND tasks.lease_token IS NULL
    AND (tasks.turn, tasks.created_at, tasks.id) < (own.turn, own.created_at, own.id) LIMIT ${FURTHEST_PLACE}) AS line`)
const REMOVE = statement(`WITH gone AS (DELETE FROM tasks WHERE id = $1 AND finished_at IS NOT NULL RETURNING id)
  SELECT files.id AS file_id FROM gone LEFT JOIN files ON files.task_id = gone.id ORDER BY role, position, files.id`)
const OVERDUE = statement(`SELECT ${COLUMNS} FROM (
    (SELECT * FROM tasks WHERE ${WAITING} AND ${DEADLINE} <= $1 AND next_run_at <= $1 ORDER BY ${DEADLINE}, id LIMIT $2)
    UNION ALL
    (SELECT * FROM tasks WHERE ${IN_WORK} AND ${DEADLINE} <= $1 AND next_run_at <= $1 ORDER BY ${DEADLINE}, id LIMIT $2)
  ) AS late ORDER BY ${DEADLINE}, id LIMIT $2`)
// Asked row by row: as a join it would be made over all that ever ended before the first few are taken.
const FINISHED_BEFORE = statement(`SELECT id FROM tasks WHERE finished_at < $1
  AND (SELECT 1 FROM deliveries WHERE task_id = tasks.id AND status = 'pending') IS NULL
  ORDER BY finished_at, id LIMIT $2`)

/** Tasks in PostgreSQL. */
export function postgresTasks(db: Database): TaskStore {
  const finisher = taskFinisher(db)
  const renewAll = async (renewals: { lease: Lease; until: number }[]): Promise<boolean[]> => {
    const ids = renewals.map(({ lease }) => lease.id)
    const tokens = renewals.map(({ lease }) => lease.token)
    const rows = await db.again(RENEW, [ids, tokens, renewals.map(({ until }) => until)])
    const renewed = new Set(rows.map((row) => text(row, 'id')))
    return ids.map((id) => renewed.has(id))
  }
  const renew = batched({
    keyOf: ({ lease }: { lease: Lease; until: number }) => lease.id,
    most: RENEWED_AT_ONCE,
    lanes: 1,
    together: renewAll,
    alone: async (renewal) => (await renewAll([renewal]))[0] === true,
  })

  return {
    insert: taskInserter(db),
    findRepeat: async (keyId, key, now) => {
      const [row] = await db.again(FIND_REPEAT, [keyId, key, now])
      return row === undefined ? undefined : { taskId: text(row, 'task_id'), fingerprint: text(row, 'fingerprint') }
    },
    find: async (id) => optionalTask((await db.again(FIND, [id]))[0]),
    list: taskLister(db),
    claim: taskClaimer(db),
    renew: (lease, until) => renew({ lease, until }),
    advance: async (lease, change) => optionalTask((await db.run(...advance(lease, change)))[0]),
    finish: (lease, outcome) => finisher.owned(lease, outcome),
    finishUnowned: (id, outcome) => finisher.unowned(id, outcome),
    queuePosition: async (task) => number((await db.again(AHEAD, [task.id]))[0] ?? {}, 'ahead'),
    remove: async (id) => {
      const rows = await db.run(REMOVE, [id])
      if (rows.length === 0) return undefined
      return rows.filter((row) => row['file_id'] !== null).map((row) => text(row, 'file_id'))
    },
    overdue: async (now, limit) => (await db.again(OVERDUE, [now, limit])).map(taskFromRow),
    finishedBefore: async (time, limit) =>
      (await db.again(FINISHED_BEFORE, [time, limit])).map((row) => text(row, 'id')),
  }
}

function optionalTask(row: Row | undefined): Task | undefined {
  return row === undefined ? undefined : taskFromRow(row)
}

function advance(lease: Lease, change: TaskChange): [Statement, unknown[]] {
  const sets = ['version = version + 1']
  const values: unknown[] = [lease.id, lease.token]
  const put = (column: string, value: unknown): void => void sets.push(`${column} = $${values.push(value)}`)
  for (const [name, column] of Object.entries(CHANGED_COLUMNS)) {
    const value = change[name as keyof typeof CHANGED_COLUMNS]
    if (value !== undefined) put(column, typeof value === 'object' ? toJson(value) : value)
  }
  if (change.releaseUntil !== undefined) {
    sets.push('lease_token = NULL')
    put('next_run_at', change.releaseUntil)
  }
  const update = `UPDATE tasks SET ${sets.join(', ')} WHERE id = $1 AND lease_token = $2 RETURNING ${COLUMNS}`
  if (change.files === undefined || change.files.length === 0) return [statement(update), values]
  const filed = insertFiles(values.length + 1, 'SELECT id FROM changed')
  const sql = `WITH changed AS (${update}), filed AS (${filed}) SELECT ${COLUMNS} FROM changed`
  return [statement(sql), [...values, ...fileValues(change.files)]]
}
