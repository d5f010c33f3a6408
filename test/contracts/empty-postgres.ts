import type { Store } from '../../src/ports/store.ts'
import { postgresStore } from '../../src/store/postgres/store.ts'
import { command, sharedPostgres } from '../support/postgres.ts'

const EMPTY = `DELETE FROM owners; DELETE FROM accounts; DELETE FROM stops; DELETE FROM chores; DELETE FROM watched; DELETE FROM lines; DELETE FROM usage; DELETE FROM usage_days; DELETE FROM idempotency; DELETE FROM deliveries; DELETE FROM tasks; DELETE FROM keys; DELETE FROM audit`

/** Stores on one database of the shared server, emptied as often as a test begins: quicker than a new database for each. */
export function emptyPostgres(count: number): { emptied(): Promise<Store[]>; close(): Promise<void> } {
  let url: Promise<string> | undefined
  let stores: Store[] = []
  const close = async (): Promise<void> => void (await Promise.all(stores.map((store) => store.close())))
  return {
    emptied: async () => {
      url ??= sharedPostgres().then((server) => server.newDatabase())
      const address = await url
      // A store remembers where the living rows of its indexes begin: to one that was emptied under it, that is not true.
      await close()
      // Opened together: all bring the schema up to date, and each step is applied once.
      stores = await Promise.all(Array.from({ length: count }, () => postgresStore({ url: address })))
      await command(address, EMPTY)
      return stores
    },
    close,
  }
}
