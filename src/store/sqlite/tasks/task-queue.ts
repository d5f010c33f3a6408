import type { TaskQueue } from '../../../ports/store/task-queue.ts'
import { leasesRoom } from '../../shared/leases.ts'
import type { Sql } from '../../shared/sql.ts'
import type { SqliteDatabase } from '../database.ts'
import { taskAdvancer } from './advance-tasks.ts'
import { taskClaimer } from './claim-tasks.ts'
import { taskFinisher } from './finish-tasks.ts'
import { taskInserter } from './insert-tasks.ts'

/** Tasks as work, in SQLite. */
export function sqliteTaskQueue(db: SqliteDatabase, sql: Sql): TaskQueue {
  const claimer = taskClaimer(db)
  return {
    ...leasesRoom(sql),
    insert: taskInserter(db, claimer.within),
    claim: claimer.claim,
    advance: taskAdvancer(db),
    ...taskFinisher(db, claimer.within),
  }
}
