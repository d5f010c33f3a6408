import { apiKeyHint, hashApiKey, isShowable, newApiKeyText, SCOPES, type ApiKey, type Scope } from '../core/api-key.ts'
import { AppError } from '../core/errors.ts'
import { NO_LIMITS, type Limits } from '../core/limits.ts'
import { randomBase62 } from '../core/random-text.ts'
import { newWebhookSecret } from '../core/signature.ts'
import type { Clock, Random } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'

export type KeyDeps = { store: Pick<Store, 'keys'>; clock: Clock; random: Random }

export type NewKey = {
  name: string
  scopes?: readonly Scope[]
  models?: readonly string[]
  expiresAt?: number
  limits?: Partial<Limits>
  userLimits?: Partial<Limits>
}

/** Makes a key. Its text is in the answer and nowhere else, ever again. */
export async function createKey(deps: KeyDeps, wish: NewKey): Promise<{ key: ApiKey; text: string }> {
  if (!isShowable(wish.name)) {
    const message = 'The name of a key must not hold line breaks or other control characters.'
    throw new AppError('invalid_parameter', message, { param: 'name' })
  }
  const text = newApiKeyText(deps.random.bytes)
  const key = newKeyRecord(deps, `key_${randomBase62(16, deps.random.bytes)}`, text, wish)
  await deps.store.keys.insert(key)
  return { key, text }
}

/** A key with this id and text, as the store keeps it. */
export function newKeyRecord(deps: KeyDeps, id: string, text: string, wish: NewKey): ApiKey {
  return {
    id,
    name: wish.name,
    hash: hashApiKey(text),
    hint: apiKeyHint(text),
    scopes: [...(wish.scopes ?? SCOPES)],
    models: wish.models === undefined ? null : [...wish.models],
    createdAt: deps.clock.now(),
    expiresAt: wish.expiresAt ?? null,
    revokedAt: null,
    limits: { ...NO_LIMITS, ...wish.limits },
    userLimits: wish.userLimits === undefined ? null : { ...NO_LIMITS, ...wish.userLimits },
    webhookSecrets: [{ secret: newWebhookSecret(deps.random.bytes), expiresAt: null }],
  }
}
