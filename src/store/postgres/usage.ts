import type { UsageReader } from '../../ports/store/usage.ts'
import { USAGE_SUMS } from '../found.ts'
import { DAY_MS } from '../conditions.ts'
import { number } from '../rows.ts'
import { statement, type Database } from './database.ts'

const PART_END = statement('SELECT at FROM usage WHERE key_id = $1 AND at >= $2 ORDER BY at LIMIT 1 OFFSET $3')
const SUMS = statement(`SELECT * FROM (
    SELECT at / ${DAY_MS} AS day, kind, model, count(*) AS tasks, count(*) FILTER (WHERE status = 'success') AS succeeded,
      sum(round(units * 1e6)::bigint)::bigint AS units_micros, sum(price_micros)::bigint AS price_micros,
      count(*) - count(price_micros) AS unpriced, min(at) AS first_at
    FROM usage WHERE key_id = $1 AND at >= $2 AND at < $3 GROUP BY 1, 2, 3
  ) AS summed
  ORDER BY first_at, (SELECT min(task_id) FROM usage
    WHERE key_id = $1 AND at = first_at AND kind = summed.kind AND model = summed.model)`)

/** What was used, in PostgreSQL. */
export function postgresUsage(db: Database): UsageReader {
  return {
    sums: async (keyId, from, most) => {
      const [row] = await db.retrySafe(PART_END, [keyId, from, most])
      const next = row === undefined ? null : Math.max(number(row, 'at'), from + 1)
      const rows = await db.retrySafe(SUMS, [keyId, from, next ?? Number.MAX_SAFE_INTEGER])
      return { sums: rows.map(USAGE_SUMS.read), next }
    },
  }
}
