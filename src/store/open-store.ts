import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import { sqliteStore } from './sqlite/store.ts'

/** Opens the records of one machine, or those of a cluster where there is an address. */
export async function openStore(place: { dataDir: string; url: string | undefined; log?: Log }): Promise<Store> {
  const { dataDir, url, log } = place
  if (url === undefined) {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    return sqliteStore(join(dataDir, 'mediagen.db'))
  }
  // Loaded only where it is used: a single machine has no need of the driver.
  const { postgresStore } = await import('./postgres/store.ts')
  return postgresStore({ url, ...(log === undefined ? {} : { log }) })
}
