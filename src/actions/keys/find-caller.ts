import { type ApiKey, hashApiKey, isTextOf, isUsable } from '../../core/keys/api-key.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import type { Keys } from '../../ports/store/keys.ts'
import { rememberFound } from '../reading/remember-found.ts'

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

/** Keys that are known for a moment: see `rememberFound`. */
export function rememberKeys(keys: Keys, clock: Clock): Keys {
  const { find, changing } = rememberFound((hash) => keys.findByHash(hash), clock)
  return {
    // A use changes nothing about what a key may do.
    ...keys,
    findByHash: find,
    insert: (...given) => changing(keys.insert(...given)),
    change: (...given) => changing(keys.change(...given)),
    revoke: (...given) => changing(keys.revoke(...given)),
    replaceHash: (...given) => changing(keys.replaceHash(...given)),
    replaceWebhookSecrets: (...given) => changing(keys.replaceWebhookSecrets(...given)),
  }
}
