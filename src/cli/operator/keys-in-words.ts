import type { KeyDeps } from '../../actions/keys/create-key.ts'
import { readLimits, type ReadLimitsDeps } from '../../actions/keys/read-limits.ts'
import { isUsable, showable, type ApiKey } from '../../core/keys/api-key.ts'
import type { Account } from '../../core/money/account.ts'
import { usdOf } from '../../core/money/cost.ts'
import { moneyText } from '../../core/money/money-text.ts'
import { LIMIT_NAMES, type LimitName, type Limits, shownLimit } from '../../core/money/limits.ts'
import { table } from '../table.ts'

export type ShowDeps = KeyDeps & ReadLimitsDeps

/** A value for programs, on separate lines. */
export function inJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** Everything about a key that may be shown, one line each. */
export async function describeKey(deps: Pick<ShowDeps, 'store' | 'clock'>, key: ApiKey): Promise<string> {
  const now = deps.clock.now()
  const { account } = (await readLimits(deps, key, null)).key
  const former = key.former !== null && key.former.until > now ? `works until ${minuteOf(key.former.until)}` : 'none'
  return table([
    ['id', key.id],
    ['name', showable(key.name)],
    ['key', key.hint],
    ['state', stateOf(key, now)],
    ['scopes', key.scopes.join(', ')],
    ['models', key.models?.map(showable).join(', ') ?? 'all'],
    ['limits', limitsInWords(key.limits)],
    ['limits per user', limitsInWords(key.userLimits)],
    ...(key.project === null ? [] : [['project', `${key.project} (${key.role ?? 'member'})`]]),
    ['created', minuteOf(key.createdAt)],
    ['expires', key.expiresAt === null ? 'never' : minuteOf(key.expiresAt)],
    ['revoked', key.revokedAt === null ? 'no' : minuteOf(key.revokedAt)],
    ['previous key', former],
    ['last used', lastUseOf(key)],
    // Counted only for keys that have such limits.
    ['tasks now', `${account.letIn} running, ${account.parked} queued`],
    ['spent or reserved', spentInWords(account)],
  ])
}

export function spentInWords({ dayMicros, monthMicros }: Pick<Account, 'dayMicros' | 'monthMicros'>): string {
  return `${moneyText(usdOf(dayMicros))} today, ${moneyText(usdOf(monthMicros))} this month`
}

/** A time for people, in UTC. */
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
  inWork: (amount) => `${amount} running`,
  waiting: (amount) => `${amount} queued`,
  perDayMicros: (amount) => `${moneyText(amount)}/day`,
  perMonthMicros: (amount) => `${moneyText(amount)}/month`,
}

/** The limits on one line. */
export function limitsInWords(limits: Limits | null): string {
  const words = LIMIT_NAMES.flatMap((name) => {
    const amount = shownLimit(name, limits?.[name] ?? null)
    return amount === null ? [] : [IN_WORDS[name](amount)]
  })
  return words.length === 0 ? 'none' : words.join(', ')
}
