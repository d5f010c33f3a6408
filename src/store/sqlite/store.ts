import type { Store } from '../../ports/store.ts'
import { TASKS } from '../columns.ts'
import { DEADLINE, isOverdue } from '../conditions.ts'
import type { ChoreQueries } from '../shared/chores.ts'
import { sharedRooms } from '../shared/rooms.ts'
import { openDatabase, type SqliteDatabase, type SqliteFileOptions } from './database.ts'
import { knownKeys } from './known-keys.ts'
import { knownViews } from './known-views.ts'
import { lockedOwners } from './locked-owners.ts'
import { migrate } from './migrate.ts'
import { sqliteSql } from './sql.ts'
import { sqliteAccounts } from './tasks/accounts.ts'
import { sqliteTaskQueue } from './tasks/task-queue.ts'

export type SqliteOptions = SqliteFileOptions & { migrates?: boolean }

const CHORES: ChoreQueries = {
  overdue: `SELECT ${TASKS.names} FROM tasks WHERE finished_at IS NULL AND ${DEADLINE} <= :now
    AND ${isOverdue(':now')} AND next_run_at <= :now ORDER BY ${DEADLINE}, id LIMIT :limit`,
  live: 'SELECT id FROM tasks INDEXED BY tasks_deadline WHERE finished_at IS NULL',
  // Everybody waits meanwhile: each task touches some twenty pages, and more of them would be little faster.
  removed: { page: 400, together: 10, sideBySide: 1 },
}

/** Opens the embedded store and brings its schema up to date, unless told not to. */
export function sqliteStore(path: string, { migrates = true, ...options }: SqliteOptions = {}): Store {
  const db = openDatabase(path, migrates ? migrate : () => undefined, options)
  return storeOn(db, path === ':memory:' ? undefined : `${path}.owners`)
}

/** The store on an open database; `lockFolder` holds the proof that its processes live. */
export function storeOn(db: SqliteDatabase, lockFolder?: string): Store {
  const sql = sqliteSql(db)
  const rooms = sharedRooms(sql, { driver: 'sqlite', chores: CHORES })
  const { owners, close } = lockedOwners(rooms.owners, lockFolder)
  return {
    ...rooms,
    queue: sqliteTaskQueue(db, sql),
    accounts: sqliteAccounts(db),
    keys: knownKeys(db, rooms.keys),
    tasks: knownViews(db, rooms.tasks),
    owners,
    close: async () => {
      // First what is still to be written: a process on record as alive holds its lock.
      await db.close()
      close()
    },
  }
}
