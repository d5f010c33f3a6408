import { TASK_STATUSES, type TaskStatus } from '../../core/tasks/task.ts'
import type { TaskReader } from '../../ports/store/task-reader.ts'
import { kindsOf, partsOf } from '../list-parts.ts'
import { number } from '../rows.ts'
import { statement, type Database } from './database.ts'

/** Counts in the index of lists, entry by entry and no further than asked. */
export function taskCounter(db: Database): TaskReader['counts'] {
  return async ({ keyId, kind, most }) => {
    const ofStatus = (status: TaskStatus): string => {
      const parts = kindsOf(kind).flatMap((one) => partsOf(one, status))
      const rows = parts.map((part) => `(SELECT 1 FROM tasks WHERE key_id = $1 AND ${part} LIMIT $2)`)
      return `(SELECT count(*) FROM (${rows.join(' UNION ALL ')}) AS of_${status}) AS ${status}`
    }
    const [row = {}] = await db.retrySafe(statement(`SELECT ${TASK_STATUSES.map(ofStatus).join(', ')}`), [keyId, most])
    const counted = TASK_STATUSES.map((status) => [status, Math.min(most, number(row, status))])
    return Object.fromEntries(counted) as Record<TaskStatus, number>
  }
}
