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
