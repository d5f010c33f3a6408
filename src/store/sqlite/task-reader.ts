import type { TaskReader } from '../../ports/store/task-reader.ts'
import { readView, TASKS } from '../columns.ts'
import { FURTHEST_PLACE, lastEnded, PARKED, viewOf, WAITING } from '../conditions.ts'
import { readEndedTask } from '../found.ts'
import { number, text } from '../rows.ts'
import type { Database } from './database.ts'
import type { KnownViews } from './known-views.ts'
import { repeatFinder } from './insert-tasks.ts'
import { taskCounter } from './count-tasks.ts'
import { taskLister } from './list-tasks.ts'

/** Tasks as they stand, in SQLite. */
export function sqliteTaskReader(db: Database, known: KnownViews): TaskReader {
  const find = db.prepare('SELECT * FROM tasks WHERE id = ?')
  const view = db.prepare(viewOf('?'))
  const place = db.prepare(`SELECT turn, created_at FROM tasks WHERE id = ? AND ${WAITING}`)
  const ahead = db.prepare(`SELECT count(*) AS ahead FROM (SELECT 1 FROM tasks
    WHERE engine = ? AND ${WAITING} AND (turn, created_at, id) < (?, ?, ?) LIMIT ${FURTHEST_PLACE})`)
  const parkedPlace = db.prepare(`SELECT parked_by, turn, created_at FROM tasks WHERE id = ? AND ${PARKED}`)
  const parkedAhead = db.prepare(`SELECT count(*) AS parked_ahead FROM (SELECT 1 FROM tasks
    WHERE ${PARKED} AND parked_by = ? AND (turn, created_at, id) < (?, ?, ?) LIMIT ${FURTHEST_PLACE})`)
  const positionBeforeAccount = (id: string): number => {
    const row = parkedPlace.get(id)
    if (row === undefined) return 0
    const own = [text(row, 'parked_by'), number(row, 'turn'), number(row, 'created_at'), id]
    return number(parkedAhead.get(...own) ?? {}, 'parked_ahead')
  }
  const endedLast = db.prepare(lastEnded('?'))
  const findRepeat = repeatFinder(db)
  return {
    find: async (id) =>
      db.read(() => {
        const row = find.get(id)
        return row === undefined ? undefined : TASKS.read(row)
      }),
    view: async (id) => {
      const seen = known.find(id)
      if (seen !== undefined) return seen
      const before = db.version.thisTurn()
      const { found, onDisk } = db.look(() => readView(view.all(id)))
      if (onDisk === undefined && found !== undefined) known.remember(found, before)
      await onDisk
      return found
    },
    ...taskLister(db),
    counts: taskCounter(db),
    lastEnded: async (most) => (await db.read(() => endedLast.all(most))).map(readEndedTask),
    findRepeat: async (keyId, key, now) => {
      // Nearly always there is nothing, and the insert that follows looks once more: nothing is waited for.
      if (db.peek(() => findRepeat(keyId, key, now)) === undefined) return undefined
      return db.read(() => findRepeat(keyId, key, now))
    },
    queuePosition: async ({ id, engine }) =>
      db.read(() => {
        const row = place.get(id)
        if (row === undefined) return positionBeforeAccount(id)
        return number(ahead.get(engine, number(row, 'turn'), number(row, 'created_at'), id) ?? {}, 'ahead')
      }),
  }
}
