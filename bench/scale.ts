// npm run bench:scale — what every operation of the store costs in a store that has lived, beside one that has just begun.
//   npm run bench:scale -- --tasks 1000000 --sleeping 100000 --trials 100 --driver sqlite --only list
//   npm run bench:scale -- --tasks 20000 --sleeping 2000 --trials 30      a quick look
//   npm run bench:scale -- --tasks 10000000 --server postgres://user@host/postgres      in databases that stay on that server
//   npm run bench:scale -- --tasks 10000000 --server postgres://… --prepare 9      fills them for some nine minutes, again and again
//   npm run bench:scale -- --cpu      the CPU time of the session of PostgreSQL in place of the time that passes
// Both stores lie on the disk of the temporary folder with the settings of production. The small one holds just enough for
// every operation to give the same rows. Trials alternate between the two, so that whatever else the machine does hits both
// alike. Ends with 1 when an operation is over the aim.
import { parseArgs } from 'node:util'
import { seeded } from '../test/chaos/seeded-random.ts'
import type { Size } from './scale-fill.ts'
import type { Operation, Side } from './scale-lists.ts'
import { OPERATIONS } from './scale-operations.ts'
import { postgresPlace, sqlitePlace, type Filled, type Place } from './scale-stores.ts'

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '1000000' },
    sleeping: { type: 'string', default: '100000' },
    trials: { type: 'string', default: '100' },
    driver: { type: 'string', default: 'sqlite,postgres' },
    only: { type: 'string', default: '' },
    server: { type: 'string' },
    prepare: { type: 'string' },
    cpu: { type: 'boolean', default: false },
  },
})
const AIM = 1.3
// Caches, plans and just-in-time code come to rest before anything counts.
const WARM_UP = 10
// An operation that takes a second a time is known well enough sooner.
const ENOUGH = { trials: 20, ms: 15_000 }

const LARGE: Size = {
  finished: Number(values.tasks),
  sleeping: Number(values.sleeping),
  keys: 200,
  rareEvery: Math.max(50, Math.floor(Number(values.tasks) / 200)),
}
// One page of each list for either key, and a cap's worth of sleeping tasks for each engine.
const SMALL: Size = { finished: 6_000, sleeping: 500, keys: 2, rareEvery: 50 }

type Line = { operation: string; rows: string; 'empty µs': number; 'full µs': number; ratio: string; within: string }

const median = (values: readonly number[]): number =>
  values.toSorted((x, y) => x - y)[Math.floor(values.length / 2)] ?? 0

type Metered = Side & Pick<Filled, 'meter'>

async function trial(operation: Operation, side: Side, clock: () => number): Promise<{ us: number; rows: number }> {
  const { run, after } = await operation.trial(side)
  const before = clock()
  const rows = await run()
  const us = clock() - before
  await after?.()
  return { us, rows }
}

async function compare(operation: Operation, ...sides: Metered[]): Promise<Line & { factor: number }> {
  const seen = await Promise.all(
    sides.map(async (side) => ({ side, clock: await side.meter(), times: [] as number[], rows: new Set<number>() })),
  )
  const began = performance.now()
  for (let n = -WARM_UP; n < Number(values.trials); n++) {
    if (n >= ENOUGH.trials && performance.now() - began > ENOUGH.ms) break
    for (const { side, clock, times, rows } of n % 2 === 0 ? seen : seen.toReversed()) {
      const result = await trial(operation, side, clock)
      rows.add(result.rows)
      if (n >= 0) times.push(result.us)
    }
  }
  const [empty = [], full = []] = seen.map(({ times }) => times)
  // Of each pair, not of the two medians: what slows the machine for a moment slows both of a pair.
  const factor = median(full.map((us, index) => us / (empty[index] ?? us)))
  const rows = [...new Set(seen.map(({ rows }) => [...rows].join(' or ')))].join(' against ')
  return {
    operation: operation.name,
    rows,
    'empty µs': Math.round(median(empty)),
    'full µs': Math.round(median(full)),
    ratio: factor.toFixed(2),
    within: factor <= AIM ? 'yes' : 'NO',
    factor,
  }
}

async function measure(place: Place): Promise<number> {
  try {
    const began = performance.now()
    const small = await place.filled(SMALL)
    const smallBytes = await place.bytes()
    const large = await place.filled(LARGE)
    const bytes = await place.bytes()
    await place.settle()
    const seconds = Math.round((performance.now() - began) / 1_000)
    const each = Math.round((bytes - smallBytes) / (LARGE.finished + LARGE.sleeping))
    console.log(`\n${place.name}: ${LARGE.finished} finished and ${LARGE.sleeping} sleeping tasks,`)
    console.log(`filled in ${seconds} s, ${Math.round(bytes / 1e6)} MB of records, ${each} bytes a task\n`)
    // In databases that stay, the ids of the run before are there already.
    const seed = values.server === undefined ? 1 : Math.floor(performance.timeOrigin / 1_000)
    const sides = [small, large].map((filled, index) => {
      return { ...filled, size: index === 0 ? SMALL : LARGE, random: seeded(index + seed), ticks: 0 }
    })
    console.log('| operation | rows | empty µs | full µs | ratio | within 1.3 |\n|---|---|---|---|---|---|')
    let over = 0
    for (const operation of OPERATIONS.filter(({ name }) => new RegExp(values.only).test(name))) {
      const { factor, ...line } = await compare(operation, ...sides)
      console.log(`| ${Object.values(line).join(' | ')} |`)
      if (factor > AIM) over++
    }
    console.log(`\n${place.name}: ${over} over the aim of ${AIM}`)
    return over
  } finally {
    await place.close()
  }
}

/** Fills the two databases, and begins nothing more when the minutes are over. */
async function prepare(server: string, minutes: number): Promise<void> {
  const place = await postgresPlace({ server })
  const began = performance.now()
  const mayGoOn = (): boolean => performance.now() - began < minutes * 60_000
  const isReady = (await place.prepare(SMALL, mayGoOn)) && (await place.prepare(LARGE, mayGoOn))
  console.log(`${isReady ? 'filled' : 'not filled yet'} after ${Math.round((performance.now() - began) / 1_000)} s`)
  await place.close()
  process.exitCode = isReady ? 0 : 1
}

if (values.prepare !== undefined) await prepare(values.server ?? '', Number(values.prepare))
else {
  let over = 0
  if (values.driver.includes('sqlite') && values.server === undefined) over += await measure(sqlitePlace())
  if (values.driver.includes('postgres'))
    over += await measure(await postgresPlace({ server: values.server, isCpu: values.cpu }))
  process.exitCode = over > 0 ? 1 : 0
}
