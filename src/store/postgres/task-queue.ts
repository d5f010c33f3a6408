import type { TaskQueue } from '../../ports/store/task-queue.ts'
import { IN_WORK } from '../conditions.ts'
import { number, text } from '../rows.ts'
import { taskAdvancer } from './advance-tasks.ts'
import { taskClaimer } from './claim-tasks.ts'
import { statement, type Database } from './database.ts'
import { taskFinisher } from './finish-tasks.ts'
import { taskInserter } from './insert-tasks.ts'
import { placeTaker } from './take-place.ts'

const HELD = statement(`SELECT id, lease_token FROM tasks WHERE id = ANY($1) AND lease_token IS NOT NULL`)
const HELD_BY = statement(`SELECT id, lease_token FROM tasks WHERE ${IN_WORK} AND owner = $1`)
const SUSPECTS = statement(`SELECT crowd FROM tasks
  WHERE crowd > 0 AND crowd > $2 AND finished_at IS NULL AND lease_token IS NULL AND next_run_at <= $1 ORDER BY crowd LIMIT 1`)
const NOTE_REPEAT = statement('UPDATE tasks SET repeats = repeats + 1 WHERE id = ANY($1)')

/** Tasks as work, in PostgreSQL. */
export function postgresTaskQueue(db: Database): TaskQueue {
  const claimer = taskClaimer(db)
  return {
    insert: taskInserter(db),
    // Made twice after a break it counts one repeat as two, which is no harm: that there was one is what it tells.
    noteRepeat: async (ids) => void (await db.retrySafe(NOTE_REPEAT, [ids])),
    claim: claimer.claim,
    lost: async (leases) => {
      const rows = await db.retrySafe(HELD, [leases.map(({ id }) => id)])
      const held = new Map(rows.map((row) => [text(row, 'id'), text(row, 'lease_token')]))
      return leases.filter(({ id, token }) => held.get(id) !== token)
    },
    heldBy: async (owner) => {
      const rows = await db.retrySafe(HELD_BY, [owner])
      return rows.map((row) => ({ id: text(row, 'id'), token: text(row, 'lease_token') }))
    },
    suspects: async (now, above = 0) => {
      const [row] = await db.retrySafe(SUSPECTS, [now, above])
      return row === undefined ? undefined : number(row, 'crowd')
    },
    takePlace: placeTaker(db),
    advance: taskAdvancer(db),
    ...taskFinisher(db, claimer),
  }
}
