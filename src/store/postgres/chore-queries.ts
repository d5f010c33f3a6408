import { TASKS } from '../columns.ts'
import { DEADLINE, IN_WORK, isOverdue, PARKED, WAITING } from '../conditions.ts'
import type { ChoreQueries } from '../shared/chores.ts'

// Engine by engine, each found from the one before: servers before version 18 read the whole index of what is in work, each
// second, where its first column is not named. OFFSET 0 keeps the parts from being read as one.
const OVERDUE = `WITH RECURSIVE engines AS (
    (SELECT engine FROM tasks WHERE ${IN_WORK} ORDER BY engine LIMIT 1)
    UNION ALL
    SELECT (SELECT next.engine FROM tasks AS next WHERE ${IN_WORK} AND next.engine > engines.engine
      ORDER BY next.engine LIMIT 1) FROM engines WHERE engines.engine IS NOT NULL
  )
  SELECT ${TASKS.names} FROM (
    (SELECT * FROM tasks WHERE ${WAITING} AND ${DEADLINE} <= :now AND next_run_at <= :now
      ORDER BY ${DEADLINE}, id LIMIT :limit)
    UNION ALL
    (SELECT * FROM tasks WHERE ${PARKED} AND ${DEADLINE} <= :now ORDER BY ${DEADLINE}, id LIMIT :limit)
    UNION ALL
    (SELECT late.* FROM engines CROSS JOIN LATERAL (
      SELECT * FROM tasks WHERE engine = engines.engine AND ${IN_WORK} AND next_run_at <= :now
        AND ${isOverdue('CAST(:now AS bigint)')} OFFSET 0
    ) AS late ORDER BY ${DEADLINE}, id LIMIT :limit)
  ) AS both_kinds ORDER BY ${DEADLINE}, id LIMIT :limit`

const LIVE = `SELECT id FROM tasks WHERE ${WAITING} UNION ALL SELECT id FROM tasks WHERE ${PARKED}
  UNION ALL SELECT id FROM tasks WHERE ${IN_WORK}`

// Five hundred in one write take the server some twenty milliseconds, and two thirds of what they take by hundreds: much of it is
// for the statements themselves. Nobody waits for these rows. Side by side, for it has several processors.
const REMOVED = { page: 2_000, together: 500, sideBySide: 4 }

export const CHORES: ChoreQueries = { overdue: OVERDUE, live: LIVE, removed: REMOVED }
