import type { Repeats } from '../../ports/store/repeats.ts'
import { text } from '../rows.ts'
import type { Sql } from './sql.ts'

// A name goes on after a space; what follows a space in the order of bytes is an exclamation mark.
const OPEN = `SELECT key, task_id, fingerprint FROM idempotency
  WHERE key_id = :key_id AND key >= CAST(:content AS text) || ' ' AND key < CAST(:content AS text) || '!'
    AND expires_at > :now ORDER BY expires_at DESC, key LIMIT :most`
const SEE = `UPDATE idempotency SET fingerprint = :seen
  WHERE key_id = :key_id AND key = :key AND fingerprint = :known RETURNING key`
const TAKE = `UPDATE idempotency SET fingerprint = CAST(CAST(fingerprint AS bigint) - 1 AS text)
  WHERE key_id = :key_id AND key = :key AND expires_at > :now AND CAST(fingerprint AS bigint) > 0 RETURNING key`

/** Calls that may be repeated. */
export function repeatsRoom(sql: Sql): Repeats {
  const { given } = sql.dialect
  const forget = `DELETE FROM idempotency
    WHERE (key_id, key) IN (SELECT key_id, key FROM ${given(':calls', { key_id: 'text', key: 'text' })} AS calls)`
  const counts = given(':refused', { key_id: 'text', key: 'text', times: 'bigint', expires_at: 'bigint' })
  // In order, so that two processes cannot wait for each other.
  const count = `INSERT INTO idempotency (key_id, key, fingerprint, task_id, expires_at)
    SELECT key_id, key, CAST(times AS text), '', expires_at FROM ${counts} AS refused WHERE true ORDER BY key_id, key
    ON CONFLICT (key_id, key) DO UPDATE SET expires_at = excluded.expires_at, fingerprint = CAST(
      CASE WHEN idempotency.expires_at > :now THEN CAST(idempotency.fingerprint AS bigint) ELSE 0 END
        + CAST(excluded.fingerprint AS bigint) AS text)`
  return {
    listOpen: async ({ keyId, content, now, most }) =>
      (await sql.read(OPEN, { key_id: keyId, content, now, most })).map((row) => ({
        key: text(row, 'key'),
        taskId: text(row, 'task_id'),
        seen: text(row, 'fingerprint'),
      })),
    // Once: made twice, the second would find its own text and take the call for another's.
    see: async ({ keyId, key }, { from, to }) =>
      (await sql.write(SEE, { key_id: keyId, key, known: from, seen: to })).length === 1,
    note: async ({ arrived, refused }) => {
      const calls = arrived.map(({ keyId, key }) => ({ key_id: keyId, key }))
      const rows = refused.map(({ keyId, key, times, expiresAt }) => ({
        key_id: keyId,
        key,
        times,
        expires_at: expiresAt,
      }))
      const now = Math.min(...refused.map((each) => each.now))
      if (calls.length > 0) await sql.repeatableWrite(forget, { calls })
      if (rows.length > 0) await sql.write(count, { refused: rows, now })
    },
    takeRefused: async ({ keyId, key }, now) => (await sql.write(TAKE, { key_id: keyId, key, now })).length === 1,
  }
}
