import type { UsageReader } from '../../ports/store/usage.ts'
import { USAGE_SUMS } from '../found.ts'
import { DAY_MS, wholeDays } from '../conditions.ts'
import { number, text } from '../rows.ts'
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

const DAYS = statement(`SELECT day, kind, model, tasks, succeeded, units_micros, price_micros, unpriced FROM usage_days
  WHERE key_id = $1 AND day >= $2 AND day < $3 ORDER BY day, kind, model`)
const NEXT_KEY = statement('SELECT key_id FROM usage WHERE key_id > $1 ORDER BY key_id LIMIT 1')
const CONDENSE = statement(`WITH gone AS (
    DELETE FROM usage WHERE key_id = $1 AND (key_id, at, task_id) IN (
      SELECT key_id, at, task_id FROM usage WHERE key_id = $1 AND at < $2 ORDER BY at LIMIT $3)
    RETURNING *
  ), added AS (
    INSERT INTO usage_days (key_id, day, kind, model, tasks, succeeded, units_micros, price_micros, unpriced)
    SELECT key_id, at / ${DAY_MS}, kind, model, count(*), count(*) FILTER (WHERE status = 'success'),
      sum(round(units * 1e6)::bigint)::bigint, sum(price_micros)::bigint, count(*) - count(price_micros)
    FROM gone GROUP BY 1, 2, 3, 4
    ON CONFLICT (key_id, day, kind, model) DO UPDATE SET tasks = usage_days.tasks + excluded.tasks,
      succeeded = usage_days.succeeded + excluded.succeeded,
      units_micros = usage_days.units_micros + excluded.units_micros, unpriced = usage_days.unpriced + excluded.unpriced,
      price_micros = coalesce(usage_days.price_micros + excluded.price_micros, usage_days.price_micros, excluded.price_micros)
  )
  SELECT count(*) FROM gone`)

/** What was used, in PostgreSQL. */
export function postgresUsage(db: Database): UsageReader {
  return {
    condense: async (before, { after, limit }) => {
      const [key] = await db.retrySafe(NEXT_KEY, [after])
      if (key === undefined) return undefined
      const keyId = text(key, 'key_id')
      const [gone = {}] = await db.run(CONDENSE, [keyId, wholeDays(before) * DAY_MS, limit])
      return number(gone, 'count') < limit ? keyId : after
    },
    sums: async (keyId, from, most) => {
      const [row] = await db.retrySafe(PART_END, [keyId, from, most])
      const next = row === undefined ? null : Math.max(number(row, 'at'), from + 1)
      const until = next ?? Number.MAX_SAFE_INTEGER
      const days = await db.retrySafe(DAYS, [keyId, Math.ceil(from / DAY_MS), wholeDays(until)])
      const rows = await db.retrySafe(SUMS, [keyId, from, until])
      return { sums: [...days, ...rows].map(USAGE_SUMS.read), next }
    },
  }
}
