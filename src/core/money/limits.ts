/** What a key may use, or each end user behind it. Null is no limit. */
export type Limits = {
  /** Requests a minute that make something. */
  createsPerMinute: number | null
  /** Requests a minute that only read. */
  readsPerMinute: number | null
  /** Tasks that may be at the engines at once; further ones wait behind them. */
  inWork: number | null
  /** Tasks that may wait behind those; further ones are refused. */
  waiting: number | null
  /** What may be spent in a day and in a month, both in UTC, in millionths of a dollar. */
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
  /** What it is called where dollars are shown in place of their millionths. */
  shown: string
  /** The least that makes sense, and the most that is taken, both as shown. */
  least: number
  most: number
  /** Millionths of what is shown, or the same. */
  scale: 1 | 1_000_000
}

const MOST = 1_000_000
// As millionths still far below the largest whole number that is exact.
const MOST_USD = 1_000_000_000
const MICROS = 1_000_000

/** What a limit may be. One of zero requests, or of no task at work, would be a key that cannot be used: revoke it instead. */
export const LIMIT_RULES: Readonly<Record<LimitName, Rule>> = {
  createsPerMinute: { shown: 'createsPerMinute', least: 1, most: MOST, scale: 1 },
  readsPerMinute: { shown: 'readsPerMinute', least: 1, most: MOST, scale: 1 },
  inWork: { shown: 'inWork', least: 1, most: MOST, scale: 1 },
  // None may wait: what cannot begin at once is refused.
  waiting: { shown: 'waiting', least: 0, most: MOST, scale: 1 },
  // Nothing may be spent: what costs nothing is still made.
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

/** A limit as it is kept, from what an operator wrote; undefined where it cannot be one. */
export function readLimit(name: LimitName, shown: number): number | undefined {
  const { least, most, scale } = LIMIT_RULES[name]
  const kept = Math.round(shown * scale)
  // Dividing gives back the very same number unless there were more decimals than are kept.
  return shown >= least && shown <= most && kept / scale === shown ? kept : undefined
}

/** What a limit may be, in words. */
export function limitForm(name: LimitName): string {
  const { least, most, scale } = LIMIT_RULES[name]
  return scale === 1
    ? `a whole number from ${least} to ${most}`
    : `dollars from ${least} to ${most}, with at most six decimals`
}
