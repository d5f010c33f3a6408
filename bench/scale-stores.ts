import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import type { Store } from '../src/ports/store.ts'
import { postgresStore } from '../src/store/postgres/store.ts'
import { sqliteStore } from '../src/store/sqlite/store.ts'
import { aKey, OWNER } from '../test/contracts/build.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { BENCH_KEY, fillStatements, POSTGRES, SQLITE, type Size } from './scale-fill.ts'

/** Where stores of one driver are made, and removed with it. */
export type Place = {
  name: string
  /** A store of this size; its schema comes from the migrations. */
  filled(size: Size): Promise<Store>
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
      return store
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

const FILLED = ['tasks', 'files', 'usage', 'deliveries', 'delivery_attempts', 'idempotency']
// From here on, entries that come one by one, each somewhere else in the index, take longer than an index made at the end.
const LARGE = 500_000

/** What to do before a large store is filled and after it: its indexes and constraints are made at the end. */
async function around(url: string, { finished }: Size): Promise<{ drop: string[]; make: string[] }> {
  if (finished < LARGE) return { drop: [], make: [] }
  const client = new Client({ connectionString: url })
  await client.connect()
  const among = FILLED.map((table) => `'${table}'::regclass`).join(', ')
  // Foreign keys go before the keys that they point to, and come after them.
  const constraints = await client.query<{ owner: string; name: string; words: string }>(
    `SELECT conrelid::regclass::text AS owner, conname AS name, pg_get_constraintdef(oid) AS words FROM pg_constraint
    WHERE contype IN ('f', 'p', 'u') AND (conrelid IN (${among}) OR confrelid IN (${among})) ORDER BY contype`,
  )
  const indexes = await client.query<{ name: string; words: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS words FROM pg_index
    WHERE indrelid IN (${among}) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
  )
  await client.end()
  const dropped = constraints.rows.map(({ owner, name }) => `ALTER TABLE ${owner} DROP CONSTRAINT ${name}`)
  const made = constraints.rows.map(({ owner, name, words }) => `ALTER TABLE ${owner} ADD CONSTRAINT ${name} ${words}`)
  return {
    drop: [...dropped, ...indexes.rows.map(({ name }) => `DROP INDEX ${name}`)],
    make: [`SET maintenance_work_mem = '512MB'`, ...indexes.rows.map(({ words }) => words), ...made.toReversed()],
  }
}

/** Databases of one PostgreSQL with the settings that it comes with. */
export async function postgresPlace(): Promise<Place & { url: () => string }> {
  const server = await startPostgres()
  const stores: Store[] = []
  let url = ''
  const run = async (...statements: string[]): Promise<Record<string, unknown> | undefined> => {
    const client = new Client({ connectionString: url })
    await client.connect()
    let last: Record<string, unknown> | undefined
    for (const sql of statements) [last] = (await client.query<Record<string, unknown>>(sql)).rows
    await client.end()
    return last
  }
  return {
    name: 'PostgreSQL',
    url: () => url,
    async filled(size) {
      url = await server.newDatabase()
      const store = await postgresStore({ url })
      stores.push(store)
      await insertKeys(store, size)
      // For the filling only: fewer checkpoints, each of which would have every page written to the log once more.
      await run(`ALTER SYSTEM SET max_wal_size = '16GB'`, 'SELECT pg_reload_conf()')
      const { drop, make } = await around(url, size)
      await run(...drop, ...fillStatements(size, POSTGRES), ...make)
      await run('ALTER SYSTEM RESET max_wal_size', 'SELECT pg_reload_conf()')
      // What autovacuum has done in a database that has lived: statistics and the map of visible pages.
      await run('VACUUM ANALYZE')
      return store
    },
    bytes: async () => Number((await run('SELECT pg_database_size(current_database()) AS bytes'))?.['bytes']),
    // Or the writing out of what was filled in would go on beside the measuring.
    settle: async () => void (await run('CHECKPOINT')),
    async close() {
      for (const store of stores) await store.close()
      await server.stop()
    },
  }
}
