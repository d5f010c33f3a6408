import { SCOPES, type Scope } from '../../../core/keys/api-key.ts'
import { AppError } from '../../../core/errors.ts'
import { checkKeyChange, type KeyChange } from '../../../core/keys/key-settings.ts'
import { limitForm, type LimitName, type Limits, readLimit } from '../../../core/money/limits.ts'
import { UsageError } from '../../usage-error.ts'
import { splitWords } from './arguments.ts'
import { readExpiry } from './read-time.ts'

/** How each limit is written; with `user-` before it, it is that of each end user. */
const LIMIT_OPTIONS = {
  rpm: 'createsPerMinute',
  reads: 'readsPerMinute',
  'in-work': 'inWork',
  waiting: 'waiting',
  'per-day': 'perDayMicros',
  'per-month': 'perMonthMicros',
} as const satisfies Record<string, LimitName>

const text = { type: 'string' } as const

/** Everything that can be set when a key is made, and changed later. */
export const SETTING_OPTIONS = {
  name: text,
  scopes: text,
  models: text,
  expires: text,
  ...(Object.fromEntries(
    Object.keys(LIMIT_OPTIONS).flatMap((name) => [
      [name, text],
      [`user-${name}`, text],
    ]),
  ) as Record<string, typeof text>),
}

export type GivenSettings = Readonly<Record<string, string | boolean | undefined>>

/** What the options say; what they do not name stays as it is. `none` lifts a limit, and `all` allows every model. */
export function readSettings(given: GivenSettings, now: number): KeyChange {
  const { name, scopes, models, expires } = given
  const change: KeyChange = {}
  if (typeof name === 'string') change.name = name.trim()
  if (typeof scopes === 'string') change.scopes = readScopes(scopes)
  if (typeof models === 'string') change.models = models === 'all' ? null : splitWords(models)
  if (typeof expires === 'string') change.expiresAt = expires === 'none' ? null : readExpiry(expires, now)
  const limits = readLimits(given, '')
  const userLimits = readLimits(given, 'user-')
  if (limits !== undefined) change.limits = limits
  if (userLimits !== undefined) change.userLimits = userLimits
  refuseMisfits(change)
  return change
}

function readScopes(list: string): Scope[] {
  return splitWords(list).map((word) => {
    const scope = SCOPES.find((known) => known === word)
    if (scope === undefined) throw new UsageError(`'${word}' is not a scope. Known: ${SCOPES.join(', ')}.`)
    return scope
  })
}

function readLimits(given: GivenSettings, prefix: string): Partial<Limits> | undefined {
  const limits: Partial<Limits> = {}
  for (const [option, name] of Object.entries(LIMIT_OPTIONS)) {
    const words = given[prefix + option]
    if (typeof words === 'string') limits[name] = words === 'none' ? null : amountOf(prefix + option, name, words)
  }
  return Object.keys(limits).length === 0 ? undefined : limits
}

function amountOf(option: string, name: LimitName, words: string): number {
  // Number() alone would take 0x10, 1e3 and white space for amounts.
  const kept = /^\d+(\.\d+)?$/.test(words) ? readLimit(name, Number(words)) : undefined
  if (kept === undefined) throw new UsageError(`--${option} takes ${limitForm(name)}, or none; '${words}' is not that.`)
  return kept
}

/** The rules are those of every other way in; here a misfit is a line that was written wrong. */
function refuseMisfits(change: KeyChange): void {
  try {
    checkKeyChange(change)
  } catch (error) {
    if (error instanceof AppError) throw new UsageError(error.message)
    throw error
  }
}
