import type { Chores } from '../../ports/store/chores.ts'
import { TASKS } from '../columns.ts'
import { FIRST_ENDED, readAbsence, readEnded } from '../found.ts'
import { ABSENCES, ABSENCE_MS, DEADLINE, endedPage, forgetWatched } from '../conditions.ts'
import { text } from '../rows.ts'
import type { Database } from './database.ts'
import type { KnownViews } from './known-views.ts'

/** Chores in SQLite. */
export function sqliteChores(db: Database, known: KnownViews): Chores {
  // One that is due later than it can be was put off by a clock that went wrong.
  const take = db.prepare(`INSERT INTO chores (name, next_at) VALUES (:name, :next)
    ON CONFLICT (name) DO UPDATE SET next_at = :next WHERE next_at <= :now OR next_at > :next`)
  const overdue = db.prepare(`SELECT * FROM tasks WHERE finished_at IS NULL AND ${DEADLINE} <= :now
    AND next_run_at <= :now ORDER BY ${DEADLINE}, id LIMIT :limit`)
  const ended = db.prepare(endedPage({ before: ':time', finishedAt: ':finishedAt', id: ':id', limit: ':limit' }))
  const fileIds = db.prepare('SELECT id FROM files WHERE task_id = ? ORDER BY role, position, id')
  const thumbnailIds = db.prepare('SELECT id FROM thumbnails WHERE task_id = ? ORDER BY id')
  const remove = db.prepare('DELETE FROM tasks WHERE id = ? AND finished_at IS NOT NULL')
  const sweep = db.prepare(`DELETE FROM idempotency WHERE rowid IN (
    SELECT rowid FROM idempotency WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`)
  const goOn = db.prepare(`UPDATE watched SET until_at = max(until_at, :now)
    WHERE from_at = (SELECT max(from_at) FROM watched) AND until_at >= :now - ${ABSENCE_MS}`)
  const begin = db.prepare(`INSERT INTO watched (from_at, until_at)
    SELECT CASE WHEN EXISTS (SELECT 1 FROM watched) THEN :now ELSE 0 END, :now WHERE true ON CONFLICT DO NOTHING`)
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
        return Number(remove.run(id).changes) === 1 ? ids : undefined
      }),
    sweepIdempotency: (now, limit) => db.write(() => Number(sweep.run(now, limit).changes)),
    watch: (now) =>
      db.write(() => {
        if (Number(goOn.run({ now }).changes) === 0) begin.run({ now })
      }),
    forgetWatched: async (before) => void (await db.write(() => forget.run({ before }))),
    absences: async () => (await db.read(() => absences.all())).map(readAbsence),
  }
}
