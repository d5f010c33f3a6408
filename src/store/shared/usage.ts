import { setImmediate as turn } from 'node:timers/promises'
import type { UsageReader, UsageSum } from '../../ports/store/usage.ts'
import { USAGE } from '../columns.ts'
import { DAY_MS, wholeDays } from '../conditions.ts'
import { USAGE_SUMS } from '../found.ts'
import { number, text, type Row } from '../rows.ts'
import type { Sql } from './sql.ts'

// By the column that names whose it is. What was condensed stands under the id of the key, and once more under that of the project.
type Whose = 'key_id' | 'project'
const partEnd = (whose: Whose): string =>
  `SELECT at FROM usage WHERE ${whose} = :id AND at >= :from ORDER BY at LIMIT 1 OFFSET :most`
const sumsBy = (whose: Whose): string => `SELECT * FROM (
    SELECT at / ${DAY_MS} AS day, kind, model, count(*) AS tasks, count(*) FILTER (WHERE status = 'success') AS succeeded,
      CAST(sum(CAST(round(units * 1e6) AS bigint)) AS bigint) AS units_micros,
      CAST(sum(price_micros) AS bigint) AS price_micros, count(*) - count(price_micros) AS unpriced, min(at) AS first_at
    FROM usage WHERE ${whose} = :id AND at >= :from AND at < :until GROUP BY 1, 2, 3
  ) AS summed
  ORDER BY first_at, (SELECT min(task_id) FROM usage
    WHERE ${whose} = :id AND at = first_at AND kind = summed.kind AND model = summed.model)`
const DAYS = `SELECT ${USAGE_SUMS.names} FROM usage_days
  WHERE key_id = :id AND day >= :first AND day < :until ORDER BY day, kind, model`
const NEXT_KEY = 'SELECT key_id FROM usage WHERE key_id > :after ORDER BY key_id LIMIT 1'
const SUM_COLUMNS = Object.fromEntries(USAGE_SUMS.columns.map(({ name, type }) => [name, type]))

/** What was used. */
export function usageRoom(sql: Sql): UsageReader {
  const { rowId, isIn, given } = sql.dialect
  const oldest = isIn(
    rowId,
    `SELECT ${rowId} FROM usage WHERE key_id = :key_id AND at < :before ORDER BY at LIMIT :limit`,
  )
  const drop = `DELETE FROM usage WHERE ${oldest} RETURNING ${USAGE.names}`
  const add = `INSERT INTO usage_days (key_id, ${USAGE_SUMS.names})
    SELECT CAST(:key_id AS text), ${USAGE_SUMS.names} FROM ${given(':sums', SUM_COLUMNS)} AS added WHERE true
    ON CONFLICT (key_id, day, kind, model) DO UPDATE SET tasks = usage_days.tasks + excluded.tasks,
      succeeded = usage_days.succeeded + excluded.succeeded,
      units_micros = usage_days.units_micros + excluded.units_micros, unpriced = usage_days.unpriced + excluded.unpriced,
      price_micros = coalesce(usage_days.price_micros + excluded.price_micros, usage_days.price_micros, excluded.price_micros)`
  return {
    condense: async (before, { after, limit }) => {
      const [key] = await sql.peek(NEXT_KEY, { after })
      if (key === undefined) return undefined
      const keyId = text(key, 'key_id')
      const page = { key_id: keyId, before: wholeDays(before) * DAY_MS, limit }
      return sql.transaction(function* () {
        const gone = yield [drop, page]
        if (gone.length > 0) yield [add, { key_id: keyId, sums: addedUp(gone).map(USAGE_SUMS.named) }]
        for (const [project, rows] of Map.groupBy(gone, USAGE.kept.project.read))
          if (project !== null) yield [add, { key_id: project, sums: addedUp(rows).map(USAGE_SUMS.named) }]
        return gone.length < limit ? keyId : after
      })
    },
    sums: partsBy(sql, 'key_id'),
    sumsOfProject: partsBy(sql, 'project'),
  }
}

function partsBy(sql: Sql, whose: Whose): UsageReader['sums'] {
  const [PART_END, SUMS] = [partEnd(whose), sumsBy(whose)]
  return async (id, from, most) => {
    // SQLite is read while everybody waits: between two parts it is the others' turn.
    await turn()
    return sql.reads(function* () {
      const [row] = yield [PART_END, { id, from, most }]
      const next = row === undefined ? null : Math.max(number(row, 'at'), from + 1)
      const until = next ?? Number.MAX_SAFE_INTEGER
      const days = yield [DAYS, { id, first: Math.ceil(from / DAY_MS), until: wholeDays(until) }]
      const rows = yield [SUMS, { id, from, until }]
      return { sums: [...days, ...rows].map(USAGE_SUMS.read), next }
    })
  }
}

function addedUp(rows: readonly Row[]): UsageSum[] {
  const sums = new Map<string, UsageSum>()
  for (const { at, kind, model, status, units, priceMicros } of rows.map(USAGE.read)) {
    const day = wholeDays(at)
    const name = `${day} ${kind} ${model}`
    const none = { day, kind, model, tasks: 0, succeeded: 0, unitsMicros: 0, priceMicros: null, unpriced: 0 }
    const sum = sums.get(name) ?? none
    sums.set(name, {
      ...sum,
      tasks: sum.tasks + 1,
      succeeded: sum.succeeded + (status === 'success' ? 1 : 0),
      unitsMicros: sum.unitsMicros + Math.round(units * 1e6),
      priceMicros: priceMicros === null ? sum.priceMicros : (sum.priceMicros ?? 0) + priceMicros,
      unpriced: sum.unpriced + (priceMicros === null ? 1 : 0),
    })
  }
  return [...sums.values()]
}
