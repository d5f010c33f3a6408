import type { Count } from '../ports/process-link.ts'
import type { Counted } from './meters.ts'
import type { Spread, Tally } from './tally.ts'

/** Adds what another process of ours has counted. */
export function addCounts({ counters, spreads }: Counted, counts: readonly Count[]): void {
  const tallies: Readonly<Record<string, Tally | undefined>> = counters
  const distributions: Readonly<Record<string, Spread | undefined>> = spreads
  for (const [metric, labels, amount] of counts) {
    tallies[metric]?.add(labels, amount)
    distributions[metric]?.observe(labels, amount)
  }
}
