import type { Config, MetricsConfig } from '../config.ts'
import type { Catalog, Engine } from '../ports/engine.ts'
import type { Clock, Log } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import { lookAround } from '../telemetry/look-around.ts'
import { openMeters, type Counted } from '../telemetry/meters.ts'
import { meteredEngine } from '../telemetry/metered-engine.ts'
import { meteredStore } from '../telemetry/metered-store.ts'
import type { MetricsServer } from '../telemetry/metrics-server.ts'
import type { Scrape } from '../telemetry/scrape.ts'
import { VERSION } from '../version.ts'
import { onFirstUse } from './on-first-use.ts'
import type { Role } from './roles.ts'

/** What watches the other parts. Where nothing is watched, they are handed back as they came. */
export type Telemetry = {
  meters: Counted | undefined
  store(store: Store): Store
  engine(engine: Engine): Engine
}

/** Counts from the start, so that the first scrape tells of what came before it. `catalog` is asked once there is one. */
export function openTelemetry(config: Pick<Config, 'metrics'>, clock: Clock, catalog: () => Catalog): Telemetry {
  if (config.metrics === undefined) return { meters: undefined, store: (store) => store, engine: (engine) => engine }
  const meters = openMeters({ knows: (kind, model) => catalog().find(kind, model) !== undefined })
  return {
    meters,
    store: (store) => meteredStore(store, meters),
    engine: (engine) => meteredEngine(engine, meters, clock),
  }
}

type Shown = {
  meters: Counted | undefined
  store: Store
  catalog: Catalog
  clock: Clock
  log: Log
  silentMs: () => number | undefined
}

/** Shows what was counted; the library that writes it down is loaded by the first who asks. */
export function openScrape(parts: Shown, role: Role): (() => Promise<Scrape>) | undefined {
  const { meters, catalog, silentMs } = parts
  if (meters === undefined) return undefined
  const around = lookAround(parts)
  const load = onFirstUse(async () => {
    const { scraper } = await import('../telemetry/scrape.ts')
    return scraper({ meters, catalog, around, silentMs, build: { version: VERSION, role } })
  })
  return async () => (await load())()
}

/** Opens the port on which an operator's own network sees the metrics without a key, where the settings name one. */
export async function openToOperator(
  metrics: MetricsConfig | undefined,
  scrape: (() => Promise<Scrape>) | undefined,
  log: Log,
): Promise<MetricsServer | undefined> {
  if (metrics?.open === undefined || scrape === undefined) return undefined
  const { openMetricsServer } = await import('../telemetry/metrics-server.ts')
  return openMetricsServer({ ...metrics.open, scrape, log })
}
