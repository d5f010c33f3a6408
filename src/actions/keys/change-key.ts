import { type ApiKey, apiKeyHint, hashApiKey, newApiKeyText, type WebhookSecret } from '../../core/keys/api-key.ts'
import { actingKey, type Actor, type AuditEntry, COMMAND_LINE } from '../../core/keys/audit.ts'
import { AppError } from '../../core/errors.ts'
import { changedSettings, checkKeyChange, type KeyChange, settingChanges } from '../../core/keys/key-settings.ts'
import { newWebhookSecret } from '../../core/webhook.ts'
import type { Clock } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import type { KeyPlace } from '../../ports/store/keys.ts'
import { checkPowers, checkSettings, checkWithin, type ProjectOwner } from './key-bounds.ts'
import { ENVIRONMENT_KEY_ID, findKey, findLivingKey, type KeyDeps } from './create-key.ts'

/** A page of all keys, newest first, and whether there are more. */
export async function listKeys(
  deps: { store: Pick<Store, 'keys'> },
  { after, limit, project }: { after: KeyPlace | null; limit: number; project?: string | undefined },
): Promise<{ keys: ApiKey[]; hasMore: boolean }> {
  const found = await deps.store.keys.page(after, limit + 1, project)
  return { keys: found.slice(0, limit), hasMore: found.length > limit }
}

/** Who changes a key: the owner of a project, or an operator. */
export type KeyManager = Actor & { within?: ProjectOwner | undefined }

/** Changes the permissions and limits of a key. The change takes effect in every process within a second. */
export async function editKey(
  deps: Omit<KeyDeps, 'random'>,
  id: string,
  change: KeyChange,
  { within, ...actor }: KeyManager,
): Promise<ApiKey> {
  checkKeyChange(change)
  if (within !== undefined) checkWithin(within.project, change)
  for (;;) {
    const key = await findLivingKey(deps, id, within?.project)
    if (actor.keyId === id) refuseLockingOut(key, change)
    const settings = changedSettings(key, change)
    if (within !== undefined) checkPowers(settings, within.owner, key)
    await checkSettings(deps, settings, change)
    const changes = settingChanges(key, settings)
    if (changes.length === 0) return key
    const entry = { at: deps.clock.now(), actor, action: 'edit' as const, keyId: id, changes }
    // If somebody changed it meanwhile, both changes must apply, and the audit log must show both correctly.
    if (await deps.store.keys.change(key, settings, entry)) return { ...key, ...settings, version: key.version + 1 }
  }
}

/** Removing your own key's right to manage keys could not be undone. */
function refuseLockingOut(key: ApiKey, { scopes, expiresAt, role }: KeyChange): void {
  const endsSooner = expiresAt !== undefined && expiresAt !== null && expiresAt < (key.expiresAt ?? Infinity)
  const isOwner = key.role === 'owner'
  const keepsRights = isOwner
    ? role === undefined || role === 'owner'
    : scopes === undefined || scopes.includes('admin')
  if (!endsSooner && keepsRights) return
  const right = isOwner ? 'role of owner' : 'admin scope'
  const message =
    `You are using this key: without its ${right}, or with an earlier expiry, you could be locked out. ` +
    `Use another key with the ${right}, or ${isOwner ? 'ask an operator' : 'the command line'}.`
  throw new AppError('key_conflict', message)
}

/** Revokes a key. Requests with it are refused at once, and within half a second by the other processes of a fleet. */
export async function revokeKey(
  deps: { store: Pick<Store, 'keys'>; clock: Clock },
  id: string,
  { within, ...actor }: KeyManager = COMMAND_LINE,
): Promise<void> {
  if (actor.keyId === id) {
    const message =
      'You are using this key: revoking it could lock you out. Use another key with the admin scope, or the ' +
      'command line.'
    throw new AppError('key_conflict', message)
  }
  await findKey(deps, id, within?.project)
  const at = deps.clock.now()
  if (await deps.store.keys.revoke(id, at, { at, actor, action: 'revoke', keyId: id, changes: [] })) return
  throw new AppError('key_conflict', 'This key is already revoked.')
}

export const USUAL_OVERLAP_MS = 24 * 60 * 60 * 1000
/** If the old value still works longer than this, the key has not really been replaced. */
export const MOST_OVERLAP_MS = 90 * USUAL_OVERLAP_MS

