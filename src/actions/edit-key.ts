import type { ApiKey } from '../core/api-key.ts'
import type { Actor } from '../core/audit.ts'
import { AppError } from '../core/errors.ts'
import { changedSettings, checkKeyChange, settingChanges, type KeyChange } from '../core/key-settings.ts'
import type { KeyDeps } from './create-key.ts'
import { findLivingKey } from './find-key.ts'

/** Changes what a key may do and use. Every process goes by it within a second. */
export async function editKey(
  deps: Omit<KeyDeps, 'random'>,
  id: string,
  change: KeyChange,
  actor: Actor,
): Promise<ApiKey> {
  checkKeyChange(change)
  for (;;) {
    const key = await findLivingKey(deps, id)
    if (actor.keyId === id) refuseLockingOut(key, change)
    const settings = changedSettings(key, change)
    const changes = settingChanges(key, settings)
    if (changes.length === 0) return key
    const entry = { at: deps.clock.now(), actor, action: 'edit' as const, keyId: id, changes }
    // Somebody who changed it meanwhile must find both changes made, and both on record as they were.
    if (await deps.store.keys.change(key, settings, entry)) return { ...key, ...settings, version: key.version + 1 }
  }
}

/** Whoever takes away its own key's right to manage keys could not give it back. */
function refuseLockingOut(key: ApiKey, { scopes, expiresAt }: KeyChange): void {
  const endsSooner = expiresAt !== undefined && expiresAt !== null && expiresAt < (key.expiresAt ?? Infinity)
  if (!endsSooner && (scopes === undefined || scopes.includes('admin'))) return
  const message =
    'This is the key that you call with: taking its admin scope away, or letting it expire sooner, could lock you out. ' +
    'Use another key with the admin scope, or the command line.'
  throw new AppError('key_conflict', message)
}
