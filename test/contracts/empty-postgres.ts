import { Client } from 'pg'
import type { Store } from '../../src/ports/store.ts'
import { postgresStore } from '../../src/store/postgres/store.ts'
import { sharedPostgres } from '../support/postgres.ts'

const EMPTY = `DELETE FROM owners; DELETE FROM accounts; DELETE FROM stops; DELETE FROM chores; DELETE FROM watched; DELETE FROM lines; DELETE FROM usage; DELETE FROM usage_days; DELETE FROM idempotency; DELETE FROM deliveries; DELETE FROM tasks; DELETE FROM sessions; DELETE FROM keys; DELETE FROM projects; DELETE FROM audit; DELETE FROM uploads; DELETE FROM events`

/** Stores on one database of the shared server, emptied as often as a test begins: quicker than a new database for each. */
export function emptyPostgres(count: number): { emptied(): Promise<Store[]>; close(): Promise<void> } {
  let emptier: { url: string; client: Client } | undefined
  let stores: Store[] = []
  const closeStores = async (): Promise<void> => void (await Promise.all(stores.map((store) => store.close())))
  return {
    emptied: async () => {
      // A store remembers where the living rows of its indexes begin: to one that was emptied under it, that is not true.
      await closeStores()
      // Opened together for the first time, all bring the schema up to date, and each step is applied once.
      const migrates = emptier === undefined
      emptier ??= await openEmptier()
      const { url, client } = emptier
      stores = await Promise.all(Array.from({ length: count }, () => postgresStore({ url, migrates })))
      await client.query(EMPTY)
      return stores
    },
    close: async () => {
      await closeStores()
      await emptier?.client.end()
    },
  }
}

// Kept open: the server starts a process for each connection, which takes longer than what most tests do over it.
async function openEmptier(): Promise<{ url: string; client: Client }> {
  const url = await (await sharedPostgres()).bareDatabase()
  const client = new Client({ connectionString: url })
  await client.connect()
  return { url, client }
}
