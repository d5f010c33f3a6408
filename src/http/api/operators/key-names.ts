import type { ServerParts } from '../../server-parts.ts'

/** What a key is called, for whoever reads a page of tasks. */
export function keyNames({ store }: Pick<ServerParts, 'store'>): (id: string) => Promise<{ id: string; name: string }> {
  return async (id) => ({ id, name: (await store.keys.find(id))?.name ?? '' })
}
