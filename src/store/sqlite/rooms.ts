import type { Store } from '../../ports/store.ts'
import { number } from '../rows.ts'
import { sqliteChores } from './chores.ts'
import type { Database } from './database.ts'
import { sqliteDeliveries } from './deliveries.ts'
import { sqliteFileRecords } from './file-records.ts'
import { sqliteKeys } from './keys.ts'
import { sqliteOwners } from './owners.ts'
import { sqliteStops } from './stops.ts'
import { sqliteTaskQueue } from './task-queue.ts'
import { sqliteTaskReader } from './task-reader.ts'
import { sqliteUsage } from './usage.ts'

/** Every room of the store over one connection, which is closed with it. */
export function sqliteRooms(db: Database, path: string): Store {
  const ping = db.prepare('SELECT 1')
  const time = db.prepare(`SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now`)
  const owners = sqliteOwners(db, path === ':memory:' ? undefined : `${path}.owners`)
  return {
    tasks: sqliteTaskReader(db),
    queue: sqliteTaskQueue(db),
    stops: sqliteStops(db),
    owners: owners.port,
    files: sqliteFileRecords(db),
    deliveries: sqliteDeliveries(db),
    keys: sqliteKeys(db),
    usage: sqliteUsage(db),
    chores: sqliteChores(db),
    time: async () => number(db.read(() => time.get()) ?? {}, 'now'),
    ping: async () => void db.read(() => ping.get()),
    close: async () => {
      owners.close()
      db.close()
    },
  }
}
