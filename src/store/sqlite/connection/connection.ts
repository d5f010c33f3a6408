import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { isBusy, toStorageError } from '../errors.ts'

// Opening may wait for another process that brings the schema up to date.
const OPEN_TIMEOUT_MS = 5_000
const OPEN_PAUSE_MS = 20
const OPEN_TRIES = 50

/** Opens the file, creating it where it is missing, and hands it to `prepareSchema` before anyone else. */
export function openConnection(path: string, prepareSchema: (db: DatabaseSync) => void): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: OPEN_TIMEOUT_MS, enableForeignKeyConstraints: true })
  try {
    patiently(() => {
      // FULL: an acknowledged commit survives a power cut. Shared commits make it nearly free. On macOS fsync leaves bytes
      // in the drive's own cache, and only the full one does not; other systems take no notice of the two.
      db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
      db.exec('PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;')
      prepareSchema(db)
    })
    return db
  } catch (error) {
    db.close()
    throw toStorageError(error)
  }
}

/** Opens a file that stays as it is, with what lies beside it. */
export function openToLook(path: string): DatabaseSync {
  const url = pathToFileURL(path)
  // Without a log, all is in the file. A reader would otherwise create the log, which only a writer removes.
  if (!existsSync(`${path}-wal`)) url.searchParams.set('immutable', '1')
  return new DatabaseSync(url, { readOnly: true, timeout: OPEN_TIMEOUT_MS })
}

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
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, OPEN_PAUSE_MS)
    }
  }
}
