import { isUsable, type ApiKey } from '../../core/keys/api-key.ts'
import { type Limits, shownLimit } from '../../core/money/limits.ts'
import type { Static } from '../answer/schema.ts'
import type { KeySchema } from './key-schemas.ts'

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