type Rotation = { overlapMs: number; actor: KeyManager }

/**
 * Gives a key a new value; everything else stays. The previous value works until the overlap ends, and the one before
 * that stops at once: two are enough for a changeover, and each further one could leak.
 */
export async function rotateKey(
  deps: KeyDeps,
  id: string,
  { overlapMs, actor: { within, ...actor } }: Rotation,
): Promise<{ key: ApiKey; text: string }> {
  if (id === ENVIRONMENT_KEY_ID)
    throw new AppError(
      'key_conflict',
      'This key comes from MEDIAGEN_API_KEY. Change it there, then restart the service.',
    )
  if (overlapMs === 0 && actor.keyId === id) throw lostAnswer()
  const text = newApiKeyText(deps.random.bytes)
  for (;;) {
    const key = await findLivingKey(deps, id, within?.project)
    if (key.person !== null)
      throw new AppError(
        'key_conflict',
        'This is a person who signs in, so there is no key to rotate. To lock the person out, revoke the entry.',
      )
    // With the value, the owner gets all that the key may do.
    if (within !== undefined) checkPowers(key, within.owner)
    const now = deps.clock.now()
    const former = overlapMs === 0 ? null : { hash: key.hash, until: now + overlapMs }
    const fresh = { hash: hashApiKey(text), hint: apiKeyHint(text), former }
    const changes = [
      { field: 'hint', from: key.hint, to: fresh.hint },
      { field: 'formerTextUntil', from: secondsOf(key.former?.until), to: secondsOf(former?.until) },
    ]
    const entry = { at: now, actor, action: 'rotate' as const, keyId: id, changes }
    if (await deps.store.keys.change(key, fresh, entry))
      return { key: { ...key, ...fresh, version: key.version + 1 }, text }
  }
}

function secondsOf(time: number | undefined): number | null {
  return time === undefined ? null : Math.floor(time / 1000)
}

function lostAnswer(): AppError {
  const message =
    'You are using this key: if the response gets lost, you are locked out. Set an overlap, or use another ' +
    'key with the admin scope, or the command line.'
  return new AppError('key_conflict', message)
}

const ROTATION_OVERLAP_MS = 24 * 60 * 60 * 1000

// Each webhook has one signature per secret, all in one header: more than a few are of no use.
const MOST_LIVE = 5

/** Creates a new webhook secret. The old one also signs for a day, so that receivers have time to change. */
export async function rotateWebhookSecret(deps: KeyDeps, of: ApiKey, actor: Actor = actingKey(of)): Promise<string> {
  const { id } = of
  const secret = newWebhookSecret(deps.random.bytes)
  for (;;) {
    const key = await deps.store.keys.find(id)
    if (key === undefined) throw new AppError('invalid_api_key', 'The key no longer exists.')
    const now = deps.clock.now()
    const live = key.webhookSecrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now)
    if (live.length === MOST_LIVE) throw tooOften(live, now)
    // A key may have more from before this limit existed: the newest stay.
    const older = live
      .slice(0, MOST_LIVE - 1)
      .map((each) => ({ ...each, expiresAt: each.expiresAt ?? now + ROTATION_OVERLAP_MS }))
    const fresh = [{ secret, expiresAt: null }, ...older]
    const entry: AuditEntry = { at: now, actor, action: 'rotate webhook secret', keyId: id, changes: [] }
    // A concurrent rotation also returned a secret, which must sign: the slower one adds to the result of the faster
    // one.
    if (await deps.store.keys.replaceWebhookSecrets(id, key.webhookSecrets, fresh, entry)) return secret
  }
}

function tooOften(live: readonly WebhookSecret[], now: number): AppError {
  const next = Math.min(...live.map(({ expiresAt }) => expiresAt ?? Infinity))
  const retryAfterSeconds = Math.ceil((next - now) / 1000)
  const message =
    `This key already has the maximum of ${MOST_LIVE} active webhook secrets. Use the newest one. ` +
    `Each older secret ends 24 hours after it was replaced, the next in ${Math.ceil(retryAfterSeconds / 60)} minutes.`
  return new AppError('rate_limit_exceeded', message, { retryAfterSeconds })
}
