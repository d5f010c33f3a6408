import type { Store } from '../../ports/store.ts'
import { openDatabase } from './database.ts'
import { sqliteDeliveries } from './deliveries.ts'
import { sqliteFiles } from './files.ts'
import { sqliteKeys } from './keys.ts'
import { migrate } from './migrate.ts'
import { usageFromRow } from '../rows.ts'
import { sqliteTasks } from './tasks.ts'

/** Opens the embedded store and brings its schema up to date. */
export function sqliteStore(path: string): Store {
  const db = openDatabase(path, migrate)
  const usage = db.prepare('SELECT * FROM usage WHERE key_id = ? AND at >= ? ORDER BY at, task_id')
  const sweep = db.prepare('DELETE FROM idempotency WHERE expires_at <= ?')
  // One that is due later than it can be was put off by a clock that went wrong.
  const takeChore = db.prepare(`INSERT INTO chores (name, next_at) VALUES (:name, :next)
    ON CONFLICT (name) DO UPDATE SET next_at = :next WHERE next_at <= :now OR next_at > :next`)
  const ping = db.prepare('SELECT 1')
  return {
    tasks: sqliteTasks(db),
    files: sqliteFiles(db),
    deliveries: sqliteDeliveries(db),
    keys: sqliteKeys(db),
    usageSince: async (keyId, time) => db.read(() => usage.all(keyId, time)).map(usageFromRow),
    sweepIdempotency: (now) => db.write(() => Number(sweep.run(now).changes)),
    takeChore: (name, now, everyMs) =>
      db.write(() => Number(takeChore.run({ name, now, next: now + everyMs }).changes) === 1),
    ping: async () => void db.read(() => ping.get()),
    close: async () => db.close(),
  }
}
