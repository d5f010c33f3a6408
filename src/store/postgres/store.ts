import type { Store, Usage } from '../../ports/store.ts'
import { openDatabase, statement, type DatabaseOptions } from './database.ts'
import { postgresDeliveries } from './deliveries.ts'
import { postgresFiles } from './files.ts'
import { postgresKeys } from './keys.ts'
import { migrate } from './migrate.ts'
import { number, text } from './rows.ts'
import { postgresTasks } from './tasks.ts'

const USAGE = statement(`SELECT task_id, key_id, kind, model, engine, status, units, at FROM usage
  WHERE key_id = $1 AND at >= $2 ORDER BY at, task_id`)
const SWEEP = statement(
  'WITH swept AS (DELETE FROM idempotency WHERE expires_at <= $1 RETURNING 1) SELECT count(*) FROM swept',
)
const PING = statement('SELECT 1')

/** Opens the store of a cluster and brings its schema up to date. */
export async function postgresStore(options: DatabaseOptions): Promise<Store> {
  await migrate(options.url)
  const db = openDatabase(options)
  return {
    tasks: postgresTasks(db),
    files: postgresFiles(db),
    deliveries: postgresDeliveries(db),
    keys: postgresKeys(db),
    usageSince: async (keyId, time) =>
      (await db.again(USAGE, [keyId, time])).map((row): Usage => ({
        taskId: text(row, 'task_id'),
        keyId: text(row, 'key_id'),
        kind: text(row, 'kind') as Usage['kind'],
        model: text(row, 'model'),
        engine: text(row, 'engine'),
        status: text(row, 'status') as Usage['status'],
        units: number(row, 'units'),
        at: number(row, 'at'),
      })),
    sweepIdempotency: async (now) => number((await db.run(SWEEP, [now]))[0] ?? {}, 'count'),
    ping: async () => void (await db.again(PING, [])),
    close: () => db.close(),
  }
}
