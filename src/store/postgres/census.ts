import type { CensusTaker } from '../../ports/store/census.ts'
import { readCensus, readEngineCensus } from '../found.ts'
import { IN_WORK, parkedAt, WAITING } from '../conditions.ts'
import { number, text } from '../rows.ts'
import { statement, type Database } from './database.ts'

// In the order of the index, so that no more is read than is counted, and whoever is served next is seen first.
const ENGINES = statement(`SELECT asked.engine, waiting, waiting_since, in_work
  FROM unnest($1::text[]) WITH ORDINALITY AS asked (engine, place)
  CROSS JOIN LATERAL (SELECT count(*) AS waiting, min(created_at) AS waiting_since FROM (
    SELECT created_at FROM tasks WHERE engine = asked.engine AND ${WAITING} ORDER BY turn, created_at, id LIMIT $2
  ) AS line) AS lines
  CROSS JOIN LATERAL (SELECT count(*) AS in_work FROM (
    SELECT 1 FROM tasks WHERE engine = asked.engine AND ${IN_WORK} LIMIT $2
  ) AS work) AS works
  ORDER BY place`)
const REST = statement(`SELECT
  (SELECT count(*) FROM (SELECT 1 FROM stops LIMIT $2) AS some_stops) AS stops,
  (SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE status = 'pending' LIMIT $2) AS some_deliveries) AS deliveries,
  (SELECT next_run_at FROM deliveries WHERE status = 'pending' AND next_run_at <= $1 ORDER BY next_run_at LIMIT 1)
    AS delivery_due_at`)
const PARKED_AT = statement(parkedAt('$1'))

/** How much there is to do, in PostgreSQL. */
export function postgresCensus(db: Database): CensusTaker {
  return {
    take: async ({ engines, now, most }) => {
      const [rows, parkedRows, [rest]] = await Promise.all([
        db.retrySafe(ENGINES, [engines, most]),
        db.retrySafe(PARKED_AT, [most]),
        db.retrySafe(REST, [now, most]),
      ])
      const parked = new Map(parkedRows.map((row) => [text(row, 'engine'), number(row, 'parked')]))
      const counted = rows.map(readEngineCensus).map((each) => ({ ...each, parked: parked.get(each.engine) ?? 0 }))
      return { engines: counted, ...readCensus(rest ?? {}) }
    },
  }
}
