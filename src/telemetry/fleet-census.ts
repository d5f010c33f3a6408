import type { Catalog } from '../ports/engine.ts'
import type { Clock, Log } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import type { Census } from '../ports/store/census.ts'

// Several that scrape, or one that scrapes each second, cost the database no more than this.
const AT_MOST_EVERY_MS = 5_000
// Enough to see that far too much waits; counting a million would keep everyone else waiting.
const MOST_COUNTED = 10_000

type LookDeps = { store: Pick<Store, 'census' | 'owners'>; catalog: Catalog; clock: Clock; log: Log }

/** What the store says of all processes; undefined when it does not answer. */
export type FleetCensus = { census: Census; workers: number; at: number } | undefined

/** Asks the store how much there is to do, at most once in a few seconds. */
export function fleetCensus({ store, catalog, clock, log }: LookDeps): () => Promise<FleetCensus> {
  let looked: { at: number; found: Promise<FleetCensus> } | undefined
  const look = async (): Promise<FleetCensus> => {
    const engines = [...new Set(catalog.all().map(({ engine }) => engine))].toSorted()
    const now = clock.now()
    try {
      const [census, owners] = await Promise.all([
        store.census.take({ engines, now, most: MOST_COUNTED }),
        store.owners.list(),
      ])
      return { census, workers: owners.filter(({ gone }) => !gone).length, at: now }
    } catch (error) {
      log.warn('the database did not respond for the metrics', { error })
      return undefined
    }
  }
  return () => {
    const now = clock.elapsed()
    if (looked === undefined || now - looked.at >= AT_MOST_EVERY_MS) looked = { at: now, found: look() }
    return looked.found
  }
}
