import { AppError } from '../errors.ts'

/**
 * What a failed read of a file on this machine means: the operating system, such as one without free descriptors, may
 * allow the next one, so the storage is out. A file that is missing stays an error: no waiting brings it back.
 */
export function unreadFile(error: unknown): unknown {
  const isSystem = error instanceof Error && 'syscall' in error && 'code' in error && !isMissing(error.code)
  return isSystem
    ? new AppError('storage_unavailable', 'The file storage currently cannot be read.', { cause: error })
    : error
}

/** Also where a file is in the place of its folder. */
function isMissing(code: unknown): boolean {
  return code === 'ENOENT' || code === 'ENOTDIR'
}
