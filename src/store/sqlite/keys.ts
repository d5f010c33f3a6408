import type { KeyStore } from '../../ports/store.ts'
import type { Database } from './database.ts'
import { keyFromRow, toJson } from '../rows.ts'

/** API keys in SQLite. */
export function sqliteKeys(db: Database): KeyStore {
  const insert = db.prepare(`INSERT INTO keys
    (id, name, hash, hint, scopes, models, created_at, expires_at, revoked_at, webhook_secrets) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const byHash = db.prepare('SELECT * FROM keys WHERE hash = ?')
  const byId = db.prepare('SELECT * FROM keys WHERE id = ?')
  const list = db.prepare('SELECT * FROM keys ORDER BY created_at, id')
  const revoke = db.prepare('UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL')
  const replaceHash = db.prepare('UPDATE keys SET hash = ?, hint = ?, revoked_at = NULL WHERE id = ?')
  const setSecrets = db.prepare('UPDATE keys SET webhook_secrets = ? WHERE id = ? AND webhook_secrets = ?')
  const one = (statement: typeof byId, value: string): ReturnType<typeof keyFromRow> | undefined => {
    const row = db.read(() => statement.get(value))
    return row === undefined ? undefined : keyFromRow(row)
  }
  return {
    insert: (key) =>
      db.write(() => {
        const { id, name, hash, hint, createdAt, expiresAt, revokedAt } = key
        const lists = [JSON.stringify(key.scopes), toJson(key.models)] as const
        insert.run(id, name, hash, hint, ...lists, createdAt, expiresAt, revokedAt, JSON.stringify(key.webhookSecrets))
      }),
    findByHash: async (hash) => one(byHash, hash),
    find: async (id) => one(byId, id),
    list: async () => db.read(() => list.all()).map(keyFromRow),
    revoke: (id, at) => db.write(() => Number(revoke.run(at, id).changes) === 1),
    replaceHash: (id, hash, hint) => db.write(() => void replaceHash.run(hash, hint, id)),
    replaceWebhookSecrets: (id, known, fresh) =>
      db.write(() => Number(setSecrets.run(JSON.stringify(fresh), id, JSON.stringify(known)).changes) === 1),
  }
}
