import type { CensusTaker } from '../../ports/store/census.ts'
import { readCensus, readEngineCensus } from '../found.ts'
import { IN_WORK, parkedAt, WAITING } from '../conditions.ts'
import { number, text } from '../rows.ts'
import type { Database } from './database.ts'

/** How much there is to do, in SQLite. */
export function sqliteCensus(db: Database): CensusTaker {
  // In the order of the index, which holds all that is read: no row is touched, and whoever is served next is seen first.
  const ofEngine = db.prepare(`SELECT :engine AS engine, waiting, waiting_since, in_work FROM (
      SELECT count(*) AS waiting, min(created_at) AS waiting_since FROM (
        SELECT created_at FROM tasks WHERE engine = :engine AND ${WAITING} ORDER BY turn, created_at, id LIMIT :most)
    ) CROSS JOIN (
      SELECT count(*) AS in_work FROM (
        SELECT 1 FROM tasks INDEXED BY tasks_in_work WHERE engine = :engine AND ${IN_WORK} LIMIT :most)
    )`)
  const rest = db.prepare(`SELECT
    (SELECT count(*) FROM (SELECT 1 FROM stops INDEXED BY stops_due LIMIT :most)) AS stops,
    (SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE status = 'pending' LIMIT :most)) AS deliveries,
    (SELECT min(next_run_at) FROM deliveries WHERE status = 'pending' AND next_run_at <= :now) AS delivery_due_at`)
  const ofAll = db.prepare(parkedAt('?'))
  return {
    take: async ({ engines, now, most }) =>
      db.read(() => {
        const parked = new Map(ofAll.all(most).map((row) => [text(row, 'engine'), number(row, 'parked')]))
        return {
          engines: engines.flatMap((engine) =>
            ofEngine
              .all({ engine, most })
              .map((row) => ({ ...readEngineCensus(row), parked: parked.get(engine) ?? 0 })),
          ),
          ...readCensus(rest.get({ now, most }) ?? {}),
        }
      }),
  }
}
