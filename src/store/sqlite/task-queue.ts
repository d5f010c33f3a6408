import type { TaskQueue } from '../../ports/store/task-queue.ts'
import { taskAdvancer } from './advance-tasks.ts'
import { taskClaimer } from './claim-tasks.ts'
import type { Database } from './database.ts'
import { taskFinisher } from './finish-tasks.ts'
import { taskInserter } from './insert-tasks.ts'

/** Tasks as work, in SQLite. */
export function sqliteTaskQueue(db: Database): TaskQueue {
  const renew = db.prepare('UPDATE tasks SET next_run_at = ? WHERE id = ? AND lease_token = ?')
  return {
    insert: taskInserter(db),
    claim: taskClaimer(db),
    renew: (lease, until) => db.write(() => Number(renew.run(until, lease.id, lease.token).changes) === 1),
    advance: taskAdvancer(db),
    ...taskFinisher(db),
  }
}
