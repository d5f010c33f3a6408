import { type ApiKey, hashApiKey, isTextOf, isUsable } from '../../core/keys/api-key.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import type { Keys } from '../../ports/store/keys.ts'
import { rememberFound } from '../reading/remember-found.ts'

type FindCallerDeps = { store: Pick<Store, 'keys'>; clock: Clock }

/** The key with this value, if both are valid now. */
export async function findCaller(deps: FindCallerDeps, keyText: string): Promise<ApiKey | undefined> {
  return findCallerByHash(deps, hashApiKey(keyText))
}

/**
 * The key whose value has this hash, if both are valid now. Unknown, expired and revoked keys look the same. The
 * result's `hash` is the one that was looked up, so that a long request can end when that value does.
 */
export async function findCallerByHash(deps: FindCallerDeps, hash: string): Promise<ApiKey | undefined> {
  const key = await deps.store.keys.findByHash(hash)
  const now = deps.clock.now()
  if (key === undefined || !isUsable(key, now) || !isTextOf(key, hash, now)) return undefined
  return key.hash === hash ? key : { ...key, hash }
}

/** Keys that are cached for a moment: see `rememberFound`. */
export function rememberKeys(keys: Keys, clock: Clock): Keys {
  const { find, changing } = rememberFound((hash) => keys.findByHash(hash), clock)
  return {
    // Its use does not change what a key may do.
    ...keys,
    findByHash: find,
    insert: (...given) => changing(keys.insert(...given)),
    change: (...given) => changing(keys.change(...given)),
    revoke: (...given) => changing(keys.revoke(...given)),
    replaceHash: (...given) => changing(keys.replaceHash(...given)),
    replaceWebhookSecrets: (...given) => changing(keys.replaceWebhookSecrets(...given)),
  }
}
