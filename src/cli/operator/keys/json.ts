import { isUsable, type ApiKey } from '../../../core/keys/api-key.ts'
import { type Limits, shownLimit } from '../../../core/money/limits.ts'

/** The option that asks for it. */
export const JSON_OPTION = { json: { type: 'boolean' } } as const

/** A value for programs, on lines of its own. */
export function inJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** A key under the names that the service uses for the same over HTTP; never its text. */
export function jsonOfKey(key: ApiKey, now: number): object {
  const { former, revokedAt } = key
  return {
    id: key.id,
    name: key.name,
    hint: key.hint,
    state: revokedAt !== null ? 'revoked' : isUsable(key, now) ? 'active' : 'expired',
    scopes: key.scopes,
    models: key.models,
    created: secondsOf(key.createdAt),
    expires: secondsOf(key.expiresAt),
    revoked: secondsOf(revokedAt),
    lastUsed: secondsOf(key.lastUsedAt),
    formerTextUntil: former !== null && former.until > now ? secondsOf(former.until) : null,
    limits: jsonOfLimits(key.limits),
    userLimits: key.userLimits === null ? null : jsonOfLimits(key.userLimits),
  }
}

function jsonOfLimits({ perDayMicros, perMonthMicros, ...counts }: Limits): object {
  return {
    ...counts,
    perDayUsd: shownLimit('perDayMicros', perDayMicros),
    perMonthUsd: shownLimit('perMonthMicros', perMonthMicros),
  }
}

function secondsOf(time: number | null): number | null {
  return time === null ? null : Math.floor(time / 1000)
}
