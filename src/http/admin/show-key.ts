import { AppError } from '../../core/errors.ts'
import type { ApiKey } from '../../core/keys/api-key.ts'
import { checkExpiry, type KeyChange } from '../../core/keys/key-settings.ts'
import { shownKey } from '../../core/keys/shown-key.ts'
import { LIMIT_NAMES, limitForm, type Limits, readLimit, shownLimitName } from '../../core/money/limits.ts'
import type { Raise } from '../../core/projects/project.ts'
import type { Static } from '../answer/schema.ts'
import type { EditKeyBody, KeySchema } from './key-schemas.ts'

type Given = Static<typeof EditKeyBody>

/** The settings in a body, in our own units. The name is trimmed, as at the command line. */
export function readKeyChange(given: Given, now: number): KeyChange {
  const { name, scopes, models, expires, limits, userLimits, raise, project, role } = given
  const change: KeyChange = {}
  if (name !== undefined) change.name = name.trim()
  if (scopes !== undefined) change.scopes = scopes
  if (models !== undefined) change.models = models
  if (expires !== undefined) change.expiresAt = expires === null ? null : expires * 1000
  if (limits !== undefined) change.limits = readLimits('limits', limits)
  if (userLimits !== undefined) change.userLimits = userLimits === null ? null : readLimits('userLimits', userLimits)
  if (raise !== undefined) change.raise = readRaise(raise)
  if (project !== undefined) change.project = project
  if (role !== undefined) change.role = role
  checkExpiry(change.expiresAt, now)
  return change
}

/** A raise in our own units. */
export function readRaise(given: NonNullable<Given['raise']> | null): Raise | null {
  if (given === null) return null
  const { until, ...budgets } = given
  const { perDayMicros, perMonthMicros } = readLimits('raise', budgets)
  return {
    ...(perDayMicros === undefined || perDayMicros === null ? {} : { perDayMicros }),
    ...(perMonthMicros === undefined || perMonthMicros === null ? {} : { perMonthMicros }),
    until: until * 1000,
  }
}

/** Limits in our own units. */
export function readLimits(group: string, given: NonNullable<Given['limits']>): Partial<Limits> {
  const shown = given as Readonly<Record<string, number | null | undefined>>
  const limits: Partial<Limits> = {}
  for (const name of LIMIT_NAMES) {
    const amount = shown[shownLimitName(name)]
    if (amount === undefined) continue
    const kept = amount === null ? null : readLimit(name, amount)
    const param = `${group}.${shownLimitName(name)}`
    if (kept === undefined)
      throw new AppError('invalid_parameter', `${param} must be ${limitForm(name)}, or null.`, { param })
    limits[name] = kept
  }
  return limits
}

/** A key as operators see it. */
export function showKey(key: ApiKey, now: number): Static<typeof KeySchema> {
  return { object: 'key', ...shownKey(key, now) }
}
