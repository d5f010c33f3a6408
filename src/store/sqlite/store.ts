import type { Store } from '../../ports/store.ts'
import { number } from '../rows.ts'
import { sqliteAbout } from './about.ts'
import { sqliteAccounts } from './accounts.ts'
import { sqliteAudit } from './audit.ts'
import { sqliteCensus } from './census.ts'
import { sqliteChores } from './chores.ts'
import { openDatabase, type DatabaseOptions } from './database.ts'
import { sqliteDeliveries } from './deliveries.ts'
import { knownViews } from './known-views.ts'
import { sqliteFileRecords } from './file-records.ts'
import { sqliteKeys } from './keys.ts'
import { migrate } from './migrate.ts'
import { sqliteOwners } from './owners.ts'
import { sqlitePauses } from './pauses.ts'
import { sqliteRepeats } from './repeats.ts'
import { sqliteStops } from './stops.ts'
import { sqliteTaskQueue } from './task-queue.ts'
import { sqliteTaskReader } from './task-reader.ts'
import { sqliteThumbnails } from './thumbnails.ts'
import { sqliteUsage } from './usage.ts'

export type SqliteOptions = DatabaseOptions & { migrates?: boolean }

/** Opens the embedded store and brings its schema up to date, unless told not to. */
export function sqliteStore(path: string, { migrates = true, ...options }: SqliteOptions = {}): Store {
  const db = openDatabase(path, migrates ? migrate : () => undefined, options)
  const known = knownViews(db)
  const ping = db.prepare('SELECT 1')
  const time = db.prepare(`SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now`)
  const owners = sqliteOwners(db, path === ':memory:' ? undefined : `${path}.owners`)
  return {
    tasks: sqliteTaskReader(db, known),
    queue: sqliteTaskQueue(db),
    repeats: sqliteRepeats(db),
    stops: sqliteStops(db),
    owners: owners.port,
    files: sqliteFileRecords(db),
    thumbnails: sqliteThumbnails(db),
    deliveries: sqliteDeliveries(db),
    keys: sqliteKeys(db),
    audit: sqliteAudit(db),
    usage: sqliteUsage(db),
    accounts: sqliteAccounts(db),
    chores: sqliteChores(db, known),
    census: sqliteCensus(db),
    pauses: sqlitePauses(db),
    about: sqliteAbout(db),
    time: async () => number(db.peek(() => time.get()) ?? {}, 'now'),
    ping: async () => void db.peek(() => ping.get()),
    close: async () => {
      // First what is still to be written: whoever is on record as alive holds its lock.
      await db.close()
      owners.close()
    },
  }
}
