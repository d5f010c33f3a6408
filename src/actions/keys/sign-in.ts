import { type ApiKey, hashApiKey, isUsable } from '../../core/keys/api-key.ts'
import { actingKey, type Actor } from '../../core/keys/audit.ts'
import { AppError } from '../../core/errors.ts'
import { settingChanges } from '../../core/keys/key-settings.ts'
import { type Session, sessionEnd } from '../../core/keys/session.ts'
import {
  type Identity,
  personKeyId,
  personName,
  placeOf,
  scopesOf,
  type SessionTimes,
  type SignInRules,
} from '../../core/keys/sign-in-rules.ts'
import type { Clock, Random } from '../../ports/runtime.ts'
import type { Store } from '../../ports/store.ts'
import { newKeyRecord } from './create-key.ts'

export type SignInDeps = { store: Pick<Store, 'keys' | 'sessions' | 'projects'>; clock: Clock; random: Random }

/** The actor in the audit log when somebody signs in for the first time, or with new claims. */
const SIGN_IN: Actor = { keyId: null, name: 'sign-in' }
const TOKEN_BYTES = 32

/**
 * The key of a person, with the scopes and project that their claims give them now; created at the first sign-in.
 * Scopes and project hold for this request only: the record shows those of the last sign-in.
 */
export async function findPerson(deps: SignInDeps, identity: Identity, rules: SignInRules): Promise<ApiKey> {
  const scopes = scopesOf(identity, rules)
  if (scopes === undefined)
    throw new AppError('sign_in_refused', 'You are not allowed to sign in here. Ask the operator for access.')
  const id = personKeyId(identity.person)
  const found = await deps.store.keys.find(id)
  const place = placeOf(identity, rules, { scopes, known: found ?? { project: null, role: null } })
  await checkProject(deps, place.project)
  const known = found ?? (await createPerson(deps, id, identity, { scopes, ...place }))
  if (isUsable(known, deps.clock.now())) return { ...known, scopes, ...place }
  throw new AppError('sign_in_refused', 'The operator has ended your access to this service.')
}

/** Otherwise, a role with a nonexistent project would let a person work outside all projects, at nobody's expense. */
async function checkProject({ store }: SignInDeps, project: string | null): Promise<void> {
  if (project === null || (await store.projects.find(project)) !== undefined) return
  const message =
    'Your role refers to a project that does not exist. Ask the operator to check MEDIAGEN_SIGN_IN_PROJECTS.'
  throw new AppError('sign_in_refused', message)
}

type Given = Pick<ApiKey, 'scopes' | 'project' | 'role'>

async function createPerson(
  deps: SignInDeps,
  id: string,
  { person }: Identity,
  { scopes, project, role }: Given,
): Promise<ApiKey> {
  // No value has the digest `id`: a person comes in through a session or a token of their issuer.
  const fresh = newKeyRecord(deps, id, '', { name: personName(person), scopes })
  const key = { ...fresh, project, role, hash: id, hint: 'signs in', person }
  const entry = { at: key.createdAt, actor: SIGN_IN, action: 'create', keyId: id } as const
  try {
    await deps.store.keys.insert(key, { ...entry, changes: settingChanges(null, key) })
  } catch (error) {
    // Of two concurrent requests, the other one has created it.
    const other = await deps.store.keys.find(id)
    if (other === undefined) throw error
    return other
  }
  return key
}

/** Starts a session for a person. The token is only in this answer. */
export async function signIn(
  deps: SignInDeps,
  identity: Identity,
  { rules, times }: { rules: SignInRules; times: SessionTimes },
): Promise<{ token: string; session: Session; key: ApiKey }> {
  const key = await noteClaims(deps, await findPerson(deps, identity, rules), identity)
  const token = Buffer.from(deps.random.bytes(TOKEN_BYTES)).toString('base64url')
  const now = deps.clock.now()
  const session: Session = {
    hash: hashApiKey(token),
    keyId: key.id,
    begunAt: now,
    endsAt: now + times.lastsMs,
    idleUntil: now + times.idleMs,
  }
  await deps.store.sessions.insert(session, entryOf(deps, key, 'sign in'))
  return { token, session, key }
}

/** Records what the issuer says now: name, e-mail address, scopes, project. The operator's limits and models stay. */
async function noteClaims(deps: SignInDeps, found: ApiKey, { person }: Identity): Promise<ApiKey> {
  const { id, scopes, project, role } = found
  for (;;) {
    const known = await deps.store.keys.find(id)
    if (known === undefined) return found
    const isSame = JSON.stringify(known.person) === JSON.stringify(person)
    // A name that an operator gave stays until the issuer reports a new one.
    const settings = { ...known, scopes, project, role, name: isSame ? known.name : personName(person) }
    const changes = settingChanges(known, settings)
    if (isSame && changes.length === 0) return known
    const patch = { scopes, project, role, name: settings.name, person }
    const entry = { at: deps.clock.now(), actor: SIGN_IN, action: 'edit' as const, keyId: id, changes }
    if (await deps.store.keys.change(known, patch, entry)) return { ...settings, person, version: known.version + 1 }
    if (!isUsable((await deps.store.keys.find(id)) ?? known, deps.clock.now())) return known
  }
}

// A session in constant use is written at most this often.
const EXTEND_EVERY_MS = 60_000

/**
 * The person behind a token, if the session and their key are both valid now. The result's `hash` is that of the token,
 * and it ends with the session, so that a long request ends with it too.
 */
export async function findSession(
  deps: Pick<SignInDeps, 'clock'> & { store: Pick<Store, 'sessions'> },
  hash: string,
  idleMs: number,
): Promise<ApiKey | undefined> {
  const found = await deps.store.sessions.find(hash)
  const now = deps.clock.now()
  if (found === undefined || !isUsable(found.key, now) || sessionEnd(found.session) <= now) return undefined
  const { session } = found
  const idleUntil = now + idleMs
  if (idleUntil - session.idleUntil >= EXTEND_EVERY_MS) await deps.store.sessions.extend(hash, idleUntil)
  const end = sessionEnd({ ...session, idleUntil: Math.max(idleUntil, session.idleUntil) })
  return { ...found.key, hash, expiresAt: Math.min(end, found.key.expiresAt ?? Infinity) }
}

/** Ends the session with this digest, or all sessions of its person. */
export async function signOut(
  deps: Pick<SignInDeps, 'store' | 'clock'>,
  hash: string,
  where: 'here' | 'everywhere',
): Promise<void> {
  const found = await deps.store.sessions.find(hash)
  if (found === undefined) return
  const { key } = found
  const entry = entryOf(deps, key, 'sign out')
  await (where === 'here' ? deps.store.sessions.end(hash, entry) : deps.store.sessions.endAll(key.id, entry))
}

function entryOf({ clock }: Pick<SignInDeps, 'clock'>, key: ApiKey, action: 'sign in' | 'sign out') {
  return { at: clock.now(), actor: actingKey(key), action, keyId: key.id, changes: [] }
}
