import { seeded } from '../test/chaos/seeded-random.ts'
import type { Capacity } from './capacity.ts'
import { openLoop, poll, processOf, submit, world, type Costs, type Process } from './simulate-model.ts'

/** What callers do and how long their tasks take. */
export type Scenario = {
  tasksPerSecond: number
  /** How often the provider is asked after a task, and how often the caller asks us. */
  looks: number
  polls: number
  /** How long a provider takes to answer, in ms: a lane of a worker is held that long. */
  providerMs: number
}

/** A film of a minute at a hosted provider, which is asked every five seconds, as our callers ask us. */
export const FILMS: Scenario = { tasksPerSecond: 1_000, looks: 12, polls: 12, providerMs: 200 }

// Beyond this share of a resource, waiting grows faster than work.
export const AT_MOST = 0.6
// What a config may give one engine in one process.
const MOST_LANES = 1_000
export const CONNECTIONS_PER_PROCESS = 11
// PostgreSQL's own default, of which three are kept for its owner.
export const DEFAULT_CONNECTIONS = 100 - 3

/** Writes of one task after its submit: begin, asleep after the start and after each look but the last, saving. */
export const advancesOf = ({ looks }: Scenario): number => 1 + 1 + (looks - 1) + 1
export const claimsOf = ({ looks }: Scenario): number => 1 + looks

/** How many tasks one statement carries: what comes in a process while the one before is under way goes together. */
export type Gathered = { submits: number; claims: number; ends: number }

const MOST_TOGETHER = 100

function gatheredBy(costs: Costs, scenario: Scenario, { apis, workers }: Pick<Fleet, 'apis' | 'workers'>): Gathered {
  const together = (name: string, perSecond: number, lanes: number): number => {
    const takesMs = costs.flushMs + costs.postgres(name, 1) + costs.asking(name, 1)
    return Math.min(MOST_TOGETHER, Math.max(1, (perSecond * takesMs) / lanes / 1_000))
  }
  const { tasksPerSecond } = scenario
  return {
    submits: together('submit', tasksPerSecond / apis, 1),
    claims: together('claim', (tasksPerSecond * claimsOf(scenario)) / workers, 1),
    ends: together('finish', tasksPerSecond / workers, 4),
  }
}

export type Demand = {
  postgresMs: number
  apiMs: number
  workerMs: number
  walBytes: number
  commits: number
  rings: number
  gathered: Gathered
}

/** What one task asks of each part over its whole life, in ms on a core, by the formulas of docs/scaling.md. */
function demandOf(costs: Costs, { store, http }: Capacity, scenario: Scenario, gathered: Gathered): Demand {
  const { polls } = scenario
  const [claims, advances] = [claimsOf(scenario), advancesOf(scenario)]
  const shared = (of: Costs['postgres'], name: string, together: number): number => of(name, together) / together
  const written = (of: Costs['postgres']): number =>
    claims * shared(of, 'claim', gathered.claims) + advances * of('advance', 1) + shared(of, 'finish', gathered.ends)
  const wal = (name: string): number => store.operations[`${name} 20`]?.walBytes ?? 0
  // Every change rings: callers that wait for it may be anywhere.
  const rings = 2 + advances
  return {
    postgresMs:
      shared(costs.postgres, 'submit', gathered.submits) +
      written(costs.postgres) +
      costs.postgres('find a key', 1) +
      polls * (costs.postgres('find a key', 1) + costs.postgres('find a task', 1)) +
      costs.postgres('remove', 1) +
      (rings * store.bell.postgresUs) / 1_000 +
      http.vacuumUs / 1_000,
    apiMs:
      costs.submitHttpMs +
      costs.asking('find a key', 1) +
      shared(costs.asking, 'submit', gathered.submits) +
      polls * (costs.pollHttpMs + costs.asking('find a key', 1) + costs.asking('find a task', 1)),
    // A call to a provider costs what one of our own callers pays for a request; bytes of results are not in here.
    workerMs: written(costs.asking) + claims * costs.callerMs + costs.asking('remove', 1),
    walBytes: wal('submit') + claims * wal('claim') + advances * wal('advance') + wal('finish') + wal('remove'),
    commits: 1 / gathered.submits + claims / gathered.claims + advances + 1 / gathered.ends + 1,
    rings,
    gathered,
  }
}

export type Fleet = { apis: number; workers: number; postgresCores: number; bellShare: number; demand: Demand }

/** How many of each at this pace. Every process hears every ring of the fleet, which takes a share of each. */
export function fleetFor(costs: Costs, capacity: Capacity, scenario: Scenario): Fleet {
  const { tasksPerSecond, providerMs } = scenario
  const seconds = tasksPerSecond / 1_000
  const lanes = (tasksPerSecond * claimsOf(scenario) * providerMs) / 1_000
  let fleet = { apis: 1, workers: 1 }
  // How much is gathered depends on how many share the load, and the other way round: a few rounds settle it.
  for (let round = 0; round < 20; round++) {
    const demand = demandOf(costs, capacity, scenario, gatheredBy(costs, scenario, fleet))
    const room = AT_MOST - (seconds * demand.rings * capacity.store.bell.listenerUs) / 1_000
    const many = (ms: number): number => (room <= 0 ? Infinity : Math.max(1, Math.ceil((seconds * ms) / room)))
    fleet = { apis: many(demand.apiMs), workers: Math.max(many(demand.workerMs), Math.ceil(lanes / MOST_LANES)) }
  }
  const demand = demandOf(costs, capacity, scenario, gatheredBy(costs, scenario, fleet))
  const postgresCores = Math.ceil((seconds * demand.postgresMs) / AT_MOST)
  return {
    ...fleet,
    postgresCores,
    bellShare: (seconds * demand.rings * capacity.store.bell.listenerUs) / 1_000,
    demand,
  }
}

