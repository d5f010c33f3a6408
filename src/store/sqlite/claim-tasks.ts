import { NEVER } from '../../core/task.ts'
import type { ClaimRequest, TaskQueue } from '../../ports/store/task-queue.ts'
import { TASKS } from '../columns.ts'
import { IN_WORK, jobsAt, WAITING } from '../conditions.ts'
import { number, text } from '../rows.ts'
import type { Database } from './database.ts'

/** Takes due tasks: those in work and those that wait by turn, each kind its share while the cap has room. */
export function taskClaimer(db: Database): TaskQueue['claim'] {
  const dueInWork = db.prepare(`SELECT id FROM tasks WHERE engine = ? AND ${IN_WORK} AND next_run_at <= ?
    AND crowd = ? ORDER BY next_run_at, id LIMIT ?`)
  const dueWaiting = db.prepare(`SELECT id FROM tasks WHERE engine = ? AND ${WAITING} AND next_run_at <= ?
    AND crowd = ? ORDER BY turn, created_at, id LIMIT ?`)
  const busyUpTo = db.prepare(`SELECT count(*) AS busy FROM (${jobsAt(':engine')} LIMIT :cap)`)
  const joined = db.prepare('SELECT 1 FROM owners WHERE id = ?')
  const take = db.prepare(`UPDATE tasks SET lease_token = :token, owner = :owner, next_run_at = ${NEVER},
    version = version + 1, attempts = attempts + (attempts = 0 OR lease_token IS NOT NULL) WHERE id = :id RETURNING *`)

  // Counting ends at the cap: the cost does not grow with what is in work.
  const roomFor = (engine: string, cap: number | null): number =>
    cap === null ? Infinity : Math.max(0, cap - number(busyUpTo.get({ engine, cap }) ?? {}, 'busy'))

  const pick = ({ engine, now, limit, wakeLimit, crowd, cap }: ClaimRequest): string[] => {
    const inWork = dueInWork.all(engine, now, crowd, limit)
    // Read only as far as there is room for them beside those in work that go first.
    const spare = Math.max(limit - inWork.length, limit - wakeLimit)
    const waiting = spare === 0 ? [] : dueWaiting.all(engine, now, crowd, spare)
    const fresh = waiting.length === 0 ? [] : waiting.slice(0, roomFor(engine, cap))
    return [...inWork.slice(0, limit - fresh.length), ...fresh].map((row) => text(row, 'id'))
  }

  return async (request) => {
    // Most looks find nothing: a read keeps them from taking the write lock.
    if (db.read(() => pick(request)).length === 0) return []
    const { token, owner } = request
    // SQLite has a single writer, so between the pick and the update nothing can change: no row lock is needed.
    return db.write(() => {
      if (joined.get(owner) === undefined) return []
      return pick(request).flatMap((id) => take.all({ id, token, owner }).map(TASKS.read))
    })
  }
}
