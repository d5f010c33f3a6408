import prom from 'prom-client'
import type { Catalog } from '../ports/engine.ts'
import type { FleetCensus } from './fleet-census.ts'
import { METRICS, type Metric, type MetricId } from './metric-table.ts'
import type { Counted } from './meters.ts'
import type { CountedValue, Distribution, LabelValues } from './counters.ts'

export type ScrapeDeps = {
  meters: Counted
  catalog: Pick<Catalog, 'engines'>
  around: () => Promise<FleetCensus>
  /** How long the others have not heard of this process; undefined where it does not work. */
  silentMs: () => number | undefined
  /** How many reads were answered by whom; empty where there is no replica. */
  replicaReads: () => ReadonlyMap<string, number>
  /** Labels of `mediagen_build_info`. */
  build: { version: string; role: string }
}

/** What one look at the metrics gives: a text, and the type that goes with it. */
export type Scrape = { contentType: string; text: string }

type Histogram = Extract<Metric, { type: 'histogram' }>

/** Shows what was counted in the form that Prometheus reads, beside what its library tells of Node itself. */
export function scraper({ meters, catalog, around, silentMs, replicaReads, build }: ScrapeDeps): () => Promise<Scrape> {
  const node = new prom.Registry()
  prom.collectDefaultMetrics({ register: node })
  return async () => {
    // A fresh one each time: a gauge without labels cannot be without a value, and what nobody knows must not be 0.
    const registry = new prom.Registry()
    const show = (id: MetricId, values: Iterable<CountedValue>): void => showValues(registry, METRICS[id], values)
    for (const id of ['requests', 'accepted', 'ended', 'cost', 'engineStarts', 'attempts'] as const)
      show(id, meters.counters[id].all())
    for (const id of ['requestSeconds', 'waitSeconds', 'runSeconds', 'engineStartSeconds', 'attemptSeconds'] as const)
      showDistributions(registry, METRICS[id], meters.histograms[id].all())
    show('build', [{ labels: [build.version, process.version, build.role], value: 1 }])
    show(
      'engineReady',
      catalog.engines().map((engine) => ({ labels: [engine.id], value: engine.ready?.() === false ? 0 : 1 })),
    )
    show(
      'replicaReads',
      [...replicaReads()].map(([answer, value]) => ({ labels: [answer], value })),
    )
    const beatAgeMs = silentMs()
    if (beatAgeMs !== undefined) show('beatAge', one(beatAgeMs / 1_000))
    showFleet(show, await around())
    return { contentType: registry.contentType, text: `${await registry.metrics()}\n${await node.metrics()}` }
  }
}

function showFleet(show: (id: MetricId, values: Iterable<CountedValue>) => void, seen: FleetCensus): void {
  show('storeUp', one(seen === undefined ? 0 : 1))
  if (seen === undefined) return
  const { census, workers, at } = seen
  const ageOf = (since: number | null): number => (since === null ? 0 : Math.max(0, at - since) / 1_000)
  const ofEngines = (value: (engine: (typeof census.engines)[number]) => number): CountedValue[] =>
    census.engines.map((each) => ({ labels: [each.engine], value: value(each) }))
  show(
    'queueDepth',
    census.engines.flatMap(({ engine, waiting, parked }) => [
      { labels: [engine, 'waiting'], value: waiting },
      { labels: [engine, 'parked'], value: parked },
    ]),
  )
  show(
    'queueAge',
    ofEngines(({ waitingSince }) => ageOf(waitingSince)),
  )
  show(
    'inWork',
    ofEngines(({ inWork }) => inWork),
  )
  show('stops', one(census.stops))
  show('deliveries', one(census.deliveries))
  show('deliveryAge', one(ageOf(census.deliveryDueAt)))
  show('workers', one(workers))
}

function one(value: number): CountedValue[] {
  return [{ labels: [], value }]
}

function showValues(registry: prom.Registry, metric: Metric, values: Iterable<CountedValue>): void {
  const { name, help, labels: labelNames, type } = metric
  const options = { name, help, labelNames: [...labelNames], registers: [registry] }
  if (type === 'counter') {
    const counter = new prom.Counter(options)
    for (const { labels, value } of values) counter.inc(named(metric, labels), value)
  } else {
    const gauge = new prom.Gauge(options)
    for (const { labels, value } of values) gauge.set(named(metric, labels), value)
  }
}

/** The library counts by itself or not at all, so what was counted is handed out in place of what it has. */
function showDistributions(registry: prom.Registry, metric: Histogram, all: Iterable<Distribution>): void {
  const { name, help, labels, bounds } = metric
  const histogram = new prom.Histogram({
    name,
    help,
    labelNames: [...labels],
    buckets: [...bounds],
    registers: [registry],
  })
  const values = [...all].flatMap((each) => valuesOf(metric, each))
  const get = async () => ({ name, help, type: 'histogram', aggregator: 'sum', values })
  Object.assign(histogram, { get, getForPromString: get })
}

function valuesOf(metric: Histogram, { labels, counts, sum }: Distribution) {
  const own = named(metric, labels)
  let below = 0
  const buckets = counts.map((count, place) => {
    below += count
    const le = metric.bounds[place] ?? '+Inf'
    return { metricName: `${metric.name}_bucket`, labels: { ...own, le }, value: below }
  })
  return [
    ...buckets,
    { metricName: `${metric.name}_sum`, labels: own, value: sum },
    { metricName: `${metric.name}_count`, labels: own, value: below },
  ]
}

function named(metric: Metric, values: LabelValues): Record<string, string> {
  return Object.fromEntries(metric.labels.map((label, place) => [label, values[place] ?? '']))
}
