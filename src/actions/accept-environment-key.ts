import { apiKeyHint, hashApiKey, isUsable } from '../core/api-key.ts'
import { AppError } from '../core/errors.ts'
import { newKeyRecord, type KeyDeps } from './create-key.ts'

// The id of the key that the environment dictates; its text may change between starts, its tasks stay its own.
const ENVIRONMENT_KEY_ID = 'key_environment'

/** Makes the text from the environment a key with all scopes, replacing what stood there before; none means none. */
export async function acceptEnvironmentKey(deps: KeyDeps, text: string | undefined): Promise<void> {
  const known = await deps.store.keys.find(ENVIRONMENT_KEY_ID)
  if (text === undefined) {
    if (known !== undefined) await deps.store.keys.revoke(ENVIRONMENT_KEY_ID, deps.clock.now())
    return
  }
  const hash = hashApiKey(text)
  const holder = await deps.store.keys.findByHash(hash)
  if (holder !== undefined && holder.id !== ENVIRONMENT_KEY_ID) {
    if (isUsable(holder, deps.clock.now())) return
    throw new AppError(
      'invalid_api_key',
      'MEDIAGEN_API_KEY holds a key that was revoked or has expired. Set another one.',
    )
  }
  if (known === undefined) {
    await deps.store.keys
      .insert(newKeyRecord(deps, ENVIRONMENT_KEY_ID, text, { name: 'environment' }))
      .catch(async (error) => {
        // Processes of a fleet start together, and another one may have been faster.
        if ((await deps.store.keys.find(ENVIRONMENT_KEY_ID))?.hash !== hash) throw error
      })
  } else if (known.hash !== hash || known.revokedAt !== null) {
    await deps.store.keys.replaceHash(ENVIRONMENT_KEY_ID, hash, apiKeyHint(text))
  }
}
