import type { Chores } from '../../ports/store/chores.ts'
import { TASKS } from '../columns.ts'
import { FIRST_ENDED, readAbsence, readEnded } from '../found.ts'
import { ABSENCES, DEADLINE, endedPage, forgetWatched, isOverdue } from '../conditions.ts'
import { text } from '../rows.ts'
import type { Database } from './database.ts'
import type { KnownViews } from './known-views.ts'
import { timeKeeper } from './keep-time.ts'

/** Chores in SQLite. */
export function sqliteChores(db: Database, known: KnownViews): Chores {
  // One that is due later than it can be was put off by a clock that went wrong.
  const take = db.prepare(`INSERT INTO chores (name, next_at) VALUES (:name, :next)
    ON CONFLICT (name) DO UPDATE SET next_at = :next WHERE next_at <= :now OR next_at > :next`)
  const overdue = db.prepare(`SELECT * FROM tasks WHERE finished_at IS NULL AND ${DEADLINE} <= :now
    AND ${isOverdue(':now')} AND next_run_at <= :now ORDER BY ${DEADLINE}, id LIMIT :limit`)
  const ended = db.prepare(endedPage({ before: ':time', finishedAt: ':finishedAt', id: ':id', limit: ':limit' }))
  const fileIds = db.prepare('SELECT id FROM files WHERE task_id = ? ORDER BY role, position, id')
  const thumbnailIds = db.prepare('SELECT id FROM thumbnails WHERE task_id = ? ORDER BY id')
  const remove = db.prepare('DELETE FROM tasks WHERE id = ? AND finished_at IS NOT NULL')
  const removeSent = db.prepare(`DELETE FROM deliveries WHERE task_id = ? AND status <> 'pending'`)
  const sweep = db.prepare(`DELETE FROM idempotency WHERE rowid IN (
    SELECT rowid FROM idempotency WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`)
  const absences = db.prepare(ABSENCES)
  const forget = db.prepare(forgetWatched(':before'))
  return {
    take: (name, now, everyMs) => db.write(() => Number(take.run({ name, now, next: now + everyMs }).changes) === 1),
    overdue: async (now, limit) => db.read(() => overdue.all({ now, limit }).map(TASKS.read)),
    removable: async (time, { after = FIRST_ENDED, limit }) =>
      readEnded(await db.read(() => ended.all({ time, ...after, limit })), limit),
    remove: (id) =>
      db.write(() => {
        known.forget(id)
        const ids = [...fileIds.all(id), ...thumbnailIds.all(id)].map((row) => text(row, 'id'))
        if (Number(remove.run(id).changes) === 0) return undefined
        removeSent.run(id)
        return ids
      }),
    sweepIdempotency: (now, limit) => db.write(() => Number(sweep.run(now, limit).changes)),
    ...timeKeeper(db),
    forgetWatched: async (before) => void (await db.write(() => forget.run({ before }))),
    absences: async () => (await db.read(() => absences.all())).map(readAbsence),
  }
}
