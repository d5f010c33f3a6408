import type { TaskQueue } from '../../ports/store/task-queue.ts'
import { IN_WORK } from '../conditions.ts'
import { number, text } from '../rows.ts'
import { taskAdvancer } from './advance-tasks.ts'
import { taskClaimer } from './claim-tasks.ts'
import type { Database } from './database.ts'
import { taskFinisher } from './finish-tasks.ts'
import { taskInserter } from './insert-tasks.ts'
import { placeTaker } from './take-place.ts'

/** Tasks as work, in SQLite. */
export function sqliteTaskQueue(db: Database): TaskQueue {
  const held = db.prepare('SELECT 1 FROM tasks WHERE id = ? AND lease_token = ?')
  const heldBy = db.prepare(`SELECT id, lease_token FROM tasks INDEXED BY tasks_in_work WHERE ${IN_WORK} AND owner = ?`)
  const suspects = db.prepare(`SELECT min(crowd) AS crowd FROM tasks
    WHERE crowd > 0 AND crowd > ? AND finished_at IS NULL AND lease_token IS NULL AND next_run_at <= ?`)
  const noteRepeat = db.prepare('UPDATE tasks SET repeats = repeats + 1 WHERE id = ?')
  const claimer = taskClaimer(db)
  return {
    insert: taskInserter(db, claimer.within),
    noteRepeat: async (ids) => db.write(() => ids.forEach((id) => noteRepeat.run(id))),
    claim: claimer.claim,
    lost: async (leases) => db.read(() => leases.filter(({ id, token }) => held.get(id, token) === undefined)),
    heldBy: async (owner) =>
      (await db.read(() => heldBy.all(owner))).map((row) => ({ id: text(row, 'id'), token: text(row, 'lease_token') })),
    suspects: async (now, above = 0) => {
      const row = await db.read(() => suspects.get(above, now))
      return row === undefined || row['crowd'] === null ? undefined : number(row, 'crowd')
    },
    takePlace: placeTaker(db),
    advance: taskAdvancer(db),
    ...taskFinisher(db, claimer.within),
  }
}
