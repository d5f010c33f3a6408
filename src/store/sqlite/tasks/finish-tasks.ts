import type { StatementSync } from 'node:sqlite'
import { START_SETTLES_MS } from '../../../core/tasks/stop.ts'
import type { Task } from '../../../core/tasks/task.ts'
import type { ClaimRequest, Outcome, TaskQueue } from '../../../ports/store/task-queue.ts'
import { DELIVERIES, STOPS, TASKS, USAGE } from '../../columns.ts'
import { LEAVES_A_JOB } from '../../conditions.ts'
import { plain, text, type SqlValue } from '../../rows.ts'
import { places, type SqliteDatabase } from '../database.ts'
import { fileInserter } from './insert-file.ts'
import { accountSettler } from './settle-accounts.ts'
import { stopKey } from '../sql.ts'

const END = `status = :status, ended_step = step, step = NULL, error_code = :error_code, error_message = :error_message,
  finished_at = :finished_at, warnings = :warnings, cost = :cost, lease_token = NULL, owner = NULL, crowd = 0,
  ended_by = :ended_by, version = version + 1,
  progress = CASE WHEN :status = 'success' THEN 100 ELSE progress END`

/** The final write: state, files, deliveries, usage and the stop of the job, none without the others. */
export function taskFinisher(
  db: SqliteDatabase,
  claim: (request: ClaimRequest) => Task[],
): Pick<TaskQueue, 'finish' | 'finishAny'> {
  const endOwned = db.prepare(
    `UPDATE tasks SET ${END} WHERE id = :id AND lease_token = :ended_by RETURNING key_id, project`,
  )
  const endAny = db.prepare(`UPDATE tasks SET ${END} WHERE id = :id AND finished_at IS NULL
    AND version = coalesce(:version, version) RETURNING key_id, project`)
  const insertStop = db.prepare(`INSERT INTO stops (task_id, ${STOPS.names})
    SELECT ${stopKey('id', 'operation')}, id, engine, coalesce(guest_of, engine), kind, model, operation, :at,
      CASE WHEN operation IS NULL THEN :at + ${START_SETTLES_MS} ELSE :at END, 0 FROM tasks
    WHERE id = :id AND ${LEAVES_A_JOB} ON CONFLICT (task_id) DO NOTHING`)
  const endedBy = db.prepare('SELECT 1 FROM tasks WHERE id = ? AND ended_by = ?')
  const insertFile = fileInserter(db)
  const settleAccounts = accountSettler(db)
  const insertDelivery = db.prepare(`INSERT INTO deliveries (${DELIVERIES.names})
    VALUES (${places(DELIVERIES)})`)
  const insertUsage = db.prepare(`INSERT INTO usage (${USAGE.names}) VALUES (${places(USAGE)})`)

  const end = (statement: StatementSync, key: Record<string, SqlValue> & { id: string }, outcome: Outcome): boolean => {
    const { id } = key
    const { finishedAt, usage, deliveries } = outcome
    const row = statement.get({ ...key, ...endingOf(outcome) })
    if (row === undefined) return false
    const owner = { taskId: id, keyId: text(row, 'key_id') }
    for (const file of outcome.files) insertFile(file)
    for (const delivery of deliveries) {
      const times = { createdAt: finishedAt, nextRunAt: finishedAt, leaseToken: null, finishedAt: null }
      const fresh = { ...delivery, ...owner, status: 'pending' as const, round: 0, attempts: 0, ...times }
      insertDelivery.run(...DELIVERIES.values(fresh))
    }
    insertUsage.run(...USAGE.values({ ...usage, ...owner, project: TASKS.kept.project.read(row) }))
    if (outcome.stopJob) insertStop.run({ id, at: finishedAt })
    settleAccounts(id, outcome)
    return true
  }

  return {
    finish: async ({ id, token }, outcome, seat) => {
      const { ended, taken } = await db.write(() => ({
        ended: end(endOwned, { id, ended_by: token }, outcome) || endedBy.get(id, token) !== undefined,
        taken: seat === undefined ? [] : claim(seat.claim),
      }))
      seat?.take(taken)
      return ended
    },
    finishAny: (id, outcome, version) =>
      db.write(() => end(endAny, { id, ended_by: null, version: version ?? null }, outcome)),
  }
}

function endingOf(outcome: Outcome): Record<string, SqlValue> {
  return {
    status: outcome.status,
    error_code: outcome.error?.code ?? null,
    error_message: outcome.error === null ? null : plain(outcome.error.message),
    finished_at: outcome.finishedAt,
    warnings: JSON.stringify(outcome.warnings),
    cost: JSON.stringify(outcome.cost),
  }
}
