import type { Stops } from '../../ports/store/stops.ts'
import { STOPS } from '../columns.ts'
import { TO_STOP } from '../conditions.ts'
import { places, type Database } from './database.ts'

/** Jobs that must be stopped, in SQLite. */
export function sqliteStops(db: Database): Stops {
  const due = db.prepare(`SELECT task_id FROM stops WHERE next_run_at <= :now AND ${TO_STOP}
    ORDER BY next_run_at, task_id LIMIT :limit`)
  const take = db.prepare(`UPDATE stops SET next_run_at = ?, tries = tries + 1 WHERE task_id = ? RETURNING *`)
  const add = db.prepare(`INSERT INTO stops (${STOPS.names}) VALUES (${places(STOPS)})
    ON CONFLICT (task_id) DO UPDATE SET operation = excluded.operation, next_run_at = excluded.next_run_at`)
  const dropStarting = db.prepare('DELETE FROM stops WHERE task_id = ? AND operation IS NULL')
  const putOff = db.prepare('UPDATE stops SET next_run_at = ? WHERE task_id = ?')
  const remove = db.prepare('DELETE FROM stops WHERE task_id = ?')
  return {
    take: async ({ now, until, limit }) => {
      const find = (): string[] => due.all({ now, limit }).map((row) => String(row['task_id']))
      // Most looks find nothing: a read keeps them from taking the write lock.
      if (db.peek(find).length === 0) return []
      return db.write(() => find().flatMap((id) => take.all(until, id).map(STOPS.read)))
    },
    add: async (stop) => void (await db.write(() => add.run(...STOPS.values(stop)))),
    dropStarting: async (taskId) => void (await db.write(() => dropStarting.run(taskId))),
    putOff: async (taskId, until) => void (await db.write(() => putOff.run(until, taskId))),
    remove: async (taskId) => void (await db.write(() => remove.run(taskId))),
  }
}
