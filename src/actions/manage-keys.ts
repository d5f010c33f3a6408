import { apiKeyHint, hashApiKey, isUsable, newApiKeyText, SCOPES, type ApiKey, type Scope } from '../core/api-key.ts'
import { AppError } from '../core/errors.ts'
import { randomBase62 } from '../core/random-text.ts'
import { newWebhookSecret } from '../core/signature.ts'
import type { Clock, Random } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'

export type KeyDeps = { store: Store; clock: Clock; random: Random }

export type NewKey = { name: string; scopes?: readonly Scope[]; models?: readonly string[]; expiresAt?: number }

// The id of the key that the environment dictates; its text may change between starts, its tasks stay its own.
const ENVIRONMENT_KEY_ID = 'key_environment'
const ROTATION_OVERLAP_MS = 24 * 60 * 60 * 1000

/** Makes a key. Its text is in the answer and nowhere else, ever again. */
export async function createKey(deps: KeyDeps, wish: NewKey): Promise<{ key: ApiKey; text: string }> {
  const text = newApiKeyText(deps.random.bytes)
  const key = keyRecord(deps, `key_${randomBase62(16, deps.random.bytes)}`, text, wish)
  await deps.store.keys.insert(key)
  return { key, text }
}

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
      .insert(keyRecord(deps, ENVIRONMENT_KEY_ID, text, { name: 'environment' }))
      .catch(async (error) => {
        // Processes of a fleet start together, and another one may have been faster.
        if ((await deps.store.keys.find(ENVIRONMENT_KEY_ID))?.hash !== hash) throw error
      })
  } else if (known.hash !== hash || known.revokedAt !== null) {
    await deps.store.keys.replaceHash(ENVIRONMENT_KEY_ID, hash, apiKeyHint(text))
  }
}

/** The key behind a text, if it works now. Unknown, expired and revoked look the same. */
export async function findCaller(deps: { store: Store; clock: Clock }, keyText: string): Promise<ApiKey | undefined> {
  const key = await deps.store.keys.findByHash(hashApiKey(keyText))
  return key !== undefined && isUsable(key, deps.clock.now()) ? key : undefined
}

/** Revokes a key; the very next request with it is refused. */
export async function revokeKey(deps: KeyDeps, id: string): Promise<void> {
  if (await deps.store.keys.revoke(id, deps.clock.now())) return
  throw new AppError('invalid_parameter', `There is no usable key with the id '${id}'. 'keys list' shows them.`)
}

/** A fresh webhook secret; the old one signs beside it for a day, so that receivers can change over. */
export async function rotateWebhookSecret(deps: KeyDeps, { id }: ApiKey): Promise<string> {
  const secret = newWebhookSecret(deps.random.bytes)
  for (;;) {
    const key = await deps.store.keys.find(id)
    if (key === undefined) throw new AppError('invalid_api_key', 'The key is gone.')
    const now = deps.clock.now()
    const older = key.webhookSecrets
      .filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
      .map((each) => ({ ...each, expiresAt: each.expiresAt ?? now + ROTATION_OVERLAP_MS }))
    const fresh = [{ secret, expiresAt: null }, ...older]
    // Whoever rotates at the same moment is told a secret too, and it must sign: the slower one adds to what the faster left.
    if (await deps.store.keys.replaceWebhookSecrets(id, key.webhookSecrets, fresh)) return secret
  }
}

/** The secrets that sign at this moment, newest first. */
export function signingSecrets(key: ApiKey, now: number): string[] {
  return key.webhookSecrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now).map(({ secret }) => secret)
}

function keyRecord(deps: KeyDeps, id: string, text: string, wish: NewKey): ApiKey {
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
    webhookSecrets: [{ secret: newWebhookSecret(deps.random.bytes), expiresAt: null }],
  }
}
