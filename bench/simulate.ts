// npm run simulate [-- bench/capacity.json] — a model of the fleet, fed with the costs that `npm run bench:capacity -- --save
// bench/capacity.json` measured. First it plays what was measured and says how far off it is; only then what was not.
// It is seeded: the same figures give the same answers.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Capacity } from './capacity.ts'
import {
  advancesOf,
  AT_MOST,
  ceilings,
  CONNECTIONS_PER_PROCESS,
  DEFAULT_CONNECTIONS,
  FILMS,
  fleetFor,
  keyShares,
  largestShard,
  play,
  type Scenario,
} from './simulate-fleet.ts'
import {
  closedLoop,
  costsOf,
  openLoop,
  poll,
  processOf,
  submit,
  world,
  type Costs,
  type World,
} from './simulate-model.ts'

const file = process.argv[2] ?? join(import.meta.dirname, 'capacity.json')
const capacity = JSON.parse(readFileSync(file, 'utf8')) as Capacity
const costs = costsOf(capacity)

const table = (head: string[], rows: (string | number)[][]): void => {
  console.log(`| ${head.join(' | ')} |\n|${head.map(() => '---').join('|')}|`)
  for (const row of rows) console.log(`| ${row.join(' | ')} |`)
  console.log()
}
const short = (value: number): number => Number(value.toPrecision(3))

type Row = { point: string; measured: number; simulated: number; others: number }

/** What was measured, played: everything on the cores of one machine, the driver of the load as well. */
function played(): Row[] {
  const rows: Row[] = []
  const httpCosts = { ...costs, flushMs: costs.httpFlushMs }
  const here = (others: number, by = costs): World => world(by, { cores: capacity.cores, others })
  for (const { callers, perSecond, others } of capacity.store.inserts) {
    const place = here(others)
    const own = processOf(place)
    const simulated = closedLoop(place, callers, (then) => own.insert(then))
    rows.push({ point: `inserts/s, ${callers} callers`, measured: perSecond, simulated, others })
  }
  for (const { workers, batch, perSecond, others } of capacity.store.lives) {
    const place = here(others)
    const own = processOf(place)
    const life = (then: () => void): void => {
      const end = (): void => own.statement('finish', { together: batch, commits: true }, then)
      own.statement('claim', { together: batch, commits: true }, end)
    }
    const simulated = closedLoop(place, workers, life) * batch
    rows.push({ point: `claim+finish/s, ${workers} workers`, measured: perSecond, simulated, others })
  }
  for (const { what, callers, perSecond, others } of capacity.http.points) {
    if (what !== 'submit' && what !== 'poll') continue
    const simulated = overHttp(here(others, httpCosts), callers, what === 'submit' ? submit : poll)
    rows.push({ point: `HTTP ${what}s/s, ${callers} callers`, measured: perSecond, simulated, others })
  }
  const half = capacity.http.points.find(({ what }) => what === 'submit at half load')
  if (half === undefined) return rows
  const { others, perSecond, p50Ms, p99Ms } = half
  const place = here(others, httpCosts)
  const [client, api] = [processOf(place), processOf(place)]
  const times = openLoop(place, perSecond, (then) => client.own.use(costs.callerMs, () => submit(place, api, then)))
  const quantile = (q: number): number => times[Math.floor(times.length * q)] ?? NaN
  rows.push({ point: `HTTP submit at ${perSecond}/s, p50 ms`, measured: p50Ms, simulated: quantile(0.5), others })
  rows.push({ point: `HTTP submit at ${perSecond}/s, p99 ms`, measured: p99Ms, simulated: quantile(0.99), others })
  return rows
}

function backtest(): void {
  const { at, cores } = capacity
  console.log(`Measured (${at}, ${cores} cores, log to disk ${short(costs.flushMs)} ms), and what the model gives:\n`)
  const rows = played().map((row) => ({ ...row, off: row.simulated / row.measured - 1 }))
  table(
    ['point', 'measured', 'simulated', 'off by', 'cores had by others'],
    rows.map(({ point, measured, simulated, off, others }) => {
      const sign = off >= 0 ? '+' : ''
      return [
        point,
        short(measured),
        short(simulated),
        `${sign}${Math.round(off * 100)} %`,
        `${Math.round(others * 100)} %`,
      ]
    }),
  )
  const errors = rows.map(({ off }) => Math.abs(off)).sort((x, y) => x - y)
  console.log(`off by ${Math.round((errors[Math.floor(errors.length / 2)] ?? 0) * 100)} % in the median\n`)
}

function overHttp(place: World, callers: number, one: typeof submit): number {
  const [client, api] = [processOf(place), processOf(place)]
  return closedLoop(place, callers, (then) => client.own.use(costs.callerMs, () => one(place, api, then)))
}

