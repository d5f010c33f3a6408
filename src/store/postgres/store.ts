import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../core/errors.ts'
import type { Store } from '../../ports/store.ts'
import { number } from '../rows.ts'
import { postgresAbout } from './about.ts'
import { postgresAccounts } from './accounts.ts'
import { postgresAudit } from './audit.ts'
import { postgresCensus } from './census.ts'
import { postgresChores } from './chores.ts'
import { openDatabase, statement, type DatabaseOptions } from './database.ts'
import { postgresDeliveries } from './deliveries.ts'
import { postgresFileRecords } from './file-records.ts'
import { postgresKeys } from './keys.ts'
import { migrate } from './migrate.ts'
import { postgresOwners } from './owners.ts'
import { postgresPauses } from './pauses.ts'
import { postgresRepeats } from './repeats.ts'
import { postgresStops } from './stops.ts'
import { postgresTaskQueue } from './task-queue.ts'
import { postgresTaskReader } from './task-reader.ts'
import { postgresThumbnails } from './thumbnails.ts'
import { postgresUsage } from './usage.ts'

const PING = statement('SELECT 1')
const TIME = statement('SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now')

export type PostgresOptions = DatabaseOptions & {
  migrates?: boolean
  /** How long a server that does not answer yet is waited for at the start: it may be starting too. */
  startWaitMs?: number
  /** How long an answer is waited for meanwhile, before the connection is taken for one that leads nowhere. */
  startSilenceMs?: number
}

const START_WAIT_MS = 30_000
const START_PAUSE_MS = 500

/** Opens the store of a cluster and brings its schema up to date, unless told not to. */
export async function postgresStore(options: PostgresOptions): Promise<Store> {
  if (options.migrates !== false) await migrateOnceThere(options)
  const db = openDatabase(options)
  return {
    tasks: postgresTaskReader(db),
    queue: postgresTaskQueue(db),
    repeats: postgresRepeats(db),
    stops: postgresStops(db),
    owners: postgresOwners(db),
    files: postgresFileRecords(db),
    thumbnails: postgresThumbnails(db),
    deliveries: postgresDeliveries(db),
    keys: postgresKeys(db),
    audit: postgresAudit(db),
    usage: postgresUsage(db),
    accounts: postgresAccounts(db),
    chores: postgresChores(db),
    census: postgresCensus(db),
    pauses: postgresPauses(db),
    about: postgresAbout(db),
    time: async () => number((await db.retrySafe(TIME, []))[0] ?? {}, 'now'),
    ping: async () => void (await db.retrySafe(PING, [])),
    close: () => db.close(),
  }
}

async function migrateOnceThere(options: PostgresOptions): Promise<void> {
  const { url, log, startWaitMs = START_WAIT_MS, startSilenceMs } = options
  for (let left = startWaitMs; ; left -= START_PAUSE_MS) {
    try {
      return await migrate(url, { silenceMs: startSilenceMs, log })
    } catch (error) {
      if (left <= 0 || !(error instanceof AppError) || error.code !== 'storage_unavailable') throw error
      log?.warn('the database does not answer yet', { error })
      await pause(START_PAUSE_MS)
    }
  }
}
