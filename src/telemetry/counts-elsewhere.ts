import type { Count } from '../ports/process-link.ts'
import type { Spread, Tally } from './tally.ts'

/** Counts in another process: that one is asked for the metrics of both. */
export type CountThere = (count: Count) => void

export function tallyThere(metric: string, count: CountThere): Tally {
  return { add: (labels, amount = 1) => count([metric, labels, amount]), all: () => [] }
}

export function spreadThere(metric: string, count: CountThere): Spread {
  return { observe: (labels, value) => count([metric, labels, value]), all: () => [] }
}
