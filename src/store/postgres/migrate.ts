import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type QueryResult } from 'pg'
import { toStorageError } from './errors.ts'

const FOLDER = join(import.meta.dirname, '../../../migrations/postgres')
// Any number will do, as long as nobody else in this database uses it.
const LOCK = 7_266_113_501
// A change of a table waits for those who use it, and all others wait behind it: better to fail and be started again.
const LOCK_TIMEOUT_MS = 10_000
const CONNECT_TIMEOUT_MS = 5_000
// All but the steps themselves takes milliseconds, or waits for another process that makes them: what hears nothing for
// this long asks again over a new connection. Without it, a connection that leads nowhere would hold up a start for ever.
const SILENCE_MS = 10_000

/**
 * Brings the schema up to date. Forward only; processes that start together apply each step once. Steps add what the
 * version before does not miss, or drop what it can do without, so it goes on beside the new one.
 */
export async function migrate(url: string, silenceMs = SILENCE_MS): Promise<void> {
  const files = readdirSync(FOLDER)
    .filter((name) => /^\d{4}-.+\.sql$/.test(name))
    .sort()
  const client = new Client({
    connectionString: url,
    application_name: 'mediagen migrate',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  })
  // What breaks the connection also fails the statement under way, which is where it is dealt with.
  client.on('error', () => undefined)
  const ask = (text: string): Promise<QueryResult<{ version: number }>> => {
    // The driver knows this setting for one statement, its types do not.
    const patient = { text, query_timeout: silenceMs }
    return client.query(patient)
  }
  try {
    await client.connect()
    await ask(`BEGIN; SELECT pg_advisory_xact_lock(${LOCK}); SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await ask('CREATE TABLE IF NOT EXISTS schema_versions (version integer PRIMARY KEY, name text NOT NULL)')
    const { rows } = await ask('SELECT version FROM schema_versions')
    const applied = new Set(rows.map(({ version }) => version))
    for (const name of files) {
      const version = Number(name.slice(0, 4))
      if (applied.has(version)) continue
      await client.query(readFileSync(join(FOLDER, name), 'utf8'))
      await client.query('INSERT INTO schema_versions (version, name) VALUES ($1, $2)', [version, name])
    }
    await ask('COMMIT')
  } catch (error) {
    throw toStorageError(error, false)
  } finally {
    // Ends an open transaction as well.
    await client.end().catch(() => undefined)
  }
}
