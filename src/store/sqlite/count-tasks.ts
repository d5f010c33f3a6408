import type { TaskReader } from '../../ports/store/task-reader.ts'
import { kindsOf, partsOf } from '../list-parts.ts'
import { number } from '../rows.ts'
import { TASK_STATUSES, type TaskStatus } from '../../core/tasks/task.ts'
import type { Database } from './database.ts'

/** Counts in the index of lists, entry by entry and no further than asked: no row is touched. */
export function taskCounter(db: Database): TaskReader['counts'] {
  const statement = (part: string): string =>
    `SELECT count(*) AS counted FROM (SELECT 1 FROM tasks WHERE key_id = ? AND ${part} LIMIT ?)`
  return async ({ keyId, kind, most }) =>
    db.read(() => {
      const count = (status: TaskStatus): number => {
        const parts = kindsOf(kind).flatMap((one) => partsOf(one, status))
        const all = parts.map((part) => number(db.prepare(statement(part)).get(keyId, most) ?? {}, 'counted'))
        return Math.min(
          most,
          all.reduce((sum, each) => sum + each, 0),
        )
      }
      const counted = TASK_STATUSES.map((status) => [status, count(status)])
      return Object.fromEntries(counted) as Record<TaskStatus, number>
    })
}
