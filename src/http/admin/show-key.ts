import { AppError } from '../../core/errors.ts'
import { type ApiKey, isUsable } from '../../core/keys/api-key.ts'
import { checkExpiry, type KeyChange } from '../../core/keys/key-settings.ts'
import { LIMIT_NAMES, limitForm, type Limits, readLimit, shownLimit, shownLimitName } from '../../core/money/limits.ts'
import type { Static } from '../answer/schema.ts'
import type { EditKeyBody, KeySchema } from './key-schemas.ts'

type Given = Static<typeof EditKeyBody>

/** What a body says, in our own units. The name is trimmed, as at the command line. */
export function readKeyChange({ name, scopes, models, expires, limits, userLimits }: Given, now: number): KeyChange {
  const change: KeyChange = {}
  if (name !== undefined) change.name = name.trim()
  if (scopes !== undefined) change.scopes = scopes
  if (models !== undefined) change.models = models
  if (expires !== undefined) change.expiresAt = expires === null ? null : expires * 1000
  if (limits !== undefined) change.limits = readLimits('limits', limits)
  if (userLimits !== undefined) change.userLimits = userLimits === null ? null : readLimits('userLimits', userLimits)
  checkExpiry(change.expiresAt, now)
  return change
}

function readLimits(group: string, given: NonNullable<Given['limits']>): Partial<Limits> {
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

/** A key as operators see it: all of it but its text, its digests and its secrets. */
export function showKey(key: ApiKey, now: number): Static<typeof KeySchema> {
  const { former, revokedAt } = key
  return {
    object: 'key',
    id: key.id,
    name: key.name,
    hint: key.hint,
    state: revokedAt !== null ? 'revoked' : isUsable(key, now) ? 'active' : 'expired',
    scopes: key.scopes,
    models: key.models,
    created: secondsOf(key.createdAt),
    expires: orNull(key.expiresAt),
    revoked: orNull(revokedAt),
    lastUsed: orNull(key.lastUsedAt),
    formerTextUntil: former !== null && former.until > now ? secondsOf(former.until) : null,
    limits: showLimits(key.limits),
    userLimits: key.userLimits === null ? null : showLimits(key.userLimits),
  }
}

function showLimits(limits: Limits): Static<typeof KeySchema>['limits'] {
  const { createsPerMinute, readsPerMinute, inWork, waiting, perDayMicros, perMonthMicros } = limits
  return {
    createsPerMinute,
    readsPerMinute,
    inWork,
    waiting,
    perDayUsd: shownLimit('perDayMicros', perDayMicros),
    perMonthUsd: shownLimit('perMonthMicros', perMonthMicros),
  }
}

function orNull(time: number | null): number | null {
  return time === null ? null : secondsOf(time)
}

function secondsOf(time: number): number {
  return Math.floor(time / 1000)
}