/** The pace at which each part of a fixed fleet is used up, the first to go first. */
export function ceilings(capacity: Capacity, fleet: Fleet): { part: string; tasksPerSecond: number }[] {
  const { store } = capacity
  const { demand } = fleet
  const hears = (demand.rings * store.bell.listenerUs) / 1_000
  // What one task takes of a thread is shared by all of its kind; what it rings is heard by each.
  const threads = (ms: number, count: number): number => 1_000 / (ms / count + hears)
  const flushMs = store.flushUs / 1_000
  // One process removes for all, ten side by side, measured with twenty.
  const removed = store.operations['remove 20']?.perSecond ?? 0
  const rows = [
    { part: `${fleet.apis} api processes`, tasksPerSecond: threads(demand.apiMs, fleet.apis) },
    { part: `${fleet.workers} workers`, tasksPerSecond: threads(demand.workerMs, fleet.workers) },
    {
      part: `${fleet.postgresCores} cores of PostgreSQL`,
      tasksPerSecond: (1_000 * fleet.postgresCores) / demand.postgresMs,
    },
    {
      part: 'writes of the log, all connections of the workers committing together',
      tasksPerSecond: (fleet.workers * 10 * 1_000) / flushMs / demand.commits,
    },
    { part: 'removing old tasks, by one process for all', tasksPerSecond: removed },
  ]
  return rows
    .map(({ part, tasksPerSecond }) => ({ part, tasksPerSecond: Math.round(tasksPerSecond) }))
    .sort((x, y) => x.tasksPerSecond - y.tasksPerSecond)
}

export type Waits = { p50Ms: number; p99Ms: number; postgres: number; log: number; api: number; worker: number }

/** Plays the whole fleet at a pace for a few seconds: how long a submit takes, and how busy the parts are. */
export function play(costs: Costs, scenario: Scenario, fleet: Fleet): Waits {
  const place = world(costs, { postgresCores: fleet.postgresCores, hopMs: 0.1 })
  const apis = Array.from({ length: fleet.apis }, () => processOf(place))
  const workers = Array.from({ length: fleet.workers }, () => processOf(place))
  const random = seeded(11)
  const any = (list: Process[]): Process => list[random.between(0, list.length - 1)] as Process
  const { tasksPerSecond } = scenario
  const together = Math.round(fleet.demand.gathered.claims)
  const nothing = (): void => undefined
  /** Something that comes by chance, so many times a second. */
  const stream = (perSecond: number, one: () => void): void => {
    const next = (): void => {
      one()
      place.time.after((-Math.log(1 - random.fraction()) * 1_000) / perSecond, next)
    }
    place.time.after(1_000 / perSecond, next)
  }
  if (scenario.polls > 0) stream(tasksPerSecond * scenario.polls, () => poll(place, any(apis), nothing))
  stream((tasksPerSecond * claimsOf(scenario)) / together, () =>
    any(workers).statement('claim', { together, commits: true }, nothing),
  )
  stream(tasksPerSecond * advancesOf(scenario), () => {
    const worker = any(workers)
    worker.own.use(costs.callerMs, () => worker.statement('advance', { together: 1, commits: true }, nothing))
  })
  stream(tasksPerSecond, () => any(workers).finish(nothing))
  const times = openLoop(place, tasksPerSecond, (then) => submit(place, any(apis), then), 1_500)
  const quantile = (q: number): number => times[Math.min(times.length - 1, Math.floor(times.length * q))] ?? NaN
  const mean = (list: Process[]): number => list.reduce((sum, { own }) => sum + own.busy(), 0) / list.length
  return {
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
    postgres: place.postgresCores.busy(),
    log: place.log.busy(),
    api: mean(apis),
    worker: mean(workers),
  }
}

/** Shares of load by key: one key with a fifth, the rest by Zipf's law. */
export function keyShares(keys: number, heaviest: number): number[] {
  const weights = Array.from({ length: keys - 1 }, (_, index) => 1 / (index + 1))
  const sum = weights.reduce((x, y) => x + y, 0)
  return [heaviest, ...weights.map((weight) => ((1 - heaviest) * weight) / sum)]
}

/** The largest share that one of so many shards gets when keys are placed by a hash, here by a row of choices. */
export function largestShard(shares: readonly number[], shards: number, seed: number): number {
  const random = seeded(seed)
  const loads = Array.from({ length: shards }, () => 0)
  for (const share of shares) {
    const shard = random.between(0, shards - 1)
    loads[shard] = (loads[shard] ?? 0) + share
  }
  return Math.max(...loads)
}
