import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../core/errors.ts'
import type { Log } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import type { ReplicaFault } from '../ports/store/replica.ts'
import type { SchemaState } from './migration-steps.ts'
import { schemaState } from './sqlite/migrate.ts'
import { sqliteStore } from './sqlite/store.ts'

export type StoreLocation = {
  dataDir: string
  url: string | undefined
  /** Of a replica of that server, for reads that decide nothing. */
  readUrl?: string | undefined
  /** Connections of this process to a server at most. */
  maxConnections?: number | undefined
  /** Commits to a file are brought to the disk apart from the event loop: worth it for a service, not for a command. */
  syncsApart?: boolean
  /** Brings the schema up to date first, unless it is false. */
  migrates?: boolean
  log?: Log | undefined
}

/** Stands in a data folder for as long as a backup is being put into it. */
export const RESTORING = 'restoring'

/** Opens the records of one machine, or those of a cluster where there is an address. */
export async function openStore(place: StoreLocation): Promise<Store> {
  const { dataDir, url, readUrl, log, maxConnections, syncsApart = false, migrates = true } = place
  if (url === undefined) {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    refuseRestoring(dataDir)
    return sqliteStore(join(dataDir, 'mediagen.db'), { syncsApart, migrates })
  }
  // Loaded only where it is used: a single machine has no need of the driver.
  const { postgresStore } = await import('./postgres/store.ts')
  return postgresStore({ url, readUrl, maxConnections, migrates, log })
}

function refuseRestoring(dataDir: string): void {
  if (!existsSync(join(dataDir, RESTORING))) return
  const message = `A backup is being restored into ${dataDir}. Run the restore again to continue it.`
  throw new AppError('internal_error', message)
}

/** How far the schema of the records is. Changes and creates nothing. */
export async function lookAtSchema({ dataDir, url }: Pick<StoreLocation, 'dataDir' | 'url'>): Promise<SchemaState> {
  if (url !== undefined) return (await import('./postgres/migrate.ts')).schemaState(url)
  refuseRestoring(dataDir)
  return schemaState(join(dataDir, 'mediagen.db'))
}

/** What is wrong with a replica at this moment. */
export async function lookAtReplica(url: string, readUrl: string): Promise<ReplicaFault | undefined> {
  const [{ openDatabase }, { besideReplica }] = await Promise.all([
    import('./postgres/database.ts'),
    import('./postgres/replica.ts'),
  ])
  const primary = openDatabase({ url })
  const replica = besideReplica(primary, { url: readUrl })
  try {
    return await replica.look()
  } finally {
    await replica.close()
    await primary.close()
  }
}
