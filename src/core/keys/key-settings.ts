import { isShowable, type ApiKey, type Scope } from './api-key.ts'
import type { AuditChange, AuditValue } from './audit.ts'
import { AppError } from '../errors.ts'
import { shownRaise } from '../projects/project-settings.ts'
import type { ProjectRole, Raise } from '../projects/project.ts'
import { LIMIT_NAMES, type Limits, NO_LIMITS, shownLimit, shownLimitName } from '../money/limits.ts'

/** What an operator decides about a key. Absent settings stay unchanged. */
export type KeyChange = {
  name?: string
  scopes?: readonly Scope[]
  /** Null means all. */
  models?: readonly string[] | null
  expiresAt?: number | null
  limits?: Partial<Limits>
  /** Null: end users are not told apart. */
  userLimits?: Partial<Limits> | null
  raise?: Raise | null
  /** Its id; null removes the key from its project. */
  project?: string | null
  /** Its role there. */
  role?: ProjectRole
}

export type KeySettings = Pick<
  ApiKey,
  'name' | 'scopes' | 'models' | 'expiresAt' | 'limits' | 'userLimits' | 'raise' | 'project' | 'role'
>

const MOST_NAME_CHARACTERS = 100
const MOST_MODEL_CHARACTERS = 200
/** Enough for every catalogue; an endless list would be read with every request of the key. */
const MOST_MODELS = 200

/** Refuses an invalid setting, and names it. */
export function checkKeyChange({ name, scopes, models }: KeyChange): void {
  if (name !== undefined) checkName(name)
  if (scopes?.length === 0) throw refused('scopes', 'A key requires at least one scope.')
  if (models === undefined || models === null) return
  if (models.length === 0) throw refused('models', 'Specify at least one model, or allow all models.')
  if (models.length > MOST_MODELS)
    throw refused('models', `Specify at most ${MOST_MODELS} models, or allow all models.`)
  const odd = models.find((model) => model === '' || model.length > MOST_MODEL_CHARACTERS || !isShowable(model))
  if (odd !== undefined)
    throw refused('models', `A model name must have 1 to ${MOST_MODEL_CHARACTERS} characters on one line.`)
}

/** Refuses a time in the past: a key that must end now is revoked. */
export function checkExpiry(expiresAt: number | null | undefined, now: number): void {
  if (expiresAt !== undefined && expiresAt !== null && expiresAt <= now)
    throw refused('expires', 'This time is in the past. Set a future time, or revoke the key to disable it now.')
}

/** Refuses a combination that a change would cause and that makes no sense. */
export function checkPlace({ scopes, project }: KeySettings, change: KeyChange): void {
  if (project === null && change.role !== undefined)
    throw refused('role', 'A role requires a project, and this key has none. Set a project too.')
  if (project !== null && scopes.includes('admin'))
    throw refused('project', 'A key with the admin scope cannot belong to a project.')
}

/** The settings of the key after the change. */
export function changedSettings(key: KeySettings, change: KeyChange): KeySettings {
  const { name, scopes, models, expiresAt } = change
  return {
    name: name ?? key.name,
    scopes: scopes === undefined ? key.scopes : [...new Set(scopes)],
    models: models === undefined ? key.models : models === null ? null : [...new Set(models)],
    expiresAt: expiresAt === undefined ? key.expiresAt : expiresAt,
    limits: { ...key.limits, ...change.limits },
    userLimits: changedUserLimits(key.userLimits, change.userLimits),
    raise: change.raise === undefined ? key.raise : change.raise,
    ...changedPlace(key, change),
  }
}

/** A key that joins a project without a role becomes a member. */
function changedPlace(key: KeySettings, change: KeyChange): Pick<KeySettings, 'project' | 'role'> {
  const project = change.project === undefined ? key.project : change.project
  if (project === null) return { project, role: null }
  const known = project === key.project ? key.role : null
  return { project, role: change.role ?? known ?? 'member' }
}

/**
 * Every setting that differs, by the name and in the form that operators see. Null is a key that does not exist yet.
 */
export function settingChanges(before: KeySettings | null, after: KeySettings): AuditChange[] {
  const then: Record<string, AuditValue> = before === null ? {} : shownSettings(before)
  return Object.entries(shownSettings(after)).flatMap(([field, to]) => {
    const from = then[field] ?? null
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ field, from, to }]
  })
}

function shownSettings({
  name,
  scopes,
  models,
  expiresAt,
  limits,
  userLimits,
  raise,
  project,
  role,
}: KeySettings): Record<string, AuditValue> {
  const expires = expiresAt === null ? null : Math.floor(expiresAt / 1000)
  const place = { project, role, ...shownRaise(raise) }
  const both = { ...shownLimits('limits', limits), ...shownLimits('userLimits', userLimits) }
  return { name, scopes, models, expires, ...place, ...both }
}

function shownLimits(group: string, limits: Limits | null): Record<string, number | null> {
  const shown = LIMIT_NAMES.map((name) => [
    `${group}.${shownLimitName(name)}`,
    shownLimit(name, limits?.[name] ?? null),
  ])
  return Object.fromEntries(shown) as Record<string, number | null>
}

/** If no limit is left, there are none: end users are no longer told apart. */
function changedUserLimits(known: Limits | null, change: Partial<Limits> | null | undefined): Limits | null {
  if (change === undefined) return known
  if (change === null) return null
  const changed = { ...NO_LIMITS, ...known, ...change }
  return LIMIT_NAMES.every((name) => changed[name] === null) ? null : changed
}

function checkName(name: string): void {
  if (name.trim() === '' || name.length > MOST_NAME_CHARACTERS)
    throw refused('name', `Give the key a name of at most ${MOST_NAME_CHARACTERS} characters.`)
  if (!isShowable(name)) throw refused('name', 'A key name must not contain line breaks or other control characters.')
}

function refused(param: string, message: string): AppError {
  return new AppError('invalid_parameter', message, { param })
}
