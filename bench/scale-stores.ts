import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import type { Store } from '../src/ports/store.ts'
import { postgresStore } from '../src/store/postgres/store.ts'
import { sqliteStore } from '../src/store/sqlite/store.ts'
import { aKey, OWNER } from '../test/contracts/build.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { BENCH_KEY, FILLED, fillStatements, POSTGRES, SQLITE, type Size } from './scale-fill.ts'

/** A store, and how the time is told that it takes. */
export type Filled = {
  store: Store
  /** Gives a clock in microseconds, which holds for some seconds. */
  meter: () => Promise<() => number>
}

/** Where stores of one driver are made, and removed with it. */
export type Place = {
  name: string
  /** A store of this size; its schema comes from the migrations. */
  filled(size: Size): Promise<Filled>
  /** What the records of the last store take on disk. */
  bytes(): Promise<number>
  /** Called when all stores are there, before anything is measured. */
  settle(): Promise<void>
  close(): Promise<void>
}

async function insertKeys(store: Store, { keys }: Size): Promise<void> {
  const ids = [BENCH_KEY, ...Array.from({ length: keys }, (_, index) => `k${index}`)]
  await Promise.all(ids.map((id) => store.keys.insert(aKey(id))))
  await store.owners.join(OWNER)
}

const wallClock = async (): Promise<() => number> => () => performance.now() * 1_000

