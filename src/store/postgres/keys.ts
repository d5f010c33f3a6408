import type { ApiKey } from '../../core/api-key.ts'
import type { Keys } from '../../ports/store/keys.ts'
import { KEYS } from '../columns.ts'
import { statement, type Database, type Statement } from './database.ts'

const PLACES = KEYS.columns.map((_, index) => `$${index + 1}`).join(', ')

const INSERT = statement(`INSERT INTO keys (${KEYS.names}) VALUES (${PLACES})`)
const BY_HASH = statement(`SELECT ${KEYS.names} FROM keys WHERE hash = $1`)
const BY_ID = statement(`SELECT ${KEYS.names} FROM keys WHERE id = $1`)
const LIST = statement(`SELECT ${KEYS.names} FROM keys ORDER BY created_at, id`)
const REVOKE = statement('UPDATE keys SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL RETURNING id')
const REPLACE_HASH = statement('UPDATE keys SET hash = $1, hint = $2, revoked_at = NULL WHERE id = $3')
const SET_SECRETS = statement(
  'UPDATE keys SET webhook_secrets = $1 WHERE id = $2 AND webhook_secrets = $3 RETURNING id',
)

/** API keys in PostgreSQL. */
export function postgresKeys(db: Database): Keys {
  const one = async (found: Statement, value: string): Promise<ApiKey | undefined> => {
    const [row] = await db.retrySafe(found, [value])
    return row === undefined ? undefined : KEYS.read(row)
  }
  return {
    insert: async (key) => void (await db.run(INSERT, KEYS.values(key))),
    findByHash: (hash) => one(BY_HASH, hash),
    find: (id) => one(BY_ID, id),
    list: async () => (await db.retrySafe(LIST, [])).map(KEYS.read),
    revoke: async (id, at) => (await db.run(REVOKE, [at, id])).length === 1,
    replaceHash: async (id, hash, hint) => void (await db.retrySafe(REPLACE_HASH, [hash, hint, id])),
    replaceWebhookSecrets: async (id, known, fresh) =>
      (await db.run(SET_SECRETS, [JSON.stringify(fresh), id, JSON.stringify(known)])).length === 1,
  }
}
