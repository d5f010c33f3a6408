import type { Stops } from '../../ports/store/stops.ts'
import { STOPS } from '../columns.ts'
import { TO_STOP } from '../conditions.ts'
import { number, text } from '../rows.ts'
import { statement, type Database } from './database.ts'

const OWN = STOPS.columns.map(({ name }) => `stops.${name}`).join(', ')
const PLACES = STOPS.columns.map((_, index) => `$${index + 1}`).join(', ')

const DUE = statement(`SELECT 1 FROM stops WHERE next_run_at <= $1 AND ${TO_STOP} LIMIT 1`)
const TAKE = statement(`WITH due AS MATERIALIZED (
    SELECT task_id, next_run_at AS was_due FROM stops WHERE next_run_at <= $1 AND ${TO_STOP}
    ORDER BY next_run_at, task_id LIMIT $3 FOR UPDATE OF stops SKIP LOCKED
  )
  UPDATE stops SET next_run_at = $2, tries = tries + 1 FROM due WHERE stops.task_id = due.task_id
  RETURNING ${OWN}, was_due`)
const ADD = statement(`INSERT INTO stops (${STOPS.names}) VALUES (${PLACES})
  ON CONFLICT (task_id) DO UPDATE SET operation = excluded.operation, next_run_at = excluded.next_run_at`)
const DROP_STARTING = statement('DELETE FROM stops WHERE task_id = $1 AND operation IS NULL')
const PUT_OFF = statement('UPDATE stops SET next_run_at = $2 WHERE task_id = $1')
const REMOVE = statement('DELETE FROM stops WHERE task_id = $1')

/** Jobs that must be stopped, in PostgreSQL. */
export function postgresStops(db: Database): Stops {
  return {
    take: async ({ now, until, limit }) => {
      if ((await db.retrySafe(DUE, [now])).length === 0) return []
      const rows = await db.run(TAKE, [now, until, limit])
      const order = (x: (typeof rows)[number], y: (typeof rows)[number]): number =>
        number(x, 'was_due') - number(y, 'was_due') || (text(x, 'task_id') < text(y, 'task_id') ? -1 : 1)
      return rows.sort(order).map(STOPS.read)
    },
    add: async (stop) => void (await db.retrySafe(ADD, STOPS.values(stop))),
    dropStarting: async (taskId) => void (await db.retrySafe(DROP_STARTING, [taskId])),
    putOff: async (taskId, until) => void (await db.retrySafe(PUT_OFF, [taskId, until])),
    remove: async (taskId) => void (await db.retrySafe(REMOVE, [taskId])),
  }
}
