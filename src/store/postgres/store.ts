import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '../../core/errors.ts'
import type { Store } from '../../ports/store.ts'
import { sharedRooms } from '../shared/rooms.ts'
import { CHORES } from './chore-queries.ts'
import { openDatabase, type PostgresConnectionOptions, type PostgresDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { besideReplica, refuseForeign } from './replica.ts'
import { postgresSql } from './sql.ts'
import { postgresAccounts } from './tasks/accounts.ts'
import { postgresTaskQueue } from './tasks/task-queue.ts'

export type PostgresOptions = PostgresConnectionOptions & {
  migrates?: boolean
  /** The address of a replica, for reads that decide nothing. */
  readUrl?: string | undefined
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
  const store = storeOn(db)
  return options.readUrl === undefined ? store : withReplica(store, db, { ...options, url: options.readUrl })
}

/** The store on a database whose schema is up to date. */
export function storeOn(db: PostgresDatabase): Store {
  const sql = postgresSql(db)
  return {
    ...sharedRooms(sql, { driver: 'postgres', chores: CHORES }),
    queue: postgresTaskQueue(db, sql),
    accounts: postgresAccounts(db),
    close: () => db.close(),
  }
}

async function withReplica(store: Store, db: PostgresDatabase, options: PostgresConnectionOptions): Promise<Store> {
  const replica = besideReplica(db, options)
  const close = async (): Promise<void> => void (await Promise.all([replica.close(), store.close()]))
  try {
    refuseForeign(await replica.look())
  } catch (error) {
    await close()
    throw error
  }
  const { tasks, files, usage } = sharedRooms(postgresSql(replica.database), { driver: 'postgres', chores: CHORES })
  return { ...store, replica: { tasks, files, usage, answered: () => replica.answered }, close }
}

async function migrateOnceThere(options: PostgresOptions): Promise<void> {
  const { url, log, startWaitMs = START_WAIT_MS, startSilenceMs } = options
  for (let left = startWaitMs; ; left -= START_PAUSE_MS) {
    try {
      return await migrate(url, { silenceMs: startSilenceMs, log })
    } catch (error) {
      if (left <= 0 || !(error instanceof AppError) || error.code !== 'storage_unavailable') throw error
      log?.warn('the database is not responding yet', { error })
      await pause(START_PAUSE_MS)
    }
  }
}
