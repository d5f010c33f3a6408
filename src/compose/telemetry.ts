import type { Config } from '../config.ts'
import { AppError } from '../core/errors.ts'
import type { FileRecord } from '../core/files/file-record.ts'
import type { Catalog, Engine } from '../ports/engine.ts'
import type { Clock, Log, Random } from '../ports/runtime.ts'
import type { Store } from '../ports/store.ts'
import type { Tracer } from '../ports/telemetry.ts'
import type { CountThere } from '../telemetry/counters.ts'
import { fleetCensus } from '../telemetry/fleet-census.ts'
import { openMeters, type Counted } from '../telemetry/meters.ts'
import { meteredEngine, meteredStore } from '../telemetry/metered.ts'
import type { MetricsServer } from '../telemetry/metrics-server.ts'
import type { Scrape } from '../telemetry/scrape.ts'
import { VERSION } from '../version.ts'
import { onFirstUse } from './on-first-use.ts'
import { ownNames } from './public-url.ts'
import type { Role } from './roles.ts'

/** Instruments the other parts. Without metrics and traces, they are returned unchanged. */
export type Telemetry = {
  meters: Counted | undefined
  tracer: Tracer | undefined
  store(store: Store): Store
  engine(engine: Engine): Engine
  close(): Promise<void>
}

type Watched = TraceDeps & {
  /** Called once it exists. */
  catalog: () => Catalog
  /** Counts in another process instead of this one. */
  count?: CountThere | undefined
}

/** Counts from the start, so that the first scrape includes what came before it. */
export async function openTelemetry(config: Pick<Config, 'metrics' | 'traces'>, deps: Watched): Promise<Telemetry> {
  const { clock, catalog, count } = deps
  const knows: Parameters<typeof openMeters>[0]['knows'] = (kind, model) => catalog().find(kind, model) !== undefined
  const meters = config.metrics === undefined ? undefined : openMeters({ knows, count })
  const traces = await openTraces(config.traces, deps)
  const traced = (engine: Engine): Engine => traces?.engine(engine) ?? engine
  return {
    meters,
    tracer: traces?.tracer,
    store: (store) => (meters === undefined ? store : meteredStore(store, meters)),
    engine: (engine) => (meters === undefined ? traced(engine) : meteredEngine(traced(engine), meters, clock)),
    close: async () => traces?.close(),
  }
}

type TraceDeps = {
  clock: Clock
  random: Random
  log: Log
  /** Called once it is known. */
  addressOf: (file: FileRecord) => string
}

type Traces = { tracer: Tracer; engine(engine: Engine): Engine; close(): Promise<void> }

/** Without a collector, none of this is loaded. */
async function openTraces(config: Config['traces'], deps: TraceDeps): Promise<Traces | undefined> {
  if (config === undefined) return undefined
  const [sending, { tracedEngine }] = await Promise.all([
    import('../telemetry/traces/open-traces.ts'),
    import('../telemetry/traced-engine.ts'),
  ])
  const headers = JSON.parse(config.headers.reveal()) as Record<string, string>
  const content = config.hasContent ? { addressOf: deps.addressOf } : undefined
  const traces = sending.openTraces({ ...config, headers, version: VERSION }, { ...deps, content })
  return { ...traces, engine: (engine) => tracedEngine(engine, traces.tracer) }
}

type Shown = {
  meters: Counted | undefined
  store: Store
  catalog: Catalog
  clock: Clock
  log: Log
  silentMs: () => number | undefined
}

/** Returns the metrics; the first request loads the library that formats them. */
export function openScrape(parts: Shown, role: Role): (() => Promise<Scrape>) | undefined {
  const { meters, catalog, silentMs } = parts
  if (meters === undefined) return undefined
  const around = fleetCensus(parts)
  const load = onFirstUse(async () => {
    const { scraper } = await import('../telemetry/scrape.ts')
    const replicaReads = (): ReadonlyMap<string, number> => parts.store.replica.answered()
    return scraper({ meters, catalog, around, silentMs, replicaReads, build: { version: VERSION, role } })
  })
  return async () => (await load())()
}

/** Opens the port on which an operator's own network reads the metrics without a key, if the settings name one. */
export async function openToOperator(
  config: Config,
  scrape: (() => Promise<Scrape>) | undefined,
  log: Log,
): Promise<MetricsServer | undefined> {
  const { metrics } = config
  if (metrics?.open === undefined || scrape === undefined) return undefined
  const { openMetricsServer } = await import('../telemetry/metrics-server.ts')
  const { host, port } = metrics.open
  try {
    return await openMetricsServer({ host, port, ownNames: ownNames({ ...config, host }), scrape, log })
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE')) throw cause
    const message = `Port ${port} is in use. Stop the program that uses it, or set MEDIAGEN_METRICS_PORT to a different port.`
    throw new AppError('internal_error', message, { cause })
  }
}
