import { closeSync, fdatasync, openSync } from 'node:fs'

/** Brings all that was written to the log by now to the disk. */
export type SyncLog = (done: (error: Error | null) => void) => void

export type LogFile = { sync: SyncLog; close(): void }

/**
 * The file that SQLite writes its commits to, for whoever syncs it. A sync through any handle is one of the file. While a
 * connection is open the log is neither removed nor replaced, and it carries no locks that would be lost with our handle.
 */
export function logFile(databasePath: string): LogFile {
  let handle: number | undefined
  let syncing = 0
  let closed = false
  const closeIfIdle = (): void => {
    if (!closed || syncing > 0 || handle === undefined) return
    closeSync(handle)
    handle = undefined
  }
  return {
    sync(done) {
      handle ??= openSync(`${databasePath}-wal`, 'r+')
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
