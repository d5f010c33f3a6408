import { setImmediate as turn } from 'node:timers/promises'
import type { UsageReader } from '../../ports/store/usage.ts'
import { USAGE_SUMS } from '../found.ts'
import { DAY_MS } from '../conditions.ts'
import { number } from '../rows.ts'
import type { Database } from './database.ts'

/** What was used, in SQLite. */
export function sqliteUsage(db: Database): UsageReader {
  const partEnd = db.prepare('SELECT at FROM usage WHERE key_id = ? AND at >= ? ORDER BY at LIMIT 1 OFFSET ?')
  const sums = db.prepare(`SELECT * FROM (
      SELECT at / ${DAY_MS} AS day, kind, model, count(*) AS tasks, sum(status = 'success') AS succeeded,
        sum(CAST(round(units * 1e6) AS INTEGER)) AS units_micros, sum(price_micros) AS price_micros,
        count(*) - count(price_micros) AS unpriced, min(at) AS first_at
      FROM usage WHERE key_id = :key_id AND at >= :from AND at < :until GROUP BY 1, 2, 3
    ) AS summed
    ORDER BY first_at, (SELECT min(task_id) FROM usage
      WHERE key_id = :key_id AND at = first_at AND kind = summed.kind AND model = summed.model)`)
  return {
    sums: async (keyId, from, most) => {
      // Reading is done while everybody waits: between two parts it is the others' turn.
      await turn()
      return db.read(() => {
        const row = partEnd.get(keyId, from, most)
        const next = row === undefined ? null : Math.max(number(row, 'at'), from + 1)
        const until = next ?? Number.MAX_SAFE_INTEGER
        return { sums: sums.all({ key_id: keyId, from, until }).map(USAGE_SUMS.read), next }
      })
    },
  }
}
