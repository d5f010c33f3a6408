import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { AppError } from '../../core/errors.ts'
import { isBusy, toStorageError } from './errors.ts'
import { sharedTransaction, type Job } from './shared-transaction.ts'

/** One SQLite file. Reads are immediate; writes of one event-loop turn share one transaction and one fsync. */
export type Database = {
  /** Each text is prepared once; texts that depend on what is asked are few. */
  prepare(sql: string): StatementSync
  exec(sql: string): void
  /** Runs the work inside a transaction; resolves once it is on disk. */
  write<T>(work: () => T): Promise<T>
  read<T>(work: () => T): T
  close(): void
}

// Opening may wait for another process that brings the schema up to date.
const OPEN_TIMEOUT_MS = 5_000
// Another process on the same file holds the lock for milliseconds. SQLite waits for it without giving the event loop a
// turn, so it waits only this long; then the jobs wait instead, while reads and everything else go on.
const BUSY_TIMEOUT_MS = 100
const BUSY_PAUSE_MS = 20
// Some five seconds in all; past that, something is wrong with the other process.
const BUSY_TRIES = 40
const OPEN_TRIES = 50

/**
 * Does at the start what another process may be doing at this very moment. SQLite waits for a lock, but not for the one that
 * changes a new file over to its log: two that wait for each other there would wait for ever, so it refuses at once.
 */
function patiently(work: () => void): void {
  for (let tries = 1; ; tries++) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || tries === OPEN_TRIES) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_PAUSE_MS)
    }
  }
}

/** Opens the file, creating it where it is missing, and hands it to `prepareSchema` before anyone else. */
export function openDatabase(path: string, prepareSchema: (db: Pick<Database, 'prepare' | 'exec'>) => void): Database {
  const db = new DatabaseSync(path, { timeout: OPEN_TIMEOUT_MS, enableForeignKeyConstraints: true })
  try {
    patiently(() => {
      // FULL: an acknowledged commit survives a power cut. Shared commits make it nearly free. On macOS fsync leaves bytes
      // in the drive's own cache, and only the full one does not; other systems take no notice of the two.
      db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
      db.exec('PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;')
      prepareSchema({ prepare: (sql) => db.prepare(sql), exec: (sql) => db.exec(sql) })
    })
    db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
  } catch (error) {
    db.close()
    throw toStorageError(error)
  }
  const statements = new Map<string, StatementSync>()
  const transaction = sharedTransaction(db)
  let queue: Job[] = []
  let scheduled = false
  let tries = 0

  const flush = (): void => {
    scheduled = false
    const jobs = queue
    queue = []
    if (jobs.length === 0) return
    try {
      transaction.begin()
    } catch (error) {
      if (isBusy(error) && ++tries < BUSY_TRIES) {
        queue = jobs
        scheduled = true
        setTimeout(flush, BUSY_PAUSE_MS)
      } else {
        tries = 0
        for (const job of jobs) job.reject(toStorageError(error))
      }
      return
    }
    tries = 0
    transaction.run(jobs)
  }

  return {
    prepare: (sql) => {
      const statement = statements.get(sql) ?? db.prepare(sql)
      statements.set(sql, statement)
      return statement
    },
    exec: (sql) => db.exec(sql),
    write: <T>(work: () => T) =>
      new Promise<T>((resolve, reject) => {
        if (!db.isOpen) return reject(closedError())
        if (!scheduled) setImmediate(flush)
        scheduled = true
        queue.push({ work, resolve, reject })
      }),
    read: (work) => {
      if (!db.isOpen) throw closedError()
      try {
        return work()
      } catch (error) {
        throw toStorageError(error)
      }
    },
    close: () => {
      if (!db.isOpen) return
      tries = BUSY_TRIES
      flush()
      db.close()
    },
  }
}

function closedError(): AppError {
  return new AppError('storage_unavailable', 'The database is closed.')
}

/** One place for each column of an insert. */
export function places({ columns }: { columns: readonly unknown[] }): string {
  return columns.map(() => '?').join(', ')
}
