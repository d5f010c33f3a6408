import { setImmediate as turn } from 'node:timers/promises'
import type { UsageReader } from '../../ports/store/usage.ts'
import { USAGE_SUMS } from '../found.ts'
import { DAY_MS, wholeDays } from '../conditions.ts'
import { number, text } from '../rows.ts'
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
  const days =
    db.prepare(`SELECT day, kind, model, tasks, succeeded, units_micros, price_micros, unpriced FROM usage_days
    WHERE key_id = :key_id AND day >= :first AND day < :until ORDER BY day, kind, model`)
  const nextKey = db.prepare('SELECT key_id FROM usage WHERE key_id > ? ORDER BY key_id LIMIT 1')
  const OLDEST = 'SELECT rowid FROM usage WHERE key_id = :key_id AND at < :before ORDER BY at LIMIT :limit'
  const add =
    db.prepare(`INSERT INTO usage_days (key_id, day, kind, model, tasks, succeeded, units_micros, price_micros, unpriced)
    SELECT key_id, at / ${DAY_MS}, kind, model, count(*), sum(status = 'success'),
      sum(CAST(round(units * 1e6) AS INTEGER)), sum(price_micros), count(*) - count(price_micros)
    FROM usage WHERE rowid IN (${OLDEST}) GROUP BY 1, 2, 3, 4
    ON CONFLICT (key_id, day, kind, model) DO UPDATE SET tasks = tasks + excluded.tasks,
      succeeded = succeeded + excluded.succeeded, units_micros = units_micros + excluded.units_micros,
      price_micros = coalesce(price_micros + excluded.price_micros, price_micros, excluded.price_micros),
      unpriced = unpriced + excluded.unpriced`)
  const drop = db.prepare(`DELETE FROM usage WHERE rowid IN (${OLDEST})`)
  return {
    condense: async (before, { after, limit }) => {
      const key = db.peek(() => nextKey.get(after))
      if (key === undefined) return undefined
      const keyId = text(key, 'key_id')
      const page = { key_id: keyId, before: wholeDays(before) * DAY_MS, limit }
      const gone = await db.write(() => {
        add.run(page)
        return Number(drop.run(page).changes)
      })
      return gone < limit ? keyId : after
    },
    sums: async (keyId, from, most) => {
      // Reading is done while everybody waits: between two parts it is the others' turn.
      await turn()
      return db.read(() => {
        const row = partEnd.get(keyId, from, most)
        const next = row === undefined ? null : Math.max(number(row, 'at'), from + 1)
        const until = next ?? Number.MAX_SAFE_INTEGER
        const long = days.all({ key_id: keyId, first: Math.ceil(from / DAY_MS), until: wholeDays(until) })
        const rows = [...long, ...sums.all({ key_id: keyId, from, until })]
        return { sums: rows.map(USAGE_SUMS.read), next }
      })
    },
  }
}
