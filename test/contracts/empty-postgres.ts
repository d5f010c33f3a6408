import type { Store } from '../../src/ports/store.ts'
import { postgresStore } from '../../src/store/postgres/store.ts'
import { command, sharedPostgres } from '../support/postgres.ts'

const EMPTY = `DELETE FROM chores; DELETE FROM lines; DELETE FROM usage; DELETE FROM tasks; DELETE FROM keys`

/** Stores on one database of the shared server, emptied as often as a test begins: quicker than a new database for each. */
export function emptyPostgres(count: number): { emptied(): Promise<Store[]>; close(): Promise<void> } {
  let opened: Promise<{ url: string; stores: Store[] }> | undefined
  const open = async (): Promise<{ url: string; stores: Store[] }> => {
    const url = await (await sharedPostgres()).newDatabase()
    // Opened together: all bring the schema up to date, and each step is applied once.
    const stores = await Promise.all(Array.from({ length: count }, () => postgresStore({ url })))
    return { url, stores }
  }
  return {
    emptied: async () => {
      const { url, stores } = await (opened ??= open())
      await command(url, EMPTY)
      return stores
    },
    close: async () => {
      const { stores } = (await opened) ?? { stores: [] }
      await Promise.all(stores.map((store) => store.close()))
    },
  }
}
