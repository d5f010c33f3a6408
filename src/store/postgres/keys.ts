import type { ApiKey } from '../../core/api-key.ts'
import type { KeyStore } from '../../ports/store.ts'
import { statement, type Database, type Statement } from './database.ts'
import { keyFromRow, toJson } from '../rows.ts'

const COLUMNS = 'id, name, hash, hint, scopes, models, created_at, expires_at, revoked_at, webhook_secrets'

const INSERT = statement(`INSERT INTO keys (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`)
const BY_HASH = statement(`SELECT ${COLUMNS} FROM keys WHERE hash = $1`)
const BY_ID = statement(`SELECT ${COLUMNS} FROM keys WHERE id = $1`)
const LIST = statement(`SELECT ${COLUMNS} FROM keys ORDER BY created_at, id`)
const REVOKE = statement('UPDATE keys SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL RETURNING id')
const REPLACE_HASH = statement('UPDATE keys SET hash = $1, hint = $2, revoked_at = NULL WHERE id = $3')
const SET_SECRETS = statement(
  'UPDATE keys SET webhook_secrets = $1 WHERE id = $2 AND webhook_secrets = $3 RETURNING id',
)

/** API keys in PostgreSQL. */
export function postgresKeys(db: Database): KeyStore {
  const one = async (found: Statement, value: string): Promise<ApiKey | undefined> => {
    const [row] = await db.again(found, [value])
    return row === undefined ? undefined : keyFromRow(row)
  }
  return {
    insert: async (key) => {
      const { id, name, hash, hint, createdAt, expiresAt, revokedAt } = key
      const lists = [JSON.stringify(key.scopes), toJson(key.models)]
      const secrets = JSON.stringify(key.webhookSecrets)
      await db.run(INSERT, [id, name, hash, hint, ...lists, createdAt, expiresAt, revokedAt, secrets])
    },
    findByHash: (hash) => one(BY_HASH, hash),
    find: (id) => one(BY_ID, id),
    list: async () => (await db.again(LIST, [])).map(keyFromRow),
    revoke: async (id, at) => (await db.run(REVOKE, [at, id])).length === 1,
    replaceHash: async (id, hash, hint) => void (await db.again(REPLACE_HASH, [hash, hint, id])),
    replaceWebhookSecrets: async (id, known, fresh) =>
      (await db.run(SET_SECRETS, [JSON.stringify(fresh), id, JSON.stringify(known)])).length === 1,
  }
}
