import type { Chores } from '../../ports/store/chores.ts'
import { TASKS } from '../columns.ts'
import { readAbsence } from '../found.ts'
import { ABSENCES, DEADLINE, isOverdue } from '../conditions.ts'
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
  const removable = db.prepare(`SELECT id FROM tasks WHERE finished_at < ?
    AND NOT EXISTS (SELECT 1 FROM deliveries WHERE task_id = tasks.id AND status = 'pending')
    ORDER BY finished_at, id LIMIT ?`)
  const fileIds = db.prepare('SELECT id FROM files WHERE task_id = ? ORDER BY role, position, id')
  const thumbnailIds = db.prepare('SELECT id FROM thumbnails WHERE task_id = ? ORDER BY id')
  const remove = db.prepare('DELETE FROM tasks WHERE id = ? AND finished_at IS NOT NULL')
  const removeSent = db.prepare(`DELETE FROM deliveries WHERE task_id = ? AND status <> 'pending'`)
  const sweep = db.prepare(`DELETE FROM idempotency WHERE rowid IN (
    SELECT rowid FROM idempotency WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`)
  const absences = db.prepare(ABSENCES)
  return {
    take: (name, now, everyMs) => db.write(() => Number(take.run({ name, now, next: now + everyMs }).changes) === 1),
    overdue: async (now, limit) => db.read(() => overdue.all({ now, limit }).map(TASKS.read)),
    removable: async (time, limit) => db.read(() => removable.all(time, limit).map((row) => text(row, 'id'))),
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
    absences: async () => (await db.read(() => absences.all())).map(readAbsence),
  }
}
