import type { ManagedKey } from '@mediagen/client'

/** What a key may be allowed, in the order in which people think of it. */
export const SCOPES: readonly { scope: ManagedKey['scopes'][number]; about: string }[] = [
  { scope: 'images:write', about: 'Make images.' },
  { scope: 'videos:write', about: 'Make videos.' },
  { scope: 'tasks:read', about: 'Lists, receipts, polling, usage.' },
  { scope: 'tasks:write', about: 'Cancel, delete, webhooks and their secret.' },
  { scope: 'admin', about: 'All of the above, keys and the system.' },
]
