import type { Chores, Removed } from '../../ports/store/chores.ts'
import { TASKS } from '../columns.ts'
import { endedPage } from '../conditions.ts'
import { FIRST_ENDED, readEnded } from '../found.ts'
import { text } from '../rows.ts'
import type { Dialect, Sql, Steps } from './sql.ts'
import { watchedTime } from './watched-time.ts'

/** Questions about tasks that each planner wants asked in its own way. */
export type ChoreQueries = {
  /** The tasks that are past their deadline by `:now`, at most `:limit`. */
  overdue: string
  /** The ids of all that have not ended. */
  live: string
  /** How many tasks are listed at once to be removed, how many are in one transaction, and how many such transactions at once. */
  removed: { page: number; together: number; sideBySide: number }
}

// One that is due later than it can be was put off by a clock that went wrong.
const TAKE = `INSERT INTO chores (name, next_at) VALUES (:name, :next)
  ON CONFLICT (name) DO UPDATE SET next_at = excluded.next_at
  WHERE chores.next_at <= :now OR chores.next_at > excluded.next_at RETURNING name`
const ENDED = endedPage({ before: ':before', finishedAt: ':finished_at', id: ':id', limit: ':limit' })
/** Chores. */
export function choresRoom(sql: Sql, { overdue, live, removed }: ChoreQueries): Chores {
  const { rowId, isIn, skipLocked } = sql.dialect
  const removal = removing(sql.dialect)
  // A record that was used again meanwhile is looked at once more when its turn comes, and stays.
  const expired = `SELECT ${rowId} FROM idempotency WHERE expires_at <= :now ORDER BY expires_at LIMIT :limit
    ${skipLocked('idempotency')}`
  const sweep = `DELETE FROM idempotency WHERE ${isIn(rowId, expired)} AND expires_at <= :now RETURNING key`
  return {
    take: async (name, now, everyMs) => (await sql.write(TAKE, { name, now, next: now + everyMs })).length === 1,
    overdue: async (now, limit) => (await sql.read(overdue, { now, limit })).map(TASKS.read),
    removable: async (before, { after = FIRST_ENDED, limit: most }) => {
      const limit = Math.min(most, removed.page)
      return readEnded(await sql.read(ENDED, { before, finished_at: after.finishedAt, id: after.id, limit }), limit)
    },
    remove: async (ids) => {
      const { together, sideBySide } = removed
      const left = Array.from({ length: Math.ceil(ids.length / together) }, (_, part) =>
        ids.slice(part * together, (part + 1) * together),
      )
      const gone: Removed = { ids: [], fileIds: [] }
      const lane = async (): Promise<void> => {
        for (let part = left.shift(); part !== undefined; part = left.shift()) {
          const { ids: taskIds, fileIds } = await sql.transaction(() => removal(part))
          gone.ids.push(...taskIds)
          gone.fileIds.push(...fileIds)
        }
      }
      await Promise.all(Array.from({ length: sideBySide }, lane))
      return gone
    },
    sweepIdempotency: async (now, limit) => (await sql.write(sweep, { now, limit })).length,
    ...watchedTime(sql, live),
  }
}

/** Removes the finished ones of some tasks. In order, so that two who remove the same tasks do not wait for each other. */
function removing({ isAmong, forUpdate }: Dialect): (ids: readonly string[]) => Steps<Removed> {
  const ofThese = isAmong('task_id', ':ids')
  const ended = `SELECT id FROM tasks WHERE ${isAmong('id', ':ids')} AND finished_at IS NOT NULL ORDER BY id ${forUpdate}`
  const webhooks = `SELECT id FROM deliveries WHERE ${ofThese} ORDER BY id ${forUpdate}`
  const kept = `SELECT id, task_id, 0 AS small, role, position FROM files WHERE ${ofThese}
    UNION ALL SELECT id, task_id, 1, '', 0 FROM thumbnails WHERE ${ofThese} ORDER BY task_id, small, role, position, id`
  return function* (asked) {
    const ids = (yield [ended, { ids: asked }]).map((row) => text(row, 'id'))
    if (ids.length === 0) return { ids, fileIds: [] }
    // Tasks before their webhooks, as their ends write them. What is removed is then looked at anew: a statement that waits for
    // a row goes by what the others were when it began, and would leave a webhook that was recorded as over meanwhile.
    yield [webhooks, { ids }]
    const fileIds = (yield [kept, { ids }]).map((row) => text(row, 'id'))
    yield [`DELETE FROM tasks WHERE ${isAmong('id', ':ids')}`, { ids }]
    yield [`DELETE FROM deliveries WHERE ${ofThese} AND status <> 'pending'`, { ids }]
    return { ids, fileIds }
  }
}
