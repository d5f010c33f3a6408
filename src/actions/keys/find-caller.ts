import { type ApiKey, hashApiKey, isTextOf, isUsable } from '../../core/keys/api-key.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import type { Keys } from '../../ports/store/keys.ts'

type FindCallerDeps = { store: Pick<Store, 'keys'>; clock: Clock }

/** The key behind a text, if both work now. */
export async function findCaller(deps: FindCallerDeps, keyText: string): Promise<ApiKey | undefined> {
  return findCallerByHash(deps, hashApiKey(keyText))
}

/**
 * The key behind the text with this hash, if both work now. Unknown, expired and revoked look the same. Its `hash` is that of
 * the text it was found by, so that a request that stays open can be ended with its text.
 */
export async function findCallerByHash(deps: FindCallerDeps, hash: string): Promise<ApiKey | undefined> {
  const key = await deps.store.keys.findByHash(hash)
  const now = deps.clock.now()
  if (key === undefined || !isUsable(key, now) || !isTextOf(key, hash, now)) return undefined
  return key.hash === hash ? key : { ...key, hash }
}

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
    page: (...given) => keys.page(...given),
    insert: (key, entry) => changing(keys.insert(key, entry)),
    change: (key, patch, entry) => changing(keys.change(key, patch, entry)),
    revoke: (id, at, entry) => changing(keys.revoke(id, at, entry)),
    replaceHash: (id, hash, hint, entry) => changing(keys.replaceHash(id, hash, hint, entry)),
    replaceWebhookSecrets: (id, old, fresh, entry) => changing(keys.replaceWebhookSecrets(id, old, fresh, entry)),
    // A use changes nothing about what a key may do.
    noteUses: (uses) => keys.noteUses(uses),
  }
}
