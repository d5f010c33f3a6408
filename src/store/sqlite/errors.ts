import { AppError } from '../../core/errors.ts'

const SQLITE_BUSY = 5
// SQLite's primary result codes for a store that cannot take this write now: busy, locked, no memory, read-only,
// I/O error, corrupt, full, cannot open, bad locking protocol.
const UNAVAILABLE = new Set([SQLITE_BUSY, 6, 7, 8, 10, 11, 13, 14, 15])

/** Tells whether another process on the same file holds the lock. */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === SQLITE_BUSY
}

/** Translates what the driver throws. */
export function toStorageError(error: unknown): unknown {
  const code = primaryCode(error)
  if (code === undefined || !UNAVAILABLE.has(code)) return error
  return new AppError('storage_unavailable', 'The database is currently not accepting writes. Try again soon.', {
    cause: error,
  })
}

function primaryCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined
}
