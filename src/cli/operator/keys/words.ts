import { isUsable, type ApiKey } from '../../../core/keys/api-key.ts'
import { LIMIT_NAMES, type LimitName, type Limits, shownLimit } from '../../../core/money/limits.ts'

/** A time as people read it, in UTC. */
export function minuteOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

export function stateOf(key: ApiKey, now: number): string {
  if (key.revokedAt !== null) return 'revoked'
  if (!isUsable(key, now)) return 'expired'
  return key.expiresAt === null ? 'active' : `until ${new Date(key.expiresAt).toISOString().slice(0, 10)}`
}

export function lastUseOf({ lastUsedAt }: ApiKey): string {
  return lastUsedAt === null ? 'never' : minuteOf(lastUsedAt)
}

const IN_WORDS: Readonly<Record<LimitName, (amount: number) => string>> = {
  createsPerMinute: (amount) => `${amount}/min`,
  readsPerMinute: (amount) => `${amount} reads/min`,
  inWork: (amount) => `${amount} in work`,
  waiting: (amount) => `${amount} waiting`,
  perDayMicros: (amount) => `$${amount}/day`,
  perMonthMicros: (amount) => `$${amount}/month`,
}

/** The limits that there are, on one line. */
export function limitsInWords(limits: Limits | null): string {
  const words = LIMIT_NAMES.flatMap((name) => {
    const amount = shownLimit(name, limits?.[name] ?? null)
    return amount === null ? [] : [IN_WORDS[name](amount)]
  })
  return words.length === 0 ? 'none' : words.join(', ')
}
