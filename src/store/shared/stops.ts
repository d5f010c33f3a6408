import type { Stop } from '../../core/tasks/stop.ts'
import type { StoppedJob, Stops } from '../../ports/store/stops.ts'
import { STOPS } from '../columns.ts'
import { TO_STOP } from '../conditions.ts'
import { text, type SqlValue } from '../rows.ts'
import type { Query, Sql, Steps } from './sql.ts'

const TASK = 'CAST(:id AS text)'
const OPERATION = 'CAST(:operation_named AS text)'

/** Jobs that must be stopped. */
export function stopsRoom(sql: Sql): Stops {
  const { stopKey, bytewise, skipLocked, isAmong } = sql.dialect
  // An older version knows one row a task, by the id alone, whatever its operation.
  const isJob = `task_id IN (${TASK}, ${stopKey(TASK, OPERATION)}) AND operation IS NOT DISTINCT FROM ${OPERATION}`
  const isDue = `next_run_at <= :now AND ${TO_STOP}`
  const due = `SELECT task_id FROM stops WHERE ${isDue} ORDER BY next_run_at,
    coalesce(of_task, task_id) ${bytewise}, operation ${bytewise} NULLS FIRST LIMIT :limit ${skipLocked('stops')}`
  const take = `UPDATE stops SET next_run_at = :until, tries = tries + 1, of_task = coalesce(of_task, task_id)
    WHERE ${isAmong('task_id', ':keys')} RETURNING task_id, ${STOPS.names}`
  const add = `INSERT INTO stops (task_id, ${STOPS.names}) VALUES (${stopKey(TASK, OPERATION)}, ${STOPS.parameters})
    ON CONFLICT (task_id) DO UPDATE SET next_run_at = excluded.next_run_at`
  const dropStarting = (id: string): Query => ['DELETE FROM stops WHERE task_id = :id AND operation IS NULL', { id }]
  return {
    take: async ({ now, until, limit }) => {
      // Most looks find nothing: a read keeps them from taking a lock.
      if ((await sql.peek(`SELECT 1 FROM stops WHERE ${isDue} LIMIT 1`, { now })).length === 0) return []
      return sql.transaction(function* (): Steps<Stop[]> {
        const keys = (yield [due, { now, limit }]).map((row) => text(row, 'task_id'))
        if (keys.length === 0) return []
        const taken = new Map((yield [take, { until, keys }]).map((row) => [text(row, 'task_id'), STOPS.read(row)]))
        return keys.flatMap((key) => taken.get(key) ?? [])
      })
    },
    add: (stop) =>
      sql.transaction(
        function* () {
          if (stop.operation !== null) yield dropStarting(stop.taskId)
          yield [add, { ...named(stop), ...STOPS.named(stop) }]
        },
        { isRepeatable: true },
      ),
    dropStarting: async (taskId) => void (await sql.repeatableWrite(...dropStarting(taskId))),
    putOff: async (job, until) =>
      void (await sql.repeatableWrite(`UPDATE stops SET next_run_at = :until WHERE ${isJob}`, {
        ...named(job),
        until,
      })),
    remove: async (job) => void (await sql.repeatableWrite(`DELETE FROM stops WHERE ${isJob}`, named(job))),
  }
}

function named({ taskId, operation }: StoppedJob): Record<string, SqlValue> {
  return { id: taskId, operation_named: operation === null ? null : JSON.stringify(operation) }
}
