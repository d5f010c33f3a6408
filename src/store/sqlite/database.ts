import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { AppError } from '../../core/errors.ts'

type Job = { work: () => unknown; resolve: (value: never) => void; reject: (reason: unknown) => void }

/** One SQLite file. Reads are immediate; writes of one event-loop turn share one transaction and one fsync. */
export type Database = {
  prepare(sql: string): StatementSync
  exec(sql: string): void
  /** Runs the work inside a transaction; resolves once it is on disk. */
  write<T>(work: () => T): Promise<T>
  read<T>(work: () => T): T
  close(): void
}

// Another process on the same file holds the lock for milliseconds; past this, something is wrong.
const BUSY_TIMEOUT_MS = 5_000

/** Opens the file, creating it where it is missing. */
export function openDatabase(path: string): Database {
  const db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true })
  // FULL: an acknowledged commit survives a power cut. Shared commits make it nearly free.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
  let queue: Job[] = []
  let closed = false

  const flush = (): void => {
    const jobs = queue
    queue = []
    if (jobs.length === 0) return
    try {
      db.exec('BEGIN IMMEDIATE')
      const settle = jobs.map((job) => runJob(db, job))
      db.exec('COMMIT')
      for (const done of settle) done()
    } catch (error) {
      rollBack(db)
      for (const job of jobs) job.reject(toStorageError(error))
    }
  }

  return {
    prepare: (sql) => db.prepare(sql),
    exec: (sql) => db.exec(sql),
    write: <T>(work: () => T) =>
      new Promise<T>((resolve, reject) => {
        if (closed) return reject(new AppError('storage_unavailable', 'The database is closed.'))
        if (queue.length === 0) setImmediate(flush)
        queue.push({ work, resolve, reject })
      }),
    read: (work) => {
      try {
        return work()
      } catch (error) {
        throw toStorageError(error)
      }
    },
    close: () => {
      flush()
      closed = true
      db.close()
    },
  }
}

/** Runs one job so that its failure undoes its own statements and not its neighbours'. */
function runJob(db: DatabaseSync, job: Job): () => void {
  db.exec('SAVEPOINT job')
  try {
    const value = job.work()
    db.exec('RELEASE job')
    return () => job.resolve(value as never)
  } catch (error) {
    // A full disk may have ended the whole transaction; then these throw too, and every job of the turn fails.
    db.exec('ROLLBACK TO job')
    db.exec('RELEASE job')
    return () => job.reject(toStorageError(error))
  }
}

function rollBack(db: DatabaseSync): void {
  if (db.isTransaction) db.exec('ROLLBACK')
}

// SQLite's primary result codes for a store that cannot take this write now: busy, locked, no memory, read-only,
// I/O error, corrupt, full, cannot open.
const UNAVAILABLE = new Set([5, 6, 7, 8, 10, 11, 13, 14])

function toStorageError(error: unknown): unknown {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined
  if (code === undefined || !UNAVAILABLE.has(code)) return error
  return new AppError('storage_unavailable', 'The database does not take writes now. Try again soon.', { cause: error })
}