/** Files in a temporary folder, which must lie on a disk. */
export function sqlitePlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'mediagen-scale-'))
  const stores: Store[] = []
  let path = ''
  return {
    name: 'SQLite',
    async filled(size) {
      path = join(folder, `store-${stores.length}.db`)
      const empty = sqliteStore(path)
      await insertKeys(empty, size)
      await empty.close()
      const db = new DatabaseSync(path)
      // For the filling only: a cache that holds the indexes, and no wait for the disk.
      db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -2000000; PRAGMA temp_store = MEMORY')
      for (const sql of fillStatements(size, SQLITE)) db.exec(`BEGIN; ${sql}; COMMIT`)
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      db.close()
      const store = sqliteStore(path)
      stores.push(store)
      return { store, meter: wallClock }
    },
    async bytes() {
      const db = new DatabaseSync(path, { readOnly: true })
      const row = db.prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size').get()
      db.close()
      return Number(row?.['bytes'])
    },
    settle: async () => undefined,
    async close() {
      for (const store of stores) await store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

// From here on, entries that come one by one, each somewhere else in the index, take longer than an index made at the end.
const LARGE = 500_000

type Ask = (sql: string) => Promise<Record<string, string>[]>

/** The statements that fill a store, in stages: what is in one may be done side by side. */
async function stagesOf(ask: Ask, size: Size): Promise<string[][]> {
  // A table that is emptied and filled in one transaction needs no write-ahead log where the server says wal_level=minimal.
  const filled = fillStatements(size, POSTGRES).map((sql, index) => `TRUNCATE ${FILLED[index]} CASCADE; ${sql}`)
  // What autovacuum has done in a database that has lived: statistics and the map of visible pages.
  const vacuumed = FILLED.map((table) => `VACUUM ANALYZE ${table}`)
  if (size.finished < LARGE) return [...filled.map((sql) => [sql]), vacuumed]
  const among = FILLED.map((table) => `'${table}'::regclass`).join(', ')
  const constraints = await ask(
    `SELECT conrelid::regclass::text AS owner, conname AS name, contype AS type, pg_get_constraintdef(oid) AS words
    FROM pg_constraint WHERE contype IN ('f', 'p', 'u') AND (conrelid IN (${among}) OR confrelid IN (${among}))`,
  )
  const indexes = await ask(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS words FROM pg_index
    WHERE indrelid IN (${among}) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
  )
  const [foreign, own] = [true, false].map((isForeign) =>
    constraints.filter(({ type }) => (type === 'f') === isForeign),
  )
  const dropped = (list: typeof constraints = []): string[] =>
    list.map(({ owner, name }) => `ALTER TABLE ${owner} DROP CONSTRAINT ${name}`)
  // What was filled in refers to what is there. To look that up takes longer than an index.
  const made = (list: typeof constraints = [], how = ''): string[] =>
    list.map(({ owner, name, words }) => `ALTER TABLE ${owner} ADD CONSTRAINT ${name} ${words}${how}`)
  return [
    dropped(foreign),
    [...dropped(own), ...indexes.map(({ name }) => `DROP INDEX ${name}`)],
    filled,
    [...made(own), ...indexes.map(({ words = '' }) => words)],
    made(foreign, ' NOT VALID'),
    vacuumed,
  ]
}

/** Fills a database, and notes in it how far it came, so that what is interrupted goes on from there. */
async function fill(asks: readonly Ask[], size: Size, mayGoOn: () => boolean): Promise<boolean> {
  const [ask] = asks as [Ask]
  await ask(`CREATE TABLE IF NOT EXISTS scale_steps
    (number serial PRIMARY KEY, stage integer NOT NULL, words text NOT NULL, is_done boolean)`)
  if ((await ask('SELECT 1 AS one FROM scale_steps LIMIT 1')).length === 0) {
    const stages = await stagesOf(ask, size)
    const rows = stages.flatMap((stage, index) => stage.map((words) => `(${index}, '${words.replaceAll("'", "''")}')`))
    await ask(`INSERT INTO scale_steps (stage, words) VALUES ${rows.join(', ')}`)
  }
  const left = await ask('SELECT number, stage, words FROM scale_steps WHERE is_done IS NULL ORDER BY number')
  for (const stage of new Set(left.map(({ stage }) => stage))) {
    const steps = left.filter((step) => step['stage'] === stage)
    const lane = async (ask: Ask): Promise<void> => {
      await ask(`SET maintenance_work_mem = '1GB'`)
      for (
        let step = mayGoOn() ? steps.shift() : undefined;
        step !== undefined;
        step = mayGoOn() ? steps.shift() : undefined
      ) {
        const { number, words = '' } = step
        const done = `UPDATE scale_steps SET is_done = true WHERE number = ${number}`
        if (!words.startsWith('VACUUM')) await ask(`BEGIN; ${words}; ${done}; COMMIT`)
        else for (const sql of [words, done]) await ask(sql)
      }
    }
    await Promise.all(asks.map(lane))
    if (steps.length > 0) return false
  }
  return true
}

/** The CPU time of the one session that a store has (Linux). A busy machine hardly changes it; it leaves out the waiting for a disk. */
async function sessionClock(store: Store, url: string): Promise<() => number> {
  await store.ping()
  const sessions = `SELECT pid FROM pg_stat_activity WHERE application_name = 'mediagen' AND datname = current_database()`
  const [session] = await connected(url, (ask) => ask(sessions))
  return () => Number(readFileSync(`/proc/${session?.['pid']}/schedstat`, 'utf8').split(' ')[0]) / 1_000
}

async function connected<T>(address: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    return await work(async (sql) => (await client.query<Record<string, string>>(sql)).rows)
  } finally {
    await client.end()
  }
}

export type PostgresPlace = Place & {
  url: () => string
  /** Fills what is not there yet; false when the time was up before that. */
  prepare: (size: Size, mayGoOn: () => boolean) => Promise<boolean>
}

export type PostgresPlaceOptions = { server?: string | undefined; isCpu?: boolean | undefined }

/**
 * Databases of one PostgreSQL with the settings that it comes with. Or of one that runs, at the address of any of its databases:
 * what was filled there is used again, and stays.
 */
export async function postgresPlace({
  server: given,
  isCpu = false,
}: PostgresPlaceOptions = {}): Promise<PostgresPlace> {
  const server = given === undefined ? await startPostgres() : undefined
  const stores: Store[] = []
  let url = ''
  const database = async ({ finished, sleeping }: Size): Promise<string> => {
    if (given === undefined) return (await server?.newDatabase()) ?? ''
    const name = `scale_${finished}_${sleeping}`
    await connected(given, async (ask) => {
      const found = await ask(`SELECT 1 AS one FROM pg_database WHERE datname = '${name}'`)
      if (found.length === 0) await ask(`CREATE DATABASE ${name}`)
    })
    return Object.assign(new URL(given), { pathname: name }).href
  }
  const prepare: PostgresPlace['prepare'] = async (size, mayGoOn) => {
    url = await database(size)
    const store = await postgresStore({ url, maxConnections: isCpu ? 1 : undefined })
    stores.push(store)
    return connected(url, async (ask) => {
      const [there] = await ask(`SELECT to_regclass('scale_steps')::text AS steps, (SELECT count(*) FROM keys) AS keys`)
      if (there?.['keys'] === '0') await insertKeys(store, size)
      // For the filling only: fewer checkpoints, each of which would have every page written to the log once more.
      for (const sql of [`ALTER SYSTEM SET max_wal_size = '16GB'`, 'SELECT pg_reload_conf()']) await ask(sql)
      const isFilled = await connected(url, (other) =>
        fill(size.finished < LARGE ? [ask] : [ask, other], size, mayGoOn),
      )
      for (const sql of ['ALTER SYSTEM RESET max_wal_size', 'SELECT pg_reload_conf()']) await ask(sql)
      return isFilled
    })
  }
  return {
    name: 'PostgreSQL',
    url: () => url,
    prepare,
    async filled(size) {
      await prepare(size, () => true)
      const store = stores.at(-1)
      if (store === undefined) throw new Error('no store was opened')
      const address = url
      return { store, meter: isCpu ? () => sessionClock(store, address) : wallClock }
    },
    bytes: () =>
      connected(url, async (ask) => {
        const [row] = await ask('SELECT pg_database_size(current_database()) AS bytes')
        return Number(row?.['bytes'])
      }),
    // Or the writing out of what was filled in would go on beside the measuring.
    settle: () => connected(url, async (ask) => void (await ask('CHECKPOINT'))),
    async close() {
      for (const store of stores) await store.close()
      await server?.stop()
    },
  }
}
