import type { Store } from '../../ports/store.ts'
import type { AboutStore } from '../../ports/store/about.ts'
import type { Census, CensusTaker } from '../../ports/store/census.ts'
import { readCensus, readEngineCensus } from '../found.ts'
import { GUEST, IN_WORK, parkedAt, WAITING } from '../conditions.ts'
import { number, text } from '../rows.ts'
import type { Sql, Steps } from './sql.ts'

/** How much there is to do. */
export function censusRoom(sql: Sql): CensusTaker {
  const { indexedBy } = sql.dialect
  // In the order of the index, so that no more is read than is counted, and the task that is served next is seen first.
  const ofEngine = (
    engine: string,
  ): string => `SELECT CAST(${engine} AS text) AS engine, waiting, waiting_since, in_work
    FROM (SELECT count(*) AS waiting, min(created_at) AS waiting_since FROM (
      SELECT created_at FROM tasks WHERE engine = ${engine} AND ${WAITING} ORDER BY turn, created_at, id LIMIT :most
    ) AS line) AS waits CROSS JOIN (SELECT count(*) AS in_work FROM (
      SELECT 1 FROM tasks ${indexedBy('tasks_in_work')} WHERE engine = ${engine} AND ${IN_WORK}
      UNION ALL SELECT 1 FROM tasks WHERE guest_of = ${engine} AND ${GUEST} LIMIT :most
    ) AS work) AS works`
  const rest = `SELECT
    (SELECT count(*) FROM (SELECT 1 FROM stops ${indexedBy('stops_due')} LIMIT :most) AS some_stops) AS stops,
    (SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE status = 'pending' LIMIT :most) AS some_open) AS deliveries,
    (SELECT next_run_at FROM deliveries WHERE status = 'pending' AND next_run_at <= :now ORDER BY next_run_at LIMIT 1)
      AS delivery_due_at`
  return {
    take: ({ engines, now, most }) =>
      sql.reads(function* (): Steps<Census> {
        const parkedRows = yield [parkedAt(':most'), { most }]
        const parked = new Map(parkedRows.map((row) => [text(row, 'engine'), number(row, 'parked')]))
        const [counts = {}] = yield [rest, { now, most }]
        if (engines.length === 0) return { engines: [], ...readCensus(counts) }
        const asked = Object.fromEntries(engines.map((engine, index) => [`engine_${index}`, engine]))
        const rows = yield [
          Object.keys(asked)
            .map((name) => ofEngine(`:${name}`))
            .join(' UNION ALL '),
          { ...asked, most },
        ]
        const found = new Map(rows.map(readEngineCensus).map((each) => [each.engine, each]))
        const counted = engines.flatMap((engine) => found.get(engine) ?? [])
        return {
          engines: counted.map((each) => ({ ...each, parked: parked.get(each.engine) ?? 0 })),
          ...readCensus(counts),
        }
      }),
  }
}

/** What the database tells of itself. */
export function aboutRoom(sql: Sql, driver: AboutStore['driver']): Pick<Store, 'about' | 'time' | 'ping'> {
  return {
    about: async () => {
      const [row = {}] = await sql.peek(sql.dialect.about)
      return { driver, version: text(row, 'version'), migration: number(row, 'migration'), bytes: number(row, 'bytes') }
    },
    time: async () => number((await sql.peek(`SELECT ${sql.dialect.now} AS now`))[0] ?? {}, 'now'),
    ping: async () => void (await sql.peek('SELECT 1')),
  }
}
