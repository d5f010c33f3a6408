import type { ApiKey } from '../../core/api-key.ts'
import type { Keys } from '../../ports/store/keys.ts'
import { KEYS } from '../columns.ts'
import type { Row } from '../rows.ts'
import { places, type Database } from './database.ts'

// Keys that are not there are not remembered, so strangers cannot fill this.
const MOST_KNOWN = 10_000

/** API keys in SQLite. One that was found is known until anything changes. */
export function sqliteKeys(db: Database): Keys {
  const insert = db.prepare(`INSERT INTO keys (${KEYS.names}) VALUES (${places(KEYS)})`)
  const byHash = db.prepare('SELECT * FROM keys WHERE hash = ?')
  const byId = db.prepare('SELECT * FROM keys WHERE id = ?')
  const list = db.prepare('SELECT * FROM keys ORDER BY created_at, id')
  const revoke = db.prepare('UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL')
  const replaceHash = db.prepare('UPDATE keys SET hash = ?, hint = ?, revoked_at = NULL WHERE id = ?')
  const setSecrets = db.prepare('UPDATE keys SET webhook_secrets = ? WHERE id = ? AND webhook_secrets = ?')
  const remembered = new Map<string, ApiKey>()
  let rememberedAt = 0
  const findByHash = (hash: string): ApiKey | undefined => {
    const now = db.version.thisTurn()
    if (now !== rememberedAt || remembered.size >= MOST_KNOWN) remembered.clear()
    rememberedAt = now
    // A key is not told to whoever comes with it, so its being on disk is not waited for.
    const key = remembered.get(hash) ?? keyOf(db.peek(() => byHash.get(hash)))
    if (key !== undefined) remembered.set(hash, key)
    return key
  }
  // The version tells nothing of what this connection writes.
  const change = <T>(work: () => T): Promise<T> => db.write(work).finally(() => remembered.clear())
  return {
    insert: (key) => change(() => void insert.run(...KEYS.values(key))),
    findByHash: async (hash) => findByHash(hash),
    find: async (id) => keyOf(await db.read(() => byId.get(id))),
    list: async () => (await db.read(() => list.all())).map(KEYS.read),
    revoke: (id, at) => change(() => Number(revoke.run(at, id).changes) === 1),
    replaceHash: (id, hash, hint) => change(() => void replaceHash.run(hash, hint, id)),
    replaceWebhookSecrets: (id, known, fresh) =>
      change(() => Number(setSecrets.run(JSON.stringify(fresh), id, JSON.stringify(known)).changes) === 1),
  }
}

function keyOf(row: Row | undefined): ApiKey | undefined {
  return row === undefined ? undefined : KEYS.read(row)
}
