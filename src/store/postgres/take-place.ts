import type { TaskQueue } from '../../ports/store/task-queue.ts'
import { jobsAt } from '../conditions.ts'
import { LOCK } from './claim-tasks.ts'
import { statement, type Database } from './database.ts'

const TAKE = statement(`UPDATE tasks SET guest_of = $3, version = version + 1 WHERE id = $1 AND lease_token = $2
  AND $4 > (SELECT count(*) FROM (${jobsAt('$3')}) AS busy WHERE busy.id <> $1) RETURNING id`)

/** Takes a place at another engine while that has room. */
export function placeTaker(db: Database): TaskQueue['takePlace'] {
  return ({ id, token }, { engine, cap }) =>
    db.together(async (run) => {
      await run(LOCK, [engine])
      return (await run(TAKE, [id, token, engine, cap])).length === 1
    })
}
