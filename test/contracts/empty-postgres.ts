import { Client } from 'pg'
import type { Store } from '../../src/ports/store.ts'
import { openDatabase, type PostgresDatabase } from '../../src/store/postgres/database.ts'
import { migrate } from '../../src/store/postgres/migrate.ts'
import { storeOn } from '../../src/store/postgres/store.ts'
import { sharedPostgres } from '../support/postgres.ts'

const EMPTY = `DELETE FROM owners; DELETE FROM accounts; DELETE FROM stops; DELETE FROM chores; DELETE FROM watched; DELETE FROM lines; DELETE FROM usage; DELETE FROM usage_days; DELETE FROM idempotency; DELETE FROM deliveries; DELETE FROM tasks; DELETE FROM sessions; DELETE FROM keys; DELETE FROM projects; DELETE FROM audit; DELETE FROM uploads; DELETE FROM events`

/**
 * Stores on one database of the shared server, emptied as often as a test begins. Each test gets stores of its own, which know
 * nothing of those before, over the same connections: the server starts a process for each, which takes longer than most tests.
 */
export function emptyPostgres(count: number): { emptied(): Promise<Store[]>; close(): Promise<void> } {
  let opened: Promise<{ client: Client; databases: PostgresDatabase[] }> | undefined
  return {
    emptied: async () => {
      opened ??= openDatabases(count)
      const { client, databases } = await opened
      await client.query(EMPTY)
      return databases.map(storeOn)
    },
    close: async () => {
      if (opened === undefined) return
      const { client, databases } = await opened
      await Promise.all([client.end(), ...databases.map((database) => database.close())])
    },
  }
}

async function openDatabases(count: number): Promise<{ client: Client; databases: PostgresDatabase[] }> {
  const url = await (await sharedPostgres()).bareDatabase()
  // Brought up to date by as many at once, each step is applied once.
  await Promise.all(Array.from({ length: count }, () => migrate(url)))
  const client = new Client({ connectionString: url })
  await client.connect()
  return { client, databases: Array.from({ length: count }, () => openDatabase({ url })) }
}
