import type { ApiKey } from '../core/api-key.ts'
import type { Clock } from '../ports/runtime.ts'
import type { Keys } from '../ports/store/keys.ts'

// Revocation is to work within a second, wherever it was made; asking the store takes its part of that.
const KNOWN_MS = 500
// Only keys that are there are remembered, so strangers cannot fill this; past it all are forgotten, and found anew.
const MOST_KEYS = 10_000

type Known = { until: number; key: Promise<ApiKey | undefined> }

/**
 * Keys of a store that has to be asked over a network: one that was found is known for half a second. What changes here
 * is seen at once, what changes in another process after that time.
 */
export function rememberKeys(keys: Keys, clock: Clock): Keys {
  const known = new Map<string, Known>()

  const ask = (hash: string): Promise<ApiKey | undefined> => {
    if (known.size >= MOST_KEYS) known.clear()
    const asked: Known = { until: clock.elapsed() + KNOWN_MS, key: keys.findByHash(hash) }
    const forget = (): void => {
      if (known.get(hash) === asked) known.delete(hash)
    }
    known.set(hash, asked)
    asked.key.then((key) => key === undefined && forget(), forget)
    return asked.key
  }
  const changing = <T>(change: Promise<T>): Promise<T> => change.finally(() => known.clear())

  return {
    findByHash: (hash) => {
      const found = known.get(hash)
      return found !== undefined && clock.elapsed() < found.until ? found.key : ask(hash)
    },
    find: (id) => keys.find(id),
    list: () => keys.list(),
    page: (after, limit) => keys.page(after, limit),
    insert: (key, entry) => changing(keys.insert(key, entry)),
    change: (key, patch, entry) => changing(keys.change(key, patch, entry)),
    revoke: (id, at, entry) => changing(keys.revoke(id, at, entry)),
    replaceHash: (id, hash, hint, entry) => changing(keys.replaceHash(id, hash, hint, entry)),
    replaceWebhookSecrets: (id, old, fresh, entry) => changing(keys.replaceWebhookSecrets(id, old, fresh, entry)),
    // A use changes nothing about what a key may do.
    noteUses: (uses) => keys.noteUses(uses),
  }
}
