import type { Chores } from '../../ports/store/chores.ts'
import { TASKS } from '../columns.ts'
import { FIRST_ENDED, readAbsence, readEnded } from '../found.ts'
import { ABSENCES, DEADLINE, endedPage, forgetWatched, IN_WORK, isOverdue, PARKED, WAITING } from '../conditions.ts'
import { number, text } from '../rows.ts'
import { statement, type Database } from './database.ts'
import { timeKeeper } from './keep-time.ts'

// One that is due later than it can be was put off by a clock that went wrong.
const TAKE = statement(`INSERT INTO chores (name, next_at) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET next_at = $2 WHERE chores.next_at <= $3 OR chores.next_at > $2 RETURNING name`)
// Engine by engine, each found from the one before: servers before version 18 read the whole index of what is in work, each
// second, where its first column is not named. OFFSET 0 keeps the parts from being read as one.
export const OVERDUE = statement(`WITH RECURSIVE engines AS (
    (SELECT engine FROM tasks WHERE ${IN_WORK} ORDER BY engine LIMIT 1)
    UNION ALL
    SELECT (SELECT next.engine FROM tasks AS next WHERE ${IN_WORK} AND next.engine > engines.engine
      ORDER BY next.engine LIMIT 1) FROM engines WHERE engines.engine IS NOT NULL
  )
  SELECT ${TASKS.names} FROM (
    (SELECT * FROM tasks WHERE ${WAITING} AND ${DEADLINE} <= $1 AND next_run_at <= $1 ORDER BY ${DEADLINE}, id LIMIT $2)
    UNION ALL
    (SELECT * FROM tasks WHERE ${PARKED} AND ${DEADLINE} <= $1 ORDER BY ${DEADLINE}, id LIMIT $2)
    UNION ALL
    (SELECT late.* FROM engines CROSS JOIN LATERAL (
      SELECT * FROM tasks WHERE engine = engines.engine AND ${IN_WORK} AND next_run_at <= $1 AND ${isOverdue('$1::bigint')}
      OFFSET 0
    ) AS late ORDER BY ${DEADLINE}, id LIMIT $2)
  ) AS both_kinds ORDER BY ${DEADLINE}, id LIMIT $2`)
// Asked row by row: as a join it would be made over all that ever ended before the first few are taken.
const ENDED = statement(endedPage({ before: '$1', finishedAt: '$2', id: '$3', limit: '$4' }))
// The task before its webhook, as its end writes them. What is removed is then looked at anew: a statement that waits for a
// row goes by what the others were when it began, and would leave a webhook that was recorded as over meanwhile.
const HOLD_TASK = statement('SELECT 1 FROM tasks WHERE id = $1 FOR UPDATE')
const HOLD_WEBHOOK = statement('SELECT 1 FROM deliveries WHERE task_id = $1 FOR UPDATE')
const REMOVE = statement(`WITH gone AS (
    DELETE FROM tasks WHERE id = $1 AND finished_at IS NOT NULL RETURNING id
  ), sent AS (
    DELETE FROM deliveries WHERE task_id IN (SELECT id FROM gone) AND status <> 'pending'
  )
  SELECT kept.id AS file_id FROM gone LEFT JOIN LATERAL (
    SELECT files.id, 0 AS small, role, position FROM files WHERE files.task_id = gone.id
    UNION ALL SELECT thumbnails.id, 1, '', 0 FROM thumbnails WHERE thumbnails.task_id = gone.id
  ) AS kept ON true ORDER BY small, role, position, kept.id`)
// A record that was used again meanwhile is looked at once more when its turn comes, and stays.
const SWEEP = statement(`WITH swept AS (
    DELETE FROM idempotency WHERE expires_at <= $1 AND ctid = ANY(ARRAY(
      SELECT ctid FROM idempotency WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED))
    RETURNING 1
  ) SELECT count(*) FROM swept`)
const ABSENT = statement(ABSENCES)
const FORGET = statement(forgetWatched('$1'))

/** Chores in PostgreSQL. */
export function postgresChores(db: Database): Chores {
  return {
    take: async (name, now, everyMs) => (await db.run(TAKE, [name, now + everyMs, now])).length === 1,
    overdue: async (now, limit) => (await db.retrySafe(OVERDUE, [now, limit])).map(TASKS.read),
    removable: async (time, { after = FIRST_ENDED, limit }) =>
      readEnded(await db.retrySafe(ENDED, [time, after.finishedAt, after.id, limit]), limit),
    remove: async (id) => {
      const rows = await db.together(async (run) => {
        await run(HOLD_TASK, [id])
        await run(HOLD_WEBHOOK, [id])
        return run(REMOVE, [id])
      })
      if (rows.length === 0) return undefined
      return rows.filter((row) => row['file_id'] !== null).map((row) => text(row, 'file_id'))
    },
    sweepIdempotency: async (now, limit) => number((await db.run(SWEEP, [now, limit]))[0] ?? {}, 'count'),
    ...timeKeeper(db),
    forgetWatched: async (before) => void (await db.retrySafe(FORGET, [before])),
    absences: async () => (await db.retrySafe(ABSENT, [])).map(readAbsence),
  }
}
