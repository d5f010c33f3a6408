import { apiKeyHint, hashApiKey, isTextOf, isUsable, SCOPES } from '../core/api-key.ts'
import { ENVIRONMENT, type AuditEntry } from '../core/audit.ts'
import { AppError } from '../core/errors.ts'
import { settingChanges } from '../core/key-settings.ts'
import { newKeyRecord, type KeyDeps } from './create-key.ts'
import { ENVIRONMENT_KEY_ID } from './find-key.ts'

/** Makes the text from the environment a key with all scopes, replacing what stood there before; none means none. */
export async function acceptEnvironmentKey(deps: KeyDeps, text: string | undefined): Promise<void> {
  const now = deps.clock.now()
  const known = await deps.store.keys.find(ENVIRONMENT_KEY_ID)
  const entry: AuditEntry = {
    at: now,
    actor: ENVIRONMENT,
    action: 'environment',
    keyId: ENVIRONMENT_KEY_ID,
    changes: [],
  }
  if (text === undefined) {
    if (known !== undefined) await deps.store.keys.revoke(ENVIRONMENT_KEY_ID, now, { ...entry, action: 'revoke' })
    return
  }
  const hash = hashApiKey(text)
  const holder = await deps.store.keys.findByHash(hash)
  if (holder !== undefined && holder.id !== ENVIRONMENT_KEY_ID) {
    if (isUsable(holder, now) && isTextOf(holder, hash, now)) return
    throw new AppError(
      'invalid_api_key',
      'MEDIAGEN_API_KEY holds a key that was revoked, replaced or has expired. Set another one.',
    )
  }
  if (known === undefined) {
    const key = newKeyRecord(deps, ENVIRONMENT_KEY_ID, text, { name: 'environment', scopes: SCOPES })
    await deps.store.keys
      .insert(key, { ...entry, action: 'create', changes: settingChanges(null, key) })
      .catch(async (error) => {
        // Processes of a fleet start together, and another one may have been faster.
        if ((await deps.store.keys.find(ENVIRONMENT_KEY_ID))?.hash !== hash) throw error
      })
  } else if (known.hash !== hash || known.revokedAt !== null) {
    await deps.store.keys.replaceHash(ENVIRONMENT_KEY_ID, hash, apiKeyHint(text), entry)
  }
}
