import type { TaskQueue } from '../../ports/store/task-queue.ts'
import { jobsAt } from '../conditions.ts'
import type { Database } from './database.ts'

/** Takes a place at another engine while that has room. */
export function placeTaker(db: Database): TaskQueue['takePlace'] {
  const take =
    db.prepare(`UPDATE tasks SET guest_of = :engine, version = version + 1 WHERE id = :id AND lease_token = :token
    AND :cap > (SELECT count(*) FROM (${jobsAt(':engine')}) AS busy WHERE busy.id <> :id)`)
  return ({ id, token }, { engine, cap }) => db.write(() => Number(take.run({ id, token, engine, cap }).changes) === 1)
}
