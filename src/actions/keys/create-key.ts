import {
  type ApiKey,
  apiKeyHint,
  hashApiKey,
  isTextOf,
  isUsable,
  keyIdFor,
  newApiKeyText,
  SCOPES,
  USUAL_SCOPES,
} from '../../core/keys/api-key.ts'
import { type Actor, type AuditEntry, COMMAND_LINE, ENVIRONMENT } from '../../core/keys/audit.ts'
import { AppError } from '../../core/errors.ts'
import { changedSettings, checkKeyChange, type KeyChange, settingChanges } from '../../core/keys/key-settings.ts'
import { NO_LIMITS } from '../../core/money/limits.ts'
import { randomBase62 } from '../../core/text/random-text.ts'
import { newWebhookSecret } from '../../core/webhook.ts'
import type { Clock, Log, Random } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import type { Project } from '../../core/projects/project.ts'
import { checkPowers, checkSettings, checkWithin, type ProjectOwner } from './key-bounds.ts'

/** The id of the key from the environment. Its value may change between starts, but its tasks stay its own. */
export const ENVIRONMENT_KEY_ID = 'key_environment'

// A malformed id is not looked up: a database may not even accept it in a query.
const KEY_ID = /^\w{1,64}$/

/** The key with this id, whatever its state; only within this project, if one is named. */
export async function findKey(
  deps: { store: Pick<Store, 'keys'> },
  id: string,
  within?: Pick<Project, 'id'>,
): Promise<ApiKey> {
  const key = KEY_ID.test(id) ? await deps.store.keys.find(id) : undefined
  if (key === undefined || (within !== undefined && key.project !== within.id))
    throw new AppError('key_not_found', 'There is no key with this id. List the keys to see all ids.')
  return key
}

/** The same for changes: a revoked key stays as it was when it was revoked. */
export async function findLivingKey(
  deps: { store: Pick<Store, 'keys'> },
  id: string,
  within?: Pick<Project, 'id'>,
): Promise<ApiKey> {
  const key = await findKey(deps, id, within)
  if (key.revokedAt === null) return key
  throw new AppError('key_conflict', 'This key was revoked and cannot be changed. Create a new one.')
}

export type KeyDeps = { store: Pick<Store, 'keys' | 'projects'>; clock: Clock; random: Random }

export type NewKey = KeyChange & { name: string }

/** Who asks for a key, and the asker's idempotency key: the same one never creates a second key. */
export type KeyOrder = {
  actor?: Actor
  idempotencyKey?: string | null
  /** If the asker is the owner of a project; undefined for operators. */
  within?: ProjectOwner | undefined
}

/** Creates a key. Its value is only in this answer and is never shown again. */
export async function createKey(
  deps: KeyDeps,
  wish: NewKey,
  { actor = COMMAND_LINE, idempotencyKey = null, within }: KeyOrder = {},
): Promise<{ key: ApiKey; text: string }> {
  checkKeyChange(wish)
  if (within !== undefined) checkWithin(within.project, wish)
  const text = newApiKeyText(deps.random.bytes)
  const id = idempotencyKey === null ? randomBase62(16, deps.random.bytes) : keyIdFor(actor.keyId, idempotencyKey)
  const key = newKeyRecord(deps, `key_${id}`, text, within === undefined ? wish : { ...usualOf(within), ...wish })
  if (within !== undefined) checkPowers(key, within.owner)
  await checkSettings(deps, key, wish)
  const changes = settingChanges(null, key)
  if (idempotencyKey !== null) await refuseSecond(deps, key.id)
  try {
    await deps.store.keys.insert(key, { at: key.createdAt, actor, action: 'create', keyId: key.id, changes })
  } catch (error) {
    // Of two concurrent requests, the other one has created it.
    if (idempotencyKey !== null) await refuseSecond(deps, key.id)
    throw error
  }
  return { key, text }
}

/** What a key of a project has by default: what is usual, as far as its owner has it. */
function usualOf({ project, owner: { scopes, models, expiresAt } }: ProjectOwner): KeyChange {
  return { scopes: USUAL_SCOPES.filter((scope) => scopes.includes(scope)), models, expiresAt, project: project.id }
}

/** The value of the first key was shown once and is not stored, so a repeat cannot be answered with it. */
async function refuseSecond(deps: KeyDeps, id: string): Promise<void> {
  if ((await deps.store.keys.find(id)) === undefined) return
  const message = `This Idempotency-Key already created the key ${id}, which was shown only once. Rotate that key, or use a new Idempotency-Key.`
  throw new AppError('idempotency_conflict', message)
}

/** A key with this id and value, as the store keeps it. */
export function newKeyRecord(deps: Pick<KeyDeps, 'clock' | 'random'>, id: string, text: string, wish: NewKey): ApiKey {
  const usual = {
    name: '',
    scopes: [...USUAL_SCOPES],
    models: null,
    expiresAt: null,
    limits: NO_LIMITS,
    userLimits: null,
    raise: null,
    project: null,
    role: null,
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
    person: null,
    webhookSecrets: [{ secret: newWebhookSecret(deps.random.bytes), expiresAt: null }],
  }
}

/**
 * Makes the value from the environment a key with all scopes, and replaces the previous one. Without a value, or if it is
 * that of another key, there is no such key.
 */
export async function acceptEnvironmentKey(
  deps: KeyDeps & { log: Pick<Log, 'warn'> },
  text: string | undefined,
): Promise<void> {
  const now = deps.clock.now()
  const known = await deps.store.keys.find(ENVIRONMENT_KEY_ID)
  const entry: AuditEntry = {
    at: now,
    actor: ENVIRONMENT,
    action: 'environment',
    keyId: ENVIRONMENT_KEY_ID,
    changes: [],
  }
  const revoke = async (): Promise<void> => {
    if (known !== undefined) await deps.store.keys.revoke(ENVIRONMENT_KEY_ID, now, { ...entry, action: 'revoke' })
  }
  if (text === undefined) return revoke()
  const hash = hashApiKey(text)
  const holder = await deps.store.keys.findByHash(hash)
  if (holder !== undefined && holder.id !== ENVIRONMENT_KEY_ID) {
    if (isUsable(holder, now) && isTextOf(holder, hash, now)) {
      const lacks = SCOPES.filter((scope) => !holder.scopes.includes(scope))
      if (lacks.length > 0)
        deps.log.warn('MEDIAGEN_API_KEY names an existing key, which keeps its own scopes', {
          keyId: holder.id,
          lacks,
        })
      return revoke()
    }
    throw new AppError(
      'invalid_api_key',
      'The key in MEDIAGEN_API_KEY has expired, or was revoked or replaced. Set another one.',
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
