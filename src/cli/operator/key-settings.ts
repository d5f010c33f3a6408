import { SCOPES, type Scope } from '../../core/keys/api-key.ts'
import { AppError } from '../../core/errors.ts'
import { checkKeyChange, type KeyChange } from '../../core/keys/key-settings.ts'
import { limitForm, type LimitName, type Limits, readLimit } from '../../core/money/limits.ts'
import type { Given } from '../command.ts'
import { PROJECT_ROLES, type ProjectRole, type Raise } from '../../core/projects/project.ts'
import { didYouMean } from '../../core/text/nearest-name.ts'
import { UsageError } from '../exit-codes.ts'

/** The option of each limit; with `user-` before it, it applies to each end user. */
const LIMIT_OPTIONS = {
  rpm: 'createsPerMinute',
  reads: 'readsPerMinute',
  'in-work': 'inWork',
  waiting: 'waiting',
  'per-day': 'perDayMicros',
  'per-month': 'perMonthMicros',
} as const satisfies Record<string, LimitName>

/**
 * The settings from the options; other settings stay unchanged. `none` removes a limit, and `all` allows every model.
 */
export function readSettings(given: Given, now: number): KeyChange {
  const [name, scopes, models, expires] = ['name', 'scopes', 'models', 'expires'].map((option) => given.text(option))
  const change: KeyChange = {}
  if (name !== undefined) change.name = name.trim()
  if (scopes !== undefined) change.scopes = readScopes(scopes)
  if (models !== undefined) change.models = models === 'all' ? null : splitWords(models)
  if (expires !== undefined) change.expiresAt = expires === 'none' ? null : readExpiry(expires, now)
  const limits = readLimitOptions(given, '')
  const userLimits = readLimitOptions(given, 'user-')
  if (limits !== undefined) change.limits = limits
  if (userLimits !== undefined) change.userLimits = userLimits
  const [project, role, raise] = [given.text('project'), given.text('role'), readRaise(given, now)]
  if (project !== undefined) change.project = project === 'none' ? null : project
  if (role !== undefined) change.role = readRole(role)
  if (raise !== undefined) change.raise = raise
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

function readRole(word: string): ProjectRole {
  const role = PROJECT_ROLES.find((known) => known === word)
  if (role !== undefined) return role
  throw new UsageError(`'${word}' is not a role. Known: ${PROJECT_ROLES.join(', ')}.${didYouMean(word, PROJECT_ROLES)}`)
}

/** A temporary raise: how much, and until when; null ends it, undefined leaves it unchanged. */
export function readRaise(given: Given, now: number): Raise | null | undefined {
  const until = given.text('raise-until')
  const { perDayMicros, perMonthMicros } = readLimitOptions(given, 'raise-', ['per-day', 'per-month']) ?? {}
  const isGiven = perDayMicros !== undefined || perMonthMicros !== undefined
  if (until === undefined) {
    if (isGiven) throw new UsageError('Specify when the raise ends: --raise-until 3d')
    return undefined
  }
  if (until === 'none') return null
  if (!isGiven) throw new UsageError('Specify the budget to raise: --raise-per-day 20 or --raise-per-month 200')
  return {
    ...(perDayMicros === undefined || perDayMicros === null ? {} : { perDayMicros }),
    ...(perMonthMicros === undefined || perMonthMicros === null ? {} : { perMonthMicros }),
    until: readExpiry(until, now),
  }
}

/** The limits from the options with these names. */
export function readLimitOptions(
  given: Given,
  prefix: string,
  options: readonly string[] = Object.keys(LIMIT_OPTIONS),
): Partial<Limits> | undefined {
  const limits: Partial<Limits> = {}
  for (const [option, name] of Object.entries(LIMIT_OPTIONS)) {
    if (!options.includes(option)) continue
    const words = given.text(prefix + option)
    if (words !== undefined) limits[name] = words === 'none' ? null : amountOf(prefix + option, name, words)
  }
  return Object.keys(limits).length === 0 ? undefined : limits
}

function amountOf(option: string, name: LimitName, words: string): number {
  // Number() alone would accept 0x10, 1e3 and white space as amounts.
  const kept = /^\d+(\.\d+)?$/.test(words) ? readLimit(name, Number(words)) : undefined
  if (kept === undefined) throw new UsageError(`--${option} must be ${limitForm(name)}, or none, not '${words}'.`)
  return kept
}

/** The same rules as everywhere else; here, a violation is an error on the command line. */
function refuseMisfits(change: KeyChange): void {
  try {
    checkKeyChange(change)
  } catch (error) {
    if (error instanceof AppError) throw new UsageError(error.message)
    throw error
  }
}

/** The words of a comma-separated list. */
function splitWords(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
}

const UNITS_MS = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
])

/** A duration from texts such as 30d, 12h, 90m or 0; undefined if it is not one. */
export function readDuration(text: string): number | undefined {
  if (text === '0') return 0
  const [, amount, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  const unitMs = UNITS_MS.get(unit)
  return unitMs === undefined ? undefined : Number(amount) * unitMs
}

/** When a key expires: after a duration, or on a day, in UTC. */
function readExpiry(text: string, now: number): number {
  const duration = readDuration(text)
  const time = duration === undefined ? readDate(text) : now + duration
  if (time !== undefined && time > now) return time
  throw new UsageError(`'${text}' is not a future time. Use a form such as 30d, 12h or 2030-01-31, or none.`)
}

function readDate(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(T.+)?$/.test(text)) return undefined
  const day = Date.parse(text.slice(0, 10))
  // June 31st would silently become July 1st.
  const isDay = !Number.isNaN(day) && new Date(day).toISOString().startsWith(text.slice(0, 10))
  return isDay ? Date.parse(text) : undefined
}
