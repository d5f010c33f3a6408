import type { TaskReader } from '../../ports/store/task-reader.ts'
import { readView, TASKS } from '../columns.ts'
import { FURTHEST_PLACE, lastEnded, PARKED, viewOf, WAITING } from '../conditions.ts'
import { readEndedTask } from '../found.ts'
import { number, text } from '../rows.ts'
import { statement, type Database } from './database.ts'
import { FIND_REPEAT } from './insert-tasks.ts'
import { taskCounter } from './count-tasks.ts'
import { taskLister } from './list-tasks.ts'

// Named one by one: a column that a newer program adds must not change what this one has prepared.
const FIND = statement(`SELECT ${TASKS.names} FROM tasks WHERE id = $1`)
const VIEW = statement(viewOf('$1'))
// Of those who wait for a place, whoever stands before the same account.
const PARKED_AHEAD = `SELECT count(*) FROM (SELECT 1 FROM tasks, (
    SELECT parked_by, turn, created_at, id FROM tasks WHERE id = $1 AND ${PARKED}) AS own
  WHERE tasks.status = 'parked' AND tasks.parked_by = own.parked_by
    AND (tasks.turn, tasks.created_at, tasks.id) < (own.turn, own.created_at, own.id) LIMIT ${FURTHEST_PLACE}) AS line`
const AHEAD = statement(`SELECT count(*) + (${PARKED_AHEAD}) AS ahead FROM (SELECT 1 FROM tasks, (
    SELECT engine, turn, created_at, id FROM tasks WHERE id = $1 AND ${WAITING}) AS own
  WHERE tasks.engine = own.engine AND tasks.status = 'pending' AND tasks.lease_token IS NULL
    AND (tasks.turn, tasks.created_at, tasks.id) < (own.turn, own.created_at, own.id) LIMIT ${FURTHEST_PLACE}) AS line`)
const LAST_ENDED = statement(lastEnded('$1'))

/** Tasks as they stand, in PostgreSQL. */
export function postgresTaskReader(db: Database): TaskReader {
  return {
    find: async (id) => {
      const [row] = await db.retrySafe(FIND, [id])
      return row === undefined ? undefined : TASKS.read(row)
    },
    view: async (id) => readView(await db.retrySafe(VIEW, [id])),
    ...taskLister(db),
    counts: taskCounter(db),
    lastEnded: async (most) => (await db.retrySafe(LAST_ENDED, [most])).map(readEndedTask),
    findRepeat: async (keyId, key, now) => {
      const [row] = await db.retrySafe(FIND_REPEAT, [keyId, key, now])
      return row === undefined ? undefined : { taskId: text(row, 'task_id'), fingerprint: text(row, 'fingerprint') }
    },
    queuePosition: async ({ id }) => number((await db.retrySafe(AHEAD, [id]))[0] ?? {}, 'ahead'),
  }
}
