import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { AppError } from '../../core/errors.ts'
import { checkpoints } from './connection/checkpoints.ts'
import { openConnection } from './connection/connection.ts'
import { dataVersion, type DataVersion } from './connection/data-version.ts'
import { diskGate } from './connection/disk-gate.ts'
import { isBusy, toStorageError } from './errors.ts'
import { logFile, type SyncLog } from './connection/log-file.ts'
import { sharedTransaction } from './connection/shared-transaction.ts'
import { writeQueue } from './connection/write-queue.ts'

/** One SQLite file. Writes that come together share one transaction and one sync; nothing is told before it is on disk. */
export type SqliteDatabase = {
  /** Each text is prepared once; texts that depend on what is asked are few. */
  prepare(sql: string): StatementSync
  exec(sql: string): void
  /** Runs the work inside a transaction; resolves once it is on disk. */
  write<T>(work: () => T): Promise<T>
  /** What the work finds, once all that it can have seen is on disk. */
  read<T>(work: () => T): Promise<T>
  /**
   * The same at once, whether or not it is on disk: only for what is not told to anybody, or is followed by a write that is
   * waited for. A write is never on disk without all that came before it.
   */
  peek<T>(work: () => T): T
  version: DataVersion
  /** How often this connection has committed. */
  commits(): number
  /** Refuses what comes from now on, and resolves once all that came before is done. */
  close(): Promise<void>
}

export type SqliteFileOptions = {
  /**
   * Commits where it is called and syncs elsewhere, so that a slow disk holds up only the calls that need it. Without
   * it SQLite syncs each commit by itself, while everything else stands still.
   */
  syncsApart?: boolean
  /** How the log is brought to the disk, in place of the operating system's way. */
  syncLog?: SyncLog
}

// Another process on the same file holds the lock for milliseconds. SQLite waits for it without giving the event loop a
// turn, so it waits only this long; then the jobs wait instead, while reads and everything else go on.
const BUSY_TIMEOUT_MS = 100

/** Opens the file, creating it where it is missing, and hands it to `prepareSchema` before anyone else. */
export function openDatabase(
  path: string,
  prepareSchema: (db: Pick<SqliteDatabase, 'prepare' | 'exec'>) => void,
  options: SqliteFileOptions = {},
): SqliteDatabase {
  const db = openConnection(path, prepareSchema)
  const syncsApart = options.syncsApart === true && path !== ':memory:'
  if (syncsApart) leaveSyncsToUs(db)
  const statements = new Map<string, StatementSync>()
  const log = path === ':memory:' ? undefined : logFile(path)
  const peek = peekOf(db)
  const version = dataVersion(db, peek)
  const gate = diskGate({ version, syncsApart, syncLog: options.syncLog ?? log?.sync })
  const transaction = sharedTransaction(db)
  let commits = 0
  const counted: typeof transaction = {
    ...transaction,
    run(jobs) {
      commits++
      return transaction.run(jobs)
    },
  }
  const queue = writeQueue({
    transaction: counted,
    gate,
    busyTimeoutMs: syncsApart ? 0 : BUSY_TIMEOUT_MS,
  })
  const copies = syncsApart ? checkpoints({ db, path, queue }) : undefined
  db.exec(`PRAGMA busy_timeout = ${syncsApart ? 0 : BUSY_TIMEOUT_MS}`)
  gate.serve({
    isAboutToCommit: () => queue.isAboutToCommit,
    onSynced: () => {
      queue.wake()
      copies?.consider()
    },
  })
  let closing: Promise<void> | undefined
  const end = async (): Promise<void> => {
    await queue.drained()
    await copies?.close()
    // Reads that came meanwhile are still waited for.
    while (gate.isSyncing) await queue.drained()
    log?.close()
    db.close()
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
        if (closing !== undefined) return reject(closedError())
        queue.add({ work, resolve, reject })
      }),
    read: (work) => {
      const found = peek(work)
      const onDisk = gate.passed()
      return onDisk === undefined ? Promise.resolve(found) : onDisk.then(() => found)
    },
    peek,
    version,
    commits: () => commits,
    close: () => (closing ??= end()),
  }
}

function leaveSyncsToUs(db: DatabaseSync): void {
  try {
    // A process that ended by a failed sync leaves commits that are in the memory of the system and perhaps nowhere else, and
    // another sync of the log would call them safe. Copied into the file they are written, and synced, anew.
    db.exec('PRAGMA wal_checkpoint(PASSIVE)')
  } catch {
    // There is no room for the copy now. What is in the log can be read all the same.
  }
  // NORMAL: SQLite syncs no commit by itself, but for the first one of a new log, whose order on the disk it alone can keep.
  db.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0')
}

/** Reads at once. A file that is just being repaired after a crash is waited for: that takes milliseconds, and hardly ever happens. */
function peekOf(db: DatabaseSync): SqliteDatabase['peek'] {
  const waiting = <T>(work: () => T): T => {
    const before = Number(db.prepare('PRAGMA busy_timeout').get()?.['timeout'])
    db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
    try {
      return work()
    } finally {
      db.exec(`PRAGMA busy_timeout = ${before}`)
    }
  }
  return (work) => {
    if (!db.isOpen) throw closedError()
    try {
      return work()
    } catch (error) {
      if (!isBusy(error)) throw toStorageError(error)
    }
    try {
      return waiting(work)
    } catch (error) {
      throw toStorageError(error)
    }
  }
}

function closedError(): AppError {
  return new AppError('storage_unavailable', 'The database is closed.')
}

/** One place for each column of an insert. */
export function places({ columns }: { columns: readonly unknown[] }): string {
  return columns.map(() => '?').join(', ')
}