function extrapolate(name: string, scenario: Scenario, costs: Costs): void {
  const fleet = fleetFor(costs, capacity, scenario)
  const { demand } = fleet
  const { tasksPerSecond } = scenario
  const disk = Object.values(capacity.http.bytesPerTask).reduce((sum, bytes) => sum + bytes, 0)
  const connections = (fleet.apis + fleet.workers) * CONNECTIONS_PER_PROCESS
  console.log(`${tasksPerSecond} tasks a second, ${name} (every part at most ${AT_MOST * 100} % busy):\n`)
  table(
    ['of', 'a task', 'a second', 'needed'],
    [
      [
        'api',
        `${short(demand.apiMs)} ms`,
        `${short((demand.apiMs * tasksPerSecond) / 1_000)} cores`,
        `${fleet.apis} processes`,
      ],
      [
        'worker',
        `${short(demand.workerMs)} ms`,
        `${short((demand.workerMs * tasksPerSecond) / 1_000)} cores`,
        `${fleet.workers} processes`,
      ],
      [
        'PostgreSQL',
        `${short(demand.postgresMs)} ms`,
        `${short((demand.postgresMs * tasksPerSecond) / 1_000)} cores`,
        `${fleet.postgresCores} cores`,
      ],
      [
        'bell, in every process',
        `${demand.rings} rings`,
        `${demand.rings * tasksPerSecond} rings`,
        `${short(fleet.bellShare * 100)} % of each`,
      ],
      [
        'commits',
        short(demand.commits),
        short(demand.commits * tasksPerSecond),
        `${short((demand.commits * tasksPerSecond * costs.flushMs) / 1_000)} committing at once`,
      ],
      [
        'log',
        `${demand.walBytes} bytes`,
        `${short((demand.walBytes * tasksPerSecond) / 1e6)} MB`,
        `${short((demand.walBytes * tasksPerSecond * 86_400) / 1e12)} TB a day`,
      ],
      [
        'records',
        `${disk} bytes`,
        `${short((disk * tasksPerSecond) / 1e6)} MB`,
        `${short((disk * tasksPerSecond * 86_400) / 1e9)} GB a day, ${short((disk * tasksPerSecond * 86_400 * 30) / 1e12)} TB in 30 days`,
      ],
      ['connections', '', '', `${connections}, where PostgreSQL allows ${DEFAULT_CONNECTIONS} by default`],
    ],
  )
  if (!Number.isFinite(fleet.apis + fleet.workers)) return
  console.log('what is used up first as the load on this fleet rises:\n')
  table(
    ['part', 'tasks a second'],
    ceilings(capacity, fleet).map(({ part, tasksPerSecond }) => [part, tasksPerSecond]),
  )
  const paces = [0.5, 1, 1.25, 1.5].map((factor) => Math.round(tasksPerSecond * factor))
  const share = (value: number): string => `${Math.round(value * 100)} %`
  table(
    ['tasks a second, played', 'submit p50 ms', 'p99 ms', 'PostgreSQL', 'log', 'api', 'worker'],
    paces.map((pace) => {
      const waits = play(costs, { ...scenario, tasksPerSecond: pace }, fleet)
      return [
        pace,
        short(waits.p50Ms),
        short(waits.p99Ms),
        share(waits.postgres),
        share(waits.log),
        share(waits.api),
        share(waits.worker),
      ]
    }),
  )
}

/** Ten thousand a second, in one installation and in several that know nothing of each other. */
function spread(name: string, scenario: Scenario): void {
  const tasksPerSecond = 10_000
  console.log(
    `${tasksPerSecond} tasks a second, ${name}, over so many installations (each part at most ${AT_MOST * 100} % busy):\n`,
  )
  const rows = [1, 2, 4, 10].map((installations) => {
    const own = { ...scenario, tasksPerSecond: tasksPerSecond / installations }
    const { apis, workers, postgresCores, bellShare, demand } = fleetFor(costs, capacity, own)
    const bell = `${Math.round(bellShare * 100)} %`
    if (!Number.isFinite(apis + workers)) return [installations, 'no number of processes', '', '', bell, '', '', '']
    const ofAll = (each: number): number => installations * each
    return [
      installations,
      apis,
      workers,
      `${postgresCores} cores`,
      bell,
      (apis + workers) * CONNECTIONS_PER_PROCESS,
      short(own.tasksPerSecond * demand.commits),
      `${ofAll(apis + workers)} processes, ${ofAll(postgresCores)} cores of PostgreSQL`,
    ]
  })
  table(
    [
      'installations',
      'api',
      'workers',
      'PostgreSQL',
      'bell, of each',
      'connections',
      'commits a second',
      'all together',
    ],
    rows,
  )
}

function shards(): void {
  const seeds = Array.from({ length: 100 }, (_, index) => index + 1)
  const rows = [200, 2_000, 20_000].flatMap((keys) =>
    [0, 0.2].map((heaviest) => {
      const shares = keyShares(keys, heaviest)
      const worst = [2, 4, 8, 16].map((count) => {
        const largest = seeds.map((seed) => largestShard(shares, count, seed)).sort((x, y) => x - y)
        return `${Math.round((largest[50] ?? 0) * 100)} % (${Math.round((largest[95] ?? 0) * 100)} %)`
      })
      return [keys, `${Math.round(Math.max(...shares) * 100)} %`, ...worst]
    }),
  )
  console.log(
    'The largest shard when keys are placed by the hash of their id, median of 100 placings (and one in twenty is worse):\n',
  )
  table(['keys', 'heaviest key', '2 shards', '4', '8', '16'], rows)
}

backtest()
extrapolate('films of a minute, asked after every 5 s by us and by the callers', FILMS, costs)
extrapolate('the same with webhooks in place of polling', { ...FILMS, polls: 0 }, costs)
extrapolate('done at once, as pictures are', { ...FILMS, looks: 1, polls: 0 }, costs)
spread('films of a minute, polled', FILMS)
spread('the same with webhooks', { ...FILMS, polls: 0 })
spread('done at once, as pictures are', { ...FILMS, looks: 1, polls: 0 })
console.log(`(a film's row is written ${advancesOf(FILMS) + 2} times)\n`)
shards()
