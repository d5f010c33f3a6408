import { seeded } from '../test/chaos/seeded-random.ts'
import type { Capacity } from './capacity.ts'
import { batcher, groupCommit, servers, thread, timeline, type Servers, type Timeline } from './simulate-parts.ts'

/** What one statement costs: `each` for every task in it, and `once`; in ms on a core. */
export type StatementCost = { once: number; each: number }
export type Costs = {
  /** By name of the operation: at the server, and in the process that asks. */
  postgres: (name: string, together: number) => number
  asking: (name: string, together: number) => number
  flushMs: number
  /** The same while the service was measured over HTTP. */
  httpFlushMs: number
  /** The part of a request that is not the asking of the database: in the api process, and in the caller. */
  submitHttpMs: number
  pollHttpMs: number
  callerMs: number
}

const TOGETHER = 20

function linear(one: number, many: number): StatementCost {
  // Costs of a single one when it comes alone, and among twenty.
  const each = Math.max(0, (TOGETHER * many - one) / (TOGETHER - 1))
  return { once: Math.max(0, one - each), each }
}

/** The costs that were measured, in the form that the model uses. Nothing here is fitted to a throughput. */
export function costsOf({ store, http }: Capacity): Costs {
  const { operations } = store
  const of = (name: string, together: number): { postgresUs: number; ownUs: number } => {
    const found = operations[`${name} ${together}`]
    if (found === undefined) throw new Error(`no figure for ${name} ${together}`)
    return found
  }
  const BATCHED = new Set(['submit', 'claim', 'finish'])
  const cost = (field: 'postgresUs' | 'ownUs') => (name: string, together: number) => {
    // A poll in the store is two statements, of which a task that still runs needs the first.
    if (name === 'find a task') return of('poll', TOGETHER)[field] / 2 / 1_000
    // Statements that are not gathered cost the same each; twenty side by side is how a busy process sends them.
    if (!BATCHED.has(name)) return of(name, TOGETHER)[field] / 1_000
    const { once, each } = linear(of(name, 1)[field], of(name, TOGETHER)[field])
    return (once + each * together) / 1_000
  }
  const asking = cost('ownUs')
  const point = (what: string, callers: number): { apiUs: number; ownUs: number } => {
    const found = http.points.find((each) => each.what === what && each.callers === callers)
    if (found === undefined) throw new Error(`no figure for ${what} by ${callers}`)
    return found
  }
  const submits = point('submit', 16)
  // By sixteen callers, the store gathers about half of them into each statement.
  const gathered = 8
  return {
    postgres: cost('postgresUs'),
    asking,
    flushMs: store.flushUs / 1_000,
    httpFlushMs: http.flushUs / 1_000,
    submitHttpMs: Math.max(0, submits.apiUs / 1_000 - asking('find a key', 1) - asking('submit', gathered) / gathered),
    pollHttpMs: Math.max(0, point('poll', 16).apiUs / 1_000 - asking('find a key', 1) - asking('find a task', 1)),
    callerMs: submits.ownUs / 1_000,
  }
}

/** Where processes run and what they share. */
export type World = {
  time: Timeline
  cores: Servers
  postgresCores: Servers
  log: { commit(then: () => void): void; busy(): number }
  costs: Costs
  /** One way through the network, in ms. */
  hopMs: number
}

export type Site = { cores: number; others: number } | { postgresCores: number; hopMs: number }

/**
 * Everything on one machine, as it was measured, beside others who slow its cores; or PostgreSQL on cores of its own, and
 * cores enough for all others.
 */
export function world(costs: Costs, place: Site): World {
  const time = timeline()
  const log = groupCommit(time, costs.flushMs)
  if ('cores' in place) {
    const cores = servers(time, place.cores, 1 - place.others)
    return { time, cores, postgresCores: cores, log, costs, hopMs: 0 }
  }
  const plenty = 10_000
  const postgresCores = servers(time, place.postgresCores)
  return { time, cores: servers(time, plenty), postgresCores, log, costs, hopMs: place.hopMs }
}

/** A process of ours with its connections. */
export function processOf(world: World, connections = 10) {
  const { time, costs, hopMs } = world
  const own = thread(time, world.cores)
  const pool = batcher(time, { lanes: connections, most: 1 }, (_, done) => open.shift()?.(done))
  const open: ((done: () => void) => void)[] = []
  /** One statement: half of our part before it, half after it. */
  const statement = (name: string, how: { together: number; commits: boolean }, then: () => void): void => {
    const asking = costs.asking(name, how.together) / 2
    open.push((done) => {
      const answered = (): void => time.after(hopMs, () => own.use(asking, done))
      const executed = (): void => (how.commits ? world.log.commit(answered) : answered())
      const arrived = (): void => world.postgresCores.use(costs.postgres(name, how.together), executed)
      own.use(asking, () => time.after(hopMs, arrived))
    })
    pool(then)
  }
  const gathered = (name: string, lanes: number): ((then: () => void) => void) =>
    batcher(time, { lanes, most: 100 }, (together, done) => statement(name, { together, commits: true }, done))
  return {
    own,
    statement,
    insert: gathered('submit', 1),
    finish: gathered('finish', 4),
  }
}

export type Process = ReturnType<typeof processOf>

/** A request that submits: who asks, how it is read, and that it is on disk before it is answered. */
export function submit(world: World, api: Process, then: () => void): void {
  const half = world.costs.submitHttpMs / 2
  const accepted = (): void => api.insert(() => api.own.use(half, then))
  api.own.use(half, () => api.statement('find a key', { together: 1, commits: false }, accepted))
}

/** A request that polls a task that still runs: who asks, and the task. */
export function poll(world: World, api: Process, then: () => void): void {
  const half = world.costs.pollHttpMs / 2
  const found = (): void => api.own.use(half, then)
  const known = (): void => api.statement('find a task', { together: 1, commits: false }, found)
  api.own.use(half, () => api.statement('find a key', { together: 1, commits: false }, known))
}

/** So many callers that each wait for their answer: how many answers a second. */
export function closedLoop(world: World, callers: number, one: (then: () => void) => void, ms = 4_000): number {
  let done = 0
  const again = (): void => {
    one(() => {
      done++
      again()
    })
  }
  for (let n = 0; n < callers; n++) again()
  world.time.run(ms)
  return (done / ms) * 1_000
}

/** Requests at a pace of their own: how long each took, in ms, in order of size. */
export function openLoop(world: World, perSecond: number, one: (then: () => void) => void, ms = 4_000): number[] {
  const random = seeded(7)
  const times: number[] = []
  const next = (): void => {
    const from = world.time.now()
    one(() => times.push(world.time.now() - from))
    world.time.after((-Math.log(1 - random.fraction()) * 1_000) / perSecond, next)
  }
  next()
  world.time.run(ms)
  return times.sort((x, y) => x - y)
}
