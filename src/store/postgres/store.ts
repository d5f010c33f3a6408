import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../core/errors.ts'
import type { Store } from '../../ports/store.ts'
import { openDatabase, statement, type DatabaseOptions } from './database.ts'
import { postgresDeliveries } from './deliveries.ts'
import { postgresFiles } from './files.ts'
import { postgresKeys } from './keys.ts'
import { migrate } from './migrate.ts'
import { number, usageFromRow } from '../rows.ts'
import { postgresTasks } from './tasks.ts'

const USAGE = statement(`SELECT task_id, key_id, kind, model, engine, status, units, price_micros, at FROM usage
  WHERE key_id = $1 AND at >= $2 ORDER BY at, task_id`)
const SWEEP = statement(
  'WITH swept AS (DELETE FROM idempotency WHERE expires_at <= $1 RETURNING 1) SELECT count(*) FROM swept',
)
// One that is due later than it can be was put off by a clock that went wrong.
const TAKE_CHORE = statement(`INSERT INTO chores (name, next_at) VALUES ($1, $2)
  ON CONFLICT (name) DO UPDATE SET next_at = $2 WHERE chores.next_at <= $3 OR chores.next_at > $2 RETURNING name`)
const PING = statement('SELECT 1')

export type PostgresOptions = DatabaseOptions & {
  /** How long a server that does not answer yet is waited for at the start: it may be starting too. */
  startWaitMs?: number
  /** How long an answer is waited for meanwhile, before the connection is taken for one that leads nowhere. */
  startSilenceMs?: number
}

const START_WAIT_MS = 30_000
const START_PAUSE_MS = 500

/** Opens the store of a cluster and brings its schema up to date. */
export async function postgresStore(options: PostgresOptions): Promise<Store> {
  await migrateOnceThere(options)
  const db = openDatabase(options)
  return {
    tasks: postgresTasks(db),
    files: postgresFiles(db),
    deliveries: postgresDeliveries(db),
    keys: postgresKeys(db),
    usageSince: async (keyId, time) => (await db.again(USAGE, [keyId, time])).map(usageFromRow),
    sweepIdempotency: async (now) => number((await db.run(SWEEP, [now]))[0] ?? {}, 'count'),
    takeChore: async (name, now, everyMs) => (await db.run(TAKE_CHORE, [name, now + everyMs, now])).length === 1,
    ping: async () => void (await db.again(PING, [])),
    close: () => db.close(),
  }
}

async function migrateOnceThere(options: PostgresOptions): Promise<void> {
  const { url, log, startWaitMs = START_WAIT_MS, startSilenceMs } = options
  for (let left = startWaitMs; ; left -= START_PAUSE_MS) {
    try {
      return await migrate(url, startSilenceMs)
    } catch (error) {
      if (left <= 0 || !(error instanceof AppError) || error.code !== 'storage_unavailable') throw error
      log?.warn('the database does not answer yet', { error })
      await pause(START_PAUSE_MS)
    }
  }
}
