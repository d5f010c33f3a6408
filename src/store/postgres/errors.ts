import { DatabaseError } from 'pg'
import { AppError, Interrupted } from '../../core/errors.ts'

// Classes of SQLSTATE for a server that cannot do this now: connection, resources (disk full among them), operator's
// intervention (shutdown, statement timeout), system error, lock not available, transaction rolled back.
const UNAVAILABLE = new Set(['08', '53', '57', '58', '55', '40'])
// A standby that was not promoted yet takes no writes, and a primary that was demoted takes none any more. Nothing was done.
const READ_ONLY = '25006'
// Deadlock and its kin: the statement was undone, and may simply be made again.
const UNDONE = '40'
// The server ends the session with these: what was under way may or may not have been carried out.
const ENDED_SESSION = new Set(['57P01', '57P02', '57P03', '57P05', '25P03', '08006', '08003', '08000'])

/** The session ended before the COMMIT was sent, so nothing of the transaction was carried out. */
export class EndedBeforeCommit extends Error {}

/** Tells whether nothing was done, though the same may be done at the next try: it met another statement, or its session ended. */
export function wasUndone(error: unknown): boolean {
  return (
    error instanceof EndedBeforeCommit || (error instanceof DatabaseError && error.code?.startsWith(UNDONE) === true)
  )
}

// The driver's words where the other side closed the connection, and at the next use of it; it has no code for them.
const HUNG_UP = 'Connection terminated unexpectedly'
const NOT_QUERYABLE = 'Client has encountered a connection error and is not queryable'

/**
 * Tells whether a server that could not be reached may be there in a moment: refused, reset, hung up on, still starting. One
 * that did not answer at all, or a pool without a free connection, has cost its caller enough time already.
 */
export function mayPassSoon(error: unknown): boolean {
  if (error instanceof DatabaseError) return ENDED_SESSION.has(error.code ?? '')
  return error instanceof Error && ('syscall' in error || [HUNG_UP, NOT_QUERYABLE].includes(error.message))
}

/** Tells whether the session ended under the statement: whether that was carried out, nobody knows. */
export function endedSession(error: unknown): boolean {
  return !(error instanceof DatabaseError) || ENDED_SESSION.has(error.code ?? '')
}

/**
 * Tells whether the connections that there are lead to a server that takes no writes. Such a session may stay as it is for
 * ever, as that of a primary that was demoted, while a new one would lead to the server that took its place.
 */
export function isReadOnly(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === READ_ONLY
}

/** The name of the constraint that a row broke, if that is what happened. */
export function brokenConstraint(error: unknown): string | undefined {
  return error instanceof DatabaseError && error.code?.startsWith('23') === true ? error.constraint : undefined
}

/** Translates what the driver throws. `sent` tells whether the statement was on its way. */
export function toStorageError(error: unknown, sent: boolean): unknown {
  if (error instanceof AppError || error instanceof TypeError || error instanceof RangeError) return error
  const message = 'The database is not responding. Try again soon.'
  if (endedSession(error)) {
    return new (sent ? Interrupted : AppError)('storage_unavailable', message, { cause: error })
  }
  const code = error instanceof DatabaseError ? (error.code ?? '') : ''
  if (!UNAVAILABLE.has(code.slice(0, 2)) && !isReadOnly(error)) return error
  return new AppError('storage_unavailable', message, { cause: error })
}
