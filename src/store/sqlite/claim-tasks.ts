import type { ClaimRequest, TaskQueue } from '../../ports/store/task-queue.ts'
import { TASKS } from '../columns.ts'
import { IN_WORK, WAITING } from '../conditions.ts'
import { number, text } from '../rows.ts'
import type { Database } from './database.ts'

/** Takes due tasks: those in work first, then waiting ones by turn while the cap has room. */
export function taskClaimer(db: Database): TaskQueue['claim'] {
  const dueInWork = db.prepare(`SELECT id FROM tasks WHERE engine = ? AND ${IN_WORK} AND next_run_at <= ?
    ORDER BY next_run_at, id LIMIT ?`)
  const dueWaiting = db.prepare(`SELECT id FROM tasks WHERE engine = ? AND ${WAITING} AND next_run_at <= ?
    ORDER BY turn, created_at, id LIMIT ?`)
  const busyUpTo = db.prepare(
    `SELECT count(*) AS busy FROM (SELECT 1 FROM tasks WHERE engine = ? AND ${IN_WORK} LIMIT ?)`,
  )
  const take = db.prepare(`UPDATE tasks SET lease_token = :token, next_run_at = :until, version = version + 1,
    attempts = attempts + (attempts = 0 OR lease_token IS NOT NULL) WHERE id = :id RETURNING *`)

  // Counting ends at the cap: the cost does not grow with what is in work.
  const roomFor = (engine: string, cap: number | null): number =>
    cap === null ? Infinity : Math.max(0, cap - number(busyUpTo.get(engine, cap) ?? {}, 'busy'))

  const pick = ({ engine, now, limit, cap }: ClaimRequest): string[] => {
    const inWork = dueInWork.all(engine, now, limit)
    const fresh = dueWaiting.all(engine, now, limit - inWork.length)
    return [...inWork, ...fresh.slice(0, fresh.length === 0 ? 0 : roomFor(engine, cap))].map((row) => text(row, 'id'))
  }

  return async (request) => {
    // Most looks find nothing: a read keeps them from taking the write lock.
    if (db.read(() => pick(request)).length === 0) return []
    const { token, leaseUntil: until } = request
    // SQLite has a single writer, so between the pick and the update nothing can change: no row lock is needed.
    return db.write(() => pick(request).flatMap((id) => take.all({ id, token, until }).map(TASKS.read)))
  }
}
