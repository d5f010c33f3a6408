import { hashApiKey, isUsable, type ApiKey } from '../core/api-key.ts'
import type { Clock } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'

/** The key behind a text, if it works now. Unknown, expired and revoked look the same. */
export async function findCaller(
  deps: { store: Pick<Store, 'keys'>; clock: Clock },
  keyText: string,
): Promise<ApiKey | undefined> {
  const key = await deps.store.keys.findByHash(hashApiKey(keyText))
  return key !== undefined && isUsable(key, deps.clock.now()) ? key : undefined
}
