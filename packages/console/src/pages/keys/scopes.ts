import type { ManagedKey } from '@mediagen/client'

/** What a key may be allowed, in the order in which people think of it. */
export const SCOPES: readonly { scope: ManagedKey['scopes'][number]; about: string }[] = [
  { scope: 'images:write', about: 'Create images.' },
  { scope: 'videos:write', about: 'Create videos.' },
  { scope: 'tasks:read', about: 'Read tasks, receipts and usage.' },
  { scope: 'tasks:write', about: 'Cancel and delete tasks; manage webhooks and their secret.' },
  { scope: 'admin', about: 'All of the above, plus keys and the system.' },
]

/** What most keys are for. */
export const PRESETS: readonly { name: string; scopes: ManagedKey['scopes'] }[] = [
  { name: 'App', scopes: ['images:write', 'videos:write', 'tasks:read', 'tasks:write'] },
  { name: 'Viewer', scopes: ['tasks:read'] },
  { name: 'Operator', scopes: ['admin'] },
]

/** The preset that has these scopes; '' for a choice of one's own. */
export function presetOf(scopes: ManagedKey['scopes']): string {
  const isSame = (other: ManagedKey['scopes']): boolean =>
    other.length === scopes.length && other.every((scope) => scopes.includes(scope))
  return PRESETS.find((preset) => isSame(preset.scopes))?.name ?? ''
}
