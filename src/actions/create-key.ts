import { apiKeyHint, hashApiKey, keyIdFor, newApiKeyText, USUAL_SCOPES, type ApiKey } from '../core/api-key.ts'
import { COMMAND_LINE, type Actor } from '../core/audit.ts'
import { AppError } from '../core/errors.ts'
import { changedSettings, checkKeyChange, settingChanges, type KeyChange } from '../core/key-settings.ts'
import { NO_LIMITS } from '../core/limits.ts'
import { randomBase62 } from '../core/random-text.ts'
import { newWebhookSecret } from '../core/signature.ts'
import type { Clock, Random } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'

export type KeyDeps = { store: Pick<Store, 'keys'>; clock: Clock; random: Random }

export type NewKey = KeyChange & { name: string }

/** Who asks for a key, and the asker's own name for the request: the same name never makes a second key. */
export type KeyOrder = { actor?: Actor; idempotencyKey?: string | null }

/** Makes a key. Its text is in the answer and nowhere else, ever again. */
export async function createKey(
  deps: KeyDeps,
  wish: NewKey,
  { actor = COMMAND_LINE, idempotencyKey = null }: KeyOrder = {},
): Promise<{ key: ApiKey; text: string }> {
  checkKeyChange(wish)
  const text = newApiKeyText(deps.random.bytes)
  const id = idempotencyKey === null ? randomBase62(16, deps.random.bytes) : keyIdFor(actor.keyId, idempotencyKey)
  const key = newKeyRecord(deps, `key_${id}`, text, wish)
  const changes = settingChanges(null, key)
  if (idempotencyKey !== null) await refuseSecond(deps, key.id)
  try {
    await deps.store.keys.insert(key, { at: key.createdAt, actor, action: 'create', keyId: key.id, changes })
  } catch (error) {
    // Two at once: one of them has made it.
    if (idempotencyKey !== null) await refuseSecond(deps, key.id)
    throw error
  }
  return { key, text }
}

/** The text of the first was shown once and is nowhere kept, so there is nothing to answer a repeat with. */
async function refuseSecond(deps: KeyDeps, id: string): Promise<void> {
  if ((await deps.store.keys.find(id)) === undefined) return
  const message = `This Idempotency-Key has made the key ${id}, whose text was shown once. Rotate that key for another text, or use a fresh Idempotency-Key.`
  throw new AppError('idempotency_conflict', message)
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
