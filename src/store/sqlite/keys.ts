import type { ApiKey } from '../../core/keys/api-key.ts'
import type { AuditEntry } from '../../core/keys/audit.ts'
import type { KeyPatch, Keys } from '../../ports/store/keys.ts'
import { KEYS } from '../columns.ts'
import type { Row } from '../rows.ts'
import { auditWriter } from './audit.ts'
import { places, type Database } from './database.ts'

// Keys that are not there are not remembered, so strangers cannot fill this.
const MOST_KNOWN = 10_000

/** API keys in SQLite. One that was found is known until anything changes. */
export function sqliteKeys(db: Database): Keys {
  const insert = db.prepare(`INSERT INTO keys (${KEYS.names}) VALUES (${places(KEYS)})`)
  const byId = db.prepare('SELECT * FROM keys WHERE id = ?')
  const list = db.prepare('SELECT * FROM keys ORDER BY created_at, id')
  const newest = db.prepare('SELECT * FROM keys ORDER BY created_at DESC, id DESC LIMIT ?')
  const page = db.prepare(
    'SELECT * FROM keys WHERE (created_at, id) < (?, ?) ORDER BY created_at DESC, id DESC LIMIT ?',
  )
  const revoke = db.prepare('UPDATE keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL')
  const replaceHash = db.prepare('UPDATE keys SET hash = ?, hint = ?, revoked_at = NULL WHERE id = ?')
  const setSecrets = db.prepare('UPDATE keys SET webhook_secrets = ? WHERE id = ? AND webhook_secrets = ?')
  const noteUse = db.prepare(
    'UPDATE keys SET last_used_at = :at WHERE id = :id AND (last_used_at IS NULL OR last_used_at < :at)',
  )
  const patched = (patch: KeyPatch, { id, version }: Pick<ApiKey, 'id' | 'version'>): boolean => {
    const changes = KEYS.changes(patch)
    const set = changes.map(([column]) => `${column} = ?, `).join('')
    const update = db.prepare(`UPDATE keys SET ${set}version = version + 1
      WHERE id = ? AND version = ? AND revoked_at IS NULL`)
    return Number(update.run(...changes.map(([, value]) => value), id, version).changes) === 1
  }
  const known = knownKeys(db)
  const note = auditWriter(db)
  const change = <T>(work: () => T): Promise<T> => db.write(work).finally(known.forget)
  const audited = (entry: AuditEntry | undefined, work: () => boolean): Promise<boolean> =>
    change(() => {
      const isDone = work()
      if (isDone && entry !== undefined) note(entry)
      return isDone
    })
  return {
    insert: async (key, entry) =>
      void (await audited(entry, () => Number(insert.run(...KEYS.values(key)).changes) === 1)),
    findByHash: async (hash) => known.find(hash),
    find: async (id) => keyOf(await db.read(() => byId.get(id))),
    list: async () => (await db.read(() => list.all())).map(KEYS.read),
    page: async (after, limit) => {
      const rows = (): Row[] => (after === null ? newest.all(limit) : page.all(after.createdAt, after.id, limit))
      return (await db.read(rows)).map(KEYS.read)
    },
    change: (key, patch, entry) => audited(entry, () => patched(patch, key)),
    revoke: (id, at, entry) => audited(entry, () => Number(revoke.run(at, id).changes) === 1),
    replaceHash: async (id, hash, hint, entry) =>
      void (await audited(entry, () => Number(replaceHash.run(hash, hint, id).changes) === 1)),
    replaceWebhookSecrets: (id, old, fresh, entry) =>
      audited(entry, () => Number(setSecrets.run(JSON.stringify(fresh), id, JSON.stringify(old)).changes) === 1),
    // What is remembered stays: a use changes nothing about what a key may do, and this comes every minute.
    noteUses: (uses) =>
      db.write(() => {
        for (const { id, at } of uses) noteUse.run({ id, at })
      }),
  }
}

/** Keys that were found before, for as long as nothing changes. */
function knownKeys(db: Database): { find: (hash: string) => ApiKey | undefined; forget: () => void } {
  const byHash = db.prepare(
    'SELECT * FROM keys WHERE hash = :hash OR former_hash = :hash ORDER BY hash = :hash DESC LIMIT 1',
  )
  const remembered = new Map<string, ApiKey>()
  let rememberedAt = 0
  const find = (hash: string): ApiKey | undefined => {
    const now = db.version.thisTurn()
    if (now !== rememberedAt || remembered.size >= MOST_KNOWN) remembered.clear()
    rememberedAt = now
    // A key is not told to whoever comes with it, so its being on disk is not waited for.
    const key = remembered.get(hash) ?? keyOf(db.peek(() => byHash.get({ hash })))
    if (key !== undefined) remembered.set(hash, key)
    return key
  }
  // The version tells nothing of what this connection writes.
  return { find, forget: () => remembered.clear() }
}

function keyOf(row: Row | undefined): ApiKey | undefined {
  return row === undefined ? undefined : KEYS.read(row)
}
