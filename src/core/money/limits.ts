/** What a key may use, or each of its end users. Null is no limit. */
export type Limits = {
  /** Requests per minute that create resources. */
  createsPerMinute: number | null
  /** Requests per minute that only read. */
  readsPerMinute: number | null
  /** Tasks that may be at the engines at once; further ones wait. */
  inWork: number | null
  /** Tasks that may wait in addition; further ones are refused. */
  waiting: number | null
  /** The budget of a day and of a month, both in UTC, in millionths of a dollar. */
  perDayMicros: number | null
  perMonthMicros: number | null
}

export const NO_LIMITS: Limits = {
  createsPerMinute: null,
  readsPerMinute: null,
  inWork: null,
  waiting: null,
  perDayMicros: null,
  perMonthMicros: null,
}

export type LimitName = keyof Limits

type Rule = {
  /** The name where dollars are shown instead of millionths. */
  shown: string
  /** The smallest sensible and the largest accepted value, both as shown. */
  least: number
  most: number
  /** Millionths of the shown value, or the same. */
  scale: 1 | 1_000_000
}

const MOST = 1_000_000
// In millionths, still far below the largest exact whole number.
const MOST_USD = 1_000_000_000
const MICROS = 1_000_000

/**
 * The possible values of a limit. A limit of zero requests, or of no running task, would make a key unusable: revoke it
 * instead.
 */
export const LIMIT_RULES: Readonly<Record<LimitName, Rule>> = {
  createsPerMinute: { shown: 'createsPerMinute', least: 1, most: MOST, scale: 1 },
  readsPerMinute: { shown: 'readsPerMinute', least: 1, most: MOST, scale: 1 },
  inWork: { shown: 'inWork', least: 1, most: MOST, scale: 1 },
  // None may wait: a task that cannot begin at once is refused.
  waiting: { shown: 'waiting', least: 0, most: MOST, scale: 1 },
  // Nothing may be spent: only free models work.
  perDayMicros: { shown: 'perDayUsd', least: 0, most: MOST_USD, scale: MICROS },
  perMonthMicros: { shown: 'perMonthUsd', least: 0, most: MOST_USD, scale: MICROS },
}

export const LIMIT_NAMES = Object.keys(LIMIT_RULES) as LimitName[]

/** The name under which operators see a limit. */
export function shownLimitName(name: LimitName): string {
  return LIMIT_RULES[name].shown
}

/** A limit as operators see it. */
export function shownLimit(name: LimitName, amount: number | null): number | null {
  return amount === null ? null : amount / LIMIT_RULES[name].scale
}

/** A limit as stored, from an operator's input; undefined if that is not valid. */
export function readLimit(name: LimitName, shown: number): number | undefined {
  const { least, most, scale } = LIMIT_RULES[name]
  const kept = Math.round(shown * scale)
  // Division gives back the very same number unless it had more decimals than are stored.
  return shown >= least && shown <= most && kept / scale === shown ? kept : undefined
}

/** The possible values of a limit, in words. */
export function limitForm(name: LimitName): string {
  const { least, most, scale } = LIMIT_RULES[name]
  return scale === 1
    ? `a whole number from ${least} to ${most}`
    : `an amount in dollars from ${least} to ${most}, with at most six decimals`
}
