import type { CensusTaker } from '../../ports/store/census.ts'
import { readCensus, readEngineCensus } from '../found.ts'
import { IN_WORK, WAITING } from '../conditions.ts'
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
  return {
    take: async ({ engines, now, most }) =>
      db.read(() => ({
        engines: engines.flatMap((engine) => ofEngine.all({ engine, most }).map(readEngineCensus)),
        ...readCensus(rest.get({ now, most }) ?? {}),
      })),
  }
}
