import type { Repeats } from '../../ports/store/repeats.ts'
import { text } from '../rows.ts'
import type { Database } from './database.ts'

/** Calls that may be repeated, in SQLite. */
export function sqliteRepeats(db: Database): Repeats {
  // A name goes on after a space; what follows a space in the order of bytes is an exclamation mark.
  const open = db.prepare(`SELECT key, task_id, fingerprint FROM idempotency
    WHERE key_id = :keyId AND key >= :content || ' ' AND key < :content || '!' AND expires_at > :now
    ORDER BY expires_at DESC, key LIMIT :most`)
  const see = db.prepare(
    'UPDATE idempotency SET fingerprint = :to WHERE key_id = :keyId AND key = :key AND fingerprint = :from',
  )
  const forget = db.prepare('DELETE FROM idempotency WHERE key_id = :keyId AND key = :key')
  const count = db.prepare(`INSERT INTO idempotency (key_id, key, fingerprint, task_id, expires_at)
    VALUES (:keyId, :key, :times, '', :expiresAt)
    ON CONFLICT (key_id, key) DO UPDATE SET expires_at = excluded.expires_at,
      fingerprint = CASE WHEN expires_at > :now THEN CAST(fingerprint AS INTEGER) ELSE 0 END + :times`)
  const take = db.prepare(`UPDATE idempotency SET fingerprint = CAST(fingerprint AS INTEGER) - 1
    WHERE key_id = :keyId AND key = :key AND expires_at > :now AND CAST(fingerprint AS INTEGER) > 0`)
  return {
    listOpen: async (asked) =>
      (await db.read(() => open.all(asked))).map((row) => ({
        key: text(row, 'key'),
        taskId: text(row, 'task_id'),
        seen: text(row, 'fingerprint'),
      })),
    see: ({ keyId, key }, { from, to }) => db.write(() => Number(see.run({ keyId, key, from, to }).changes) === 1),
    note: ({ arrived, refused }) =>
      db.write(() => {
        for (const { keyId, key } of arrived) forget.run({ keyId, key })
        for (const { keyId, key, times, now, expiresAt } of refused) count.run({ keyId, key, times, now, expiresAt })
      }),
    takeRefused: ({ keyId, key }, now) => db.write(() => Number(take.run({ keyId, key, now }).changes) === 1),
  }
}
