import type { StatementSync } from 'node:sqlite'
import type { Lease, Outcome } from '../../ports/store.ts'
import type { Database } from './database.ts'
import { fileInserter } from './files.ts'
import { plain, text } from '../rows.ts'
import { type Values } from './columns.ts'

const END = `status = :status, step = NULL, error_code = :error_code, error_message = :error_message,
  finished_at = :finished_at, warnings = :warnings, lease_token = NULL, ended_by = :ended_by, version = version + 1,
  progress = CASE WHEN :status = 'success' THEN 100 ELSE progress END`

/** The final write: state, files, delivery and usage, none without the others. Each runs inside a transaction. */
export function taskFinisher(db: Database): {
  owned(lease: Lease, outcome: Outcome): boolean
  unowned(id: string, outcome: Outcome): boolean
} {
  const endOwned = db.prepare(`UPDATE tasks SET ${END} WHERE id = :id AND lease_token = :ended_by RETURNING key_id`)
  const endAny = db.prepare(`UPDATE tasks SET ${END} WHERE id = :id AND finished_at IS NULL RETURNING key_id`)
  const endedBy = db.prepare('SELECT 1 FROM tasks WHERE id = ? AND ended_by = ?')
  const insertFile = fileInserter(db)
  const insertDelivery = db.prepare(`INSERT INTO deliveries
    (id, task_id, key_id, url, host, body, status, round, attempts, created_at, next_run_at)
    VALUES (?, ?, ?, ?, ?, ?, 'pending', 0, 0, ?, ?)`)
  const insertUsage = db.prepare(`INSERT INTO usage
    (task_id, key_id, kind, model, engine, status, units, price_micros, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`)

  const end = (statement: StatementSync, id: string, token: string | null, outcome: Outcome): boolean => {
    const { finishedAt, usage, delivery } = outcome
    const row = statement.get({ id, ended_by: token, ...valuesOf(outcome) })
    if (row === undefined) return false
    const keyId = text(row, 'key_id')
    for (const file of outcome.files) insertFile(file)
    if (delivery !== null) {
      insertDelivery.run(delivery.id, id, keyId, delivery.url, delivery.host, delivery.body, finishedAt, finishedAt)
    }
    const { kind, model, engine, status, units, priceMicros, at } = usage
    insertUsage.run(id, keyId, kind, model, engine, status, units, priceMicros, at)
    return true
  }

  return {
    owned: ({ id, token }, outcome) => end(endOwned, id, token, outcome) || endedBy.get(id, token) !== undefined,
    unowned: (id, outcome) => end(endAny, id, null, outcome),
  }
}

function valuesOf(outcome: Outcome): Values {
  return {
    status: outcome.status,
    error_code: outcome.error?.code ?? null,
    error_message: outcome.error === null ? null : plain(outcome.error.message),
    finished_at: outcome.finishedAt,
    warnings: JSON.stringify(outcome.warnings),
  }
}
