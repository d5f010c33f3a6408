import type { ApiKey } from '../../core/api-key.ts'
import type { Keys } from '../../ports/store/keys.ts'
import { KEYS } from '../columns.ts'
import { places, type Database } from './database.ts'

/** API keys in SQLite. */
export function sqliteKeys(db: Database): Keys {
  const insert = db.prepare(`INSERT INTO keys (${KEYS.names}) VALUES (${places(KEYS)})`)
  const byHash = db.prepare('SELECT * FROM keys WHERE hash = ?')
  const byId = db.prepare('SELECT * FROM keys WHERE id = ?')
  const list = db.prepare('SELECT * FROM keys ORDER BY created_at, id')
  const revoke = db.prepare('UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL')
  const replaceHash = db.prepare('UPDATE keys SET hash = ?, hint = ?, revoked_at = NULL WHERE id = ?')
  const setSecrets = db.prepare('UPDATE keys SET webhook_secrets = ? WHERE id = ? AND webhook_secrets = ?')
  const one = (statement: typeof byId, value: string): ApiKey | undefined => {
    const row = db.read(() => statement.get(value))
    return row === undefined ? undefined : KEYS.read(row)
  }
  return {
    insert: (key) => db.write(() => void insert.run(...KEYS.values(key))),
    findByHash: async (hash) => one(byHash, hash),
    find: async (id) => one(byId, id),
    list: async () => db.read(() => list.all()).map(KEYS.read),
    revoke: (id, at) => db.write(() => Number(revoke.run(at, id).changes) === 1),
    replaceHash: (id, hash, hint) => db.write(() => void replaceHash.run(hash, hint, id)),
    replaceWebhookSecrets: (id, known, fresh) =>
      db.write(() => Number(setSecrets.run(JSON.stringify(fresh), id, JSON.stringify(known)).changes) === 1),
  }
}
