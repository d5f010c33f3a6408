import { type Limits, shownLimit } from '../money/limits.ts'
import { showRaise } from '../projects/shown-project.ts'
import { type ApiKey, isUsable } from './api-key.ts'

/**
 * A key as operators see it, over HTTP and at the command line: everything but its value, its digests and its secrets.
 */
export function shownKey(key: ApiKey, now: number) {
  const { former, revokedAt } = key
  const state: 'revoked' | 'active' | 'expired' =
    revokedAt !== null ? 'revoked' : isUsable(key, now) ? 'active' : 'expired'
  return {
    id: key.id,
    name: key.name,
    hint: key.hint,
    state,
    scopes: key.scopes,
    models: key.models,
    created: secondsOf(key.createdAt),
    expires: orNull(key.expiresAt),
    revoked: orNull(revokedAt),
    lastUsed: orNull(key.lastUsedAt),
    formerTextUntil: former !== null && former.until > now ? secondsOf(former.until) : null,
    limits: shownLimits(key.limits),
    userLimits: key.userLimits === null ? null : shownLimits(key.userLimits),
    raise: showRaise(key.raise),
    project: key.project,
    role: key.role,
  }
}

function shownLimits({ createsPerMinute, readsPerMinute, inWork, waiting, perDayMicros, perMonthMicros }: Limits) {
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
