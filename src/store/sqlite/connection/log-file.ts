import { closeSync, fdatasync, openSync } from 'node:fs'

/** Brings all that was written to the log by now to the disk. */
export type SyncLog = (done: (error: Error | null) => void) => void

export type LogFile = { sync: SyncLog; close(): void }

/**
 * The file that SQLite writes its commits to, for the sync. A sync through any handle is one of the file. While a
 * connection is open the log is neither removed nor replaced, and it carries no locks that would be lost with our handle. It
 * is opened with the database: a process that has run out of handles later can still bring to the disk what it wrote.
 */
export function logFile(databasePath: string): LogFile {
  let handle: number | undefined = openSync(`${databasePath}-wal`, 'r+')
  let syncing = 0
  let closed = false
  const closeIfIdle = (): void => {
    if (!closed || syncing > 0 || handle === undefined) return
    closeSync(handle)
    handle = undefined
  }
  return {
    sync(done) {
      if (handle === undefined) throw new Error('the log is closed')
      syncing++
      fdatasync(handle, (error) => {
        syncing--
        closeIfIdle()
        done(error)
      })
    },
    close() {
      closed = true
      closeIfIdle()
    },
  }
}
