import type { ApiKey } from '../../core/keys/api-key.ts'
import type { Keys } from '../../ports/store/keys.ts'
import { KEYS } from '../columns.ts'
import { KEY_BY_HASH } from '../shared/keys.ts'
import type { SqliteDatabase } from './database.ts'

// Keys that are not there are not remembered, so strangers cannot fill this.
const MOST_KNOWN = 10_000

/** Keys of which one that was found is known until anything changes. */
export function knownKeys(db: SqliteDatabase, keys: Keys): Keys {
  const byHash = db.prepare(KEY_BY_HASH)
  const known = new Map<string, ApiKey>()
  let knownAt = 0
  // The version tells nothing of what this connection writes.
  const forgetting = <T>(change: Promise<T>): Promise<T> => change.finally(() => known.clear())
  const find = (hash: string): ApiKey | undefined => {
    // A key is not told to the client that sends it, so nobody waits until it is on disk.
    const row = db.peek(() => byHash.get({ hash }))
    return row === undefined ? undefined : KEYS.read(row)
  }
  return {
    ...keys,
    findByHash: async (hash) => {
      const now = db.version.thisTurn()
      if (now !== knownAt || known.size >= MOST_KNOWN) known.clear()
      knownAt = now
      const key = known.get(hash) ?? find(hash)
      if (key !== undefined) known.set(hash, key)
      return key
    },
    // A use changes nothing about what a key may do, and `noteUses` comes every minute.
    insert: (...given) => forgetting(keys.insert(...given)),
    change: (...given) => forgetting(keys.change(...given)),
    revoke: (...given) => forgetting(keys.revoke(...given)),
    replaceHash: (...given) => forgetting(keys.replaceHash(...given)),
    replaceWebhookSecrets: (...given) => forgetting(keys.replaceWebhookSecrets(...given)),
  }
}
