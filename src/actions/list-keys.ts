import type { ApiKey } from '../core/api-key.ts'
import type { Store } from '../ports/store.ts'
import type { KeyPlace } from '../ports/store/keys.ts'

/** A page of all keys, newest first, and whether there are more. */
export async function listKeys(
  deps: { store: Pick<Store, 'keys'> },
  { after, limit }: { after: KeyPlace | null; limit: number },
): Promise<{ keys: ApiKey[]; hasMore: boolean }> {
  const found = await deps.store.keys.page(after, limit + 1)
  return { keys: found.slice(0, limit), hasMore: found.length > limit }
}
