import { apiKeyHint, hashApiKey, newApiKeyText, USUAL_SCOPES, type ApiKey } from '../core/api-key.ts'
import { COMMAND_LINE, type Actor } from '../core/audit.ts'
import { changedSettings, checkKeyChange, settingChanges, type KeyChange } from '../core/key-settings.ts'
import { NO_LIMITS } from '../core/limits.ts'
import { randomBase62 } from '../core/random-text.ts'
import { newWebhookSecret } from '../core/signature.ts'
import type { Clock, Random } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'

export type KeyDeps = { store: Pick<Store, 'keys'>; clock: Clock; random: Random }

export type NewKey = KeyChange & { name: string }

/** Makes a key. Its text is in the answer and nowhere else, ever again. */
export async function createKey(
  deps: KeyDeps,
  wish: NewKey,
  actor: Actor = COMMAND_LINE,
): Promise<{ key: ApiKey; text: string }> {
  checkKeyChange(wish)
  const text = newApiKeyText(deps.random.bytes)
  const key = newKeyRecord(deps, `key_${randomBase62(16, deps.random.bytes)}`, text, wish)
  const changes = settingChanges(null, key)
  await deps.store.keys.insert(key, { at: key.createdAt, actor, action: 'create', keyId: key.id, changes })
  return { key, text }
}

/** A key with this id and text, as the store keeps it. */
export function newKeyRecord(deps: KeyDeps, id: string, text: string, wish: NewKey): ApiKey {
  const usual = {
    name: '',
    scopes: [...USUAL_SCOPES],
    models: null,
    expiresAt: null,
    limits: NO_LIMITS,
    userLimits: null,
  }
  return {
    id,
    hash: hashApiKey(text),
    hint: apiKeyHint(text),
    createdAt: deps.clock.now(),
    revokedAt: null,
    ...changedSettings(usual, wish),
    former: null,
    lastUsedAt: null,
    version: 0,
    webhookSecrets: [{ secret: newWebhookSecret(deps.random.bytes), expiresAt: null }],
  }
}
