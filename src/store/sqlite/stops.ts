import type { StoppedJob, Stops } from '../../ports/store/stops.ts'
import { STOPS } from '../columns.ts'
import { TO_STOP } from '../conditions.ts'
import type { SqlValue } from '../rows.ts'
import { places, type Database } from './database.ts'

/** Under which key a job is entered: one row for a start on its way, and one for each job that is known. */
export function stopKey(taskId: string, operation: string): string {
  return `CASE WHEN ${operation} IS NULL THEN ${taskId} ELSE ${taskId} || ' ' || ${operation} END`
}

// An older version knows one row a task, by the id alone, whatever its operation.
const IS_JOB = `task_id IN (:id, :id || ' ' || :operation) AND operation IS :operation`

/** Jobs that must be stopped, in SQLite. */
export function sqliteStops(db: Database): Stops {
  const due = db.prepare(`SELECT task_id FROM stops WHERE next_run_at <= :now AND ${TO_STOP}
    ORDER BY next_run_at, coalesce(of_task, task_id), operation LIMIT :limit`)
  const take = db.prepare(`UPDATE stops SET next_run_at = ?, tries = tries + 1, of_task = coalesce(of_task, task_id)
    WHERE task_id = ? RETURNING *`)
  const add = db.prepare(`INSERT INTO stops (task_id, ${STOPS.names}) VALUES (${stopKey('?1', '?2')}, ${places(STOPS)})
    ON CONFLICT (task_id) DO UPDATE SET next_run_at = excluded.next_run_at`)
  const dropStarting = db.prepare('DELETE FROM stops WHERE task_id = ? AND operation IS NULL')
  const putOff = db.prepare(`UPDATE stops SET next_run_at = :until WHERE ${IS_JOB}`)
  const remove = db.prepare(`DELETE FROM stops WHERE ${IS_JOB}`)
  return {
    take: async ({ now, until, limit }) => {
      const find = (): string[] => due.all({ now, limit }).map((row) => String(row['task_id']))
      // Most looks find nothing: a read keeps them from taking the write lock.
      if (db.peek(find).length === 0) return []
      return db.write(() => find().flatMap((key) => take.all(until, key).map(STOPS.read)))
    },
    add: (stop) =>
      db.write(() => {
        dropStarting.run(stop.taskId)
        add.run(stop.taskId, operationOf(stop), ...STOPS.values(stop))
      }),
    dropStarting: async (taskId) => void (await db.write(() => dropStarting.run(taskId))),
    putOff: async (job, until) => void (await db.write(() => putOff.run({ ...named(job), until }))),
    remove: async (job) => void (await db.write(() => remove.run(named(job)))),
  }
}

function operationOf({ operation }: StoppedJob): string | null {
  return operation === null ? null : JSON.stringify(operation)
}

function named(job: StoppedJob): Record<string, SqlValue> {
  return { id: job.taskId, operation: operationOf(job) }
}
