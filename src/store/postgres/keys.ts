import type { ApiKey } from '../../core/keys/api-key.ts'
import type { Keys } from '../../ports/store/keys.ts'
import { KEYS } from '../columns.ts'
import { withEntry } from './audit.ts'
import { statement, type Database, type Statement } from './database.ts'
import { arrayOf } from './unnest.ts'

const PLACES = KEYS.columns.map((_, index) => `$${index + 1}`).join(', ')

const INSERT = `INSERT INTO keys (${KEYS.names}) VALUES (${PLACES}) RETURNING id`
export const BY_HASH = statement(`SELECT ${KEYS.names} FROM keys WHERE hash = $1 OR former_hash = $1
  ORDER BY hash = $1 DESC LIMIT 1`)
const BY_ID = statement(`SELECT ${KEYS.names} FROM keys WHERE id = $1`)
const LIST = statement(`SELECT ${KEYS.names} FROM keys ORDER BY created_at, id`)
const NEWEST = statement(`SELECT ${KEYS.names} FROM keys ORDER BY created_at DESC, id DESC LIMIT $1`)
const PAGE = statement(`SELECT ${KEYS.names} FROM keys WHERE (created_at, id) < ($1, $2)
  ORDER BY created_at DESC, id DESC LIMIT $3`)
const REVOKE = 'UPDATE keys SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL RETURNING id'
const REPLACE_HASH = 'UPDATE keys SET hash = $1, hint = $2, revoked_at = NULL WHERE id = $3 RETURNING id'
const SET_SECRETS = 'UPDATE keys SET webhook_secrets = $1 WHERE id = $2 AND webhook_secrets = $3 RETURNING id'
const NOTE_USES = statement(`UPDATE keys SET last_used_at = used.at
  FROM unnest($1::text[], $2::bigint[]) AS used (id, at)
  WHERE keys.id = used.id AND (last_used_at IS NULL OR last_used_at < used.at)`)

/** API keys in PostgreSQL. */
export function postgresKeys(db: Database): Keys {
  const one = async (found: Statement, value: string): Promise<ApiKey | undefined> => {
    const [row] = await db.retrySafe(found, [value])
    return row === undefined ? undefined : KEYS.read(row)
  }
  return {
    insert: async (key, entry) => void (await withEntry(db, { text: INSERT, values: KEYS.values(key) }, entry)),
    findByHash: (hash) => one(BY_HASH, hash),
    find: (id) => one(BY_ID, id),
    list: async () => (await db.retrySafe(LIST, [])).map(KEYS.read),
    page: async (after, limit) => {
      const rows =
        after === null ? db.retrySafe(NEWEST, [limit]) : db.retrySafe(PAGE, [after.createdAt, after.id, limit])
      return (await rows).map(KEYS.read)
    },
    change: async ({ id, version }, patch, entry) => {
      const changes = KEYS.changes(patch)
      const set = changes.map(([column], index) => `${column} = $${index + 3}, `).join('')
      const text = `UPDATE keys SET ${set}version = version + 1
        WHERE id = $1 AND version = $2 AND revoked_at IS NULL RETURNING id`
      const values = [id, version, ...changes.map(([, value]) => value)]
      return (await withEntry(db, { text, values }, entry)).length === 1
    },
    revoke: async (id, at, entry) => (await withEntry(db, { text: REVOKE, values: [at, id] }, entry)).length === 1,
    replaceHash: async (id, hash, hint, entry) =>
      void (await withEntry(db, { text: REPLACE_HASH, values: [hash, hint, id] }, entry)),
    replaceWebhookSecrets: async (id, known, fresh, entry) => {
      const values = [JSON.stringify(fresh), id, JSON.stringify(known)]
      return (await withEntry(db, { text: SET_SECRETS, values }, entry)).length === 1
    },
    noteUses: async (uses) => {
      const ids = uses.map(({ id }) => id)
      const times = uses.map(({ at }) => at)
      await db.retrySafe(NOTE_USES, [arrayOf('text', ids), arrayOf('bigint', times)])
    },
  }
}
