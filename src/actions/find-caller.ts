import { hashApiKey, isTextOf, isUsable, type ApiKey } from '../core/api-key.ts'
import type { Clock } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'

/**
 * The key behind a text, if both work now. Unknown, expired and revoked look the same. Its `hash` is that of the text it was
 * found by, so that a request that stays open can be ended with its text.
 */
export async function findCaller(
  deps: { store: Pick<Store, 'keys'>; clock: Clock },
  keyText: string,
): Promise<ApiKey | undefined> {
  const hash = hashApiKey(keyText)
  const key = await deps.store.keys.findByHash(hash)
  const now = deps.clock.now()
  if (key === undefined || !isUsable(key, now) || !isTextOf(key, hash, now)) return undefined
  return key.hash === hash ? key : { ...key, hash }
}
