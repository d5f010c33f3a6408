import type { Chores } from '../../ports/store/chores.ts'
import { TASKS } from '../columns.ts'
import { endedPage } from '../conditions.ts'
import { FIRST_ENDED, readEnded } from '../found.ts'
import { text } from '../rows.ts'
import type { Sql } from './sql.ts'
import { watchedTime } from './watched-time.ts'

/** Questions about tasks that each planner wants asked in its own way. */
export type ChoreQueries = {
  /** The tasks that are past their deadline by `:now`, at most `:limit`. */
  overdue: string
  /** The ids of all that have not ended. */
  live: string
}

// One that is due later than it can be was put off by a clock that went wrong.
const TAKE = `INSERT INTO chores (name, next_at) VALUES (:name, :next)
  ON CONFLICT (name) DO UPDATE SET next_at = excluded.next_at
  WHERE chores.next_at <= :now OR chores.next_at > excluded.next_at RETURNING name`
const ENDED = endedPage({ before: ':before', finishedAt: ':finished_at', id: ':id', limit: ':limit' })
const KEPT = `SELECT id, 0 AS small, role, position FROM files WHERE task_id = :id
  UNION ALL SELECT id, 1, '', 0 FROM thumbnails WHERE task_id = :id ORDER BY small, role, position, id`

/** Chores. */
export function choresRoom(sql: Sql, { overdue, live }: ChoreQueries): Chores {
  const { rowId, isIn, skipLocked, forUpdate } = sql.dialect
  // A record that was used again meanwhile is looked at once more when its turn comes, and stays.
  const expired = `SELECT ${rowId} FROM idempotency WHERE expires_at <= :now ORDER BY expires_at LIMIT :limit
    ${skipLocked('idempotency')}`
  const sweep = `DELETE FROM idempotency WHERE ${isIn(rowId, expired)} AND expires_at <= :now RETURNING key`
  return {
    take: async (name, now, everyMs) => (await sql.write(TAKE, { name, now, next: now + everyMs })).length === 1,
    overdue: async (now, limit) => (await sql.read(overdue, { now, limit })).map(TASKS.read),
    removable: async (before, { after = FIRST_ENDED, limit }) =>
      readEnded(await sql.read(ENDED, { before, finished_at: after.finishedAt, id: after.id, limit }), limit),
    remove: (id) =>
      sql.transaction(function* () {
        const ended = yield [`SELECT id FROM tasks WHERE id = :id AND finished_at IS NOT NULL ${forUpdate}`, { id }]
        if (ended.length === 0) return undefined
        // The task before its webhook, as its end writes them. What is removed is then looked at anew: a statement that waits for
        // a row goes by what the others were when it began, and would leave a webhook that was recorded as over meanwhile.
        yield [`SELECT id FROM deliveries WHERE task_id = :id ${forUpdate}`, { id }]
        const fileIds = (yield [KEPT, { id }]).map((row) => text(row, 'id'))
        yield ['DELETE FROM tasks WHERE id = :id', { id }]
        yield [`DELETE FROM deliveries WHERE task_id = :id AND status <> 'pending'`, { id }]
        return fileIds
      }),
    sweepIdempotency: async (now, limit) => (await sql.write(sweep, { now, limit })).length,
    ...watchedTime(sql, live),
  }
}
