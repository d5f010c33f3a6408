import type { CallName, RefusedAttempts, Repeats } from '../../ports/store/repeats.ts'
import { text } from '../rows.ts'
import { statement, type Database } from './database.ts'

// A name goes on after a space; what follows a space in the order of bytes is an exclamation mark.
const OPEN = statement(`SELECT key, task_id, fingerprint FROM idempotency
  WHERE key_id = $1 AND key >= $2::text || ' ' AND key < $2::text || '!' AND expires_at > $3
  ORDER BY expires_at DESC, key LIMIT $4`)
const SEE = statement(
  'UPDATE idempotency SET fingerprint = $4 WHERE key_id = $1 AND key = $2 AND fingerprint = $3 RETURNING key',
)
const FORGET = statement(`DELETE FROM idempotency USING unnest($1::text[], $2::text[]) AS given (key_id, key)
  WHERE idempotency.key_id = given.key_id AND idempotency.key = given.key`)
// In order, so that two processes cannot wait for each other.
const COUNT = statement(`INSERT INTO idempotency (key_id, key, fingerprint, task_id, expires_at)
  SELECT key_id, key, times::text, '', expires_at
  FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[]) AS given (key_id, key, times, expires_at)
  ORDER BY key_id, key
  ON CONFLICT (key_id, key) DO UPDATE SET expires_at = excluded.expires_at, fingerprint =
    (CASE WHEN idempotency.expires_at > $5 THEN idempotency.fingerprint::bigint ELSE 0 END
      + excluded.fingerprint::bigint)::text`)
const TAKE = statement(`UPDATE idempotency SET fingerprint = (fingerprint::bigint - 1)::text
  WHERE key_id = $1 AND key = $2 AND expires_at > $3 AND fingerprint::bigint > 0 RETURNING key`)

/** Calls that may be repeated, in PostgreSQL. */
export function postgresRepeats(db: Database): Repeats {
  return {
    listOpen: async ({ keyId, content, now, most }) =>
      (await db.retrySafe(OPEN, [keyId, content, now, most])).map((row) => ({
        key: text(row, 'key'),
        taskId: text(row, 'task_id'),
        seen: text(row, 'fingerprint'),
      })),
    // Once: made twice, the second would find its own text and take the call for another's.
    see: async ({ keyId, key }, { from, to }) => (await db.run(SEE, [keyId, key, from, to])).length === 1,
    note: async ({ arrived, refused }) => {
      if (arrived.length > 0) await db.retrySafe(FORGET, namesOf(arrived))
      if (refused.length > 0) await db.run(COUNT, countsOf(refused))
    },
    takeRefused: async ({ keyId, key }, now) => (await db.run(TAKE, [keyId, key, now])).length === 1,
  }
}

function namesOf(calls: readonly CallName[]): [string[], string[]] {
  return [calls.map(({ keyId }) => keyId), calls.map(({ key }) => key)]
}

function countsOf(refused: readonly RefusedAttempts[]): unknown[] {
  const now = Math.min(...refused.map((each) => each.now))
  return [...namesOf(refused), refused.map(({ times }) => times), refused.map(({ expiresAt }) => expiresAt), now]
}
