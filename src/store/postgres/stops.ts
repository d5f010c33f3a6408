import type { StoppedJob, Stops } from '../../ports/store/stops.ts'
import { STOPS } from '../columns.ts'
import { TO_STOP } from '../conditions.ts'
import { number, text, type Row } from '../rows.ts'
import { statement, type Database } from './database.ts'

const OWN = STOPS.columns.map(({ name }) => `stops.${name}`).join(', ')
const PLACES = STOPS.columns.map((_, index) => `$${index + 3}`).join(', ')

/** Under which key a job is entered: one row for a start on its way, and one for each job that is known. */
export function stopKey(taskId: string, operation: string): string {
  // An operation may be longer than what an index takes.
  return `${taskId} || coalesce(' ' || encode(sha256(convert_to(${operation}, 'UTF8')), 'hex'), '')`
}

const ORDER = 'next_run_at, coalesce(of_task, task_id) COLLATE "C", operation COLLATE "C" NULLS FIRST'
// An older version knows one row a task, by the id alone, whatever its operation.
const IS_JOB = `task_id IN ($1::text, ${stopKey('$1::text', '$2::text')}) AND operation IS NOT DISTINCT FROM $2::text`

const DUE = statement(`SELECT 1 FROM stops WHERE next_run_at <= $1 AND ${TO_STOP} LIMIT 1`)
const TAKE = statement(`WITH due AS MATERIALIZED (
    SELECT task_id AS key, next_run_at AS was_due FROM stops WHERE next_run_at <= $1 AND ${TO_STOP}
    ORDER BY ${ORDER} LIMIT $3 FOR UPDATE OF stops SKIP LOCKED
  )
  UPDATE stops SET next_run_at = $2, tries = tries + 1, of_task = coalesce(of_task, task_id)
  FROM due WHERE stops.task_id = due.key RETURNING ${OWN}, was_due`)
const ADD =
  statement(`WITH told AS (DELETE FROM stops WHERE task_id = $1::text AND operation IS NULL AND $2::text IS NOT NULL)
  INSERT INTO stops (task_id, ${STOPS.names}) VALUES (${stopKey('$1::text', '$2::text')}, ${PLACES})
  ON CONFLICT (task_id) DO UPDATE SET next_run_at = excluded.next_run_at`)
const DROP_STARTING = statement('DELETE FROM stops WHERE task_id = $1 AND operation IS NULL')
const PUT_OFF = statement(`UPDATE stops SET next_run_at = $3 WHERE ${IS_JOB}`)
const REMOVE = statement(`DELETE FROM stops WHERE ${IS_JOB}`)

/** Jobs that must be stopped, in PostgreSQL. */
export function postgresStops(db: Database): Stops {
  return {
    take: async ({ now, until, limit }) => {
      if ((await db.retrySafe(DUE, [now])).length === 0) return []
      const rows = await db.run(TAKE, [now, until, limit])
      const place = (row: Row): string =>
        `${text(row, 'of_task')} ${row['operation'] === null ? '' : text(row, 'operation')}`
      const order = (x: Row, y: Row): number =>
        number(x, 'was_due') - number(y, 'was_due') || (place(x) < place(y) ? -1 : 1)
      return rows.sort(order).map(STOPS.read)
    },
    add: async (stop) => void (await db.retrySafe(ADD, [...named(stop), ...STOPS.values(stop)])),
    dropStarting: async (taskId) => void (await db.retrySafe(DROP_STARTING, [taskId])),
    putOff: async (job, until) => void (await db.retrySafe(PUT_OFF, [...named(job), until])),
    remove: async (job) => void (await db.retrySafe(REMOVE, named(job))),
  }
}

function named({ taskId, operation }: StoppedJob): [string, string | null] {
  return [taskId, operation === null ? null : JSON.stringify(operation)]
}
