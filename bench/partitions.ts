// npm run bench:partitions — what it would cost every operation to have the tasks in several partitions.
//   npm run bench:partitions -- --partitions 1,3,12 --trials 60 --only 'claim|list'
// The same small store several times: with the table as it is, and with it divided by ranges of ids, which prunes a look-up by id
// to one partition. Compared is the CPU time of the server's process, which a busy machine hardly changes (Linux only).
// Decision 51 says what this was for.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { postgresStore } from '../src/store/postgres/store.ts'
import { aKey, OWNER, range } from '../test/contracts/build.ts'
import { seeded } from '../test/chaos/seeded-random.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { BENCH_KEY, fillStatements, HEAVY_KEY, POSTGRES, SMALL_KEY, type Size } from './scale-fill.ts'
import type { Side } from './scale-lists.ts'
import { OPERATIONS } from './scale-operations.ts'

const { values } = parseArgs({
  options: {
    partitions: { type: 'string', default: '1,3,12' },
    trials: { type: 'string', default: '60' },
    only: { type: 'string', default: '' },
  },
})
const AIM = 1.3
const WARM_UP = 8
const SIZE: Size = { finished: 6_000, sleeping: 500, keys: 2, rareEvery: 50 }
const COUNTS = [0, ...values.partitions.split(',').map(Number)]

/** A store with so many partitions, 0 for none, over one connection. */
type Divided = Side & { cpuUs: () => number; find: () => Promise<void> }

const server = await startPostgres()

async function run<Row>(url: string, ...statements: readonly string[]): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  let rows: unknown[] = []
  for (const sql of statements) ({ rows } = await client.query(sql))
  await client.end()
  return rows as Row[]
}

/** Ids that are filled in begin with 10 to 19 and are spread over all but the last partition; new ones begin with 9. */
function divide(count: number): string[] {
  const older = count - 1
  const from = range(count).map((n) =>
    n === 0 ? 'MINVALUE' : n === older ? `'3'` : `'1${(n / older).toFixed(3).slice(2)}'`,
  )
  const partitions = from.map(
    (bound, n) =>
      `CREATE TABLE tasks_${n} PARTITION OF tasks FOR VALUES FROM (${bound}) TO (${from[n + 1] ?? 'MAXVALUE'})`,
  )
  return [
    'ALTER TABLE files DROP CONSTRAINT files_task_id_fkey',
    'ALTER TABLE thumbnails DROP CONSTRAINT thumbnails_task_id_fkey',
    'ALTER TABLE tasks RENAME TO former_tasks',
    'CREATE TABLE tasks (LIKE former_tasks INCLUDING ALL) PARTITION BY RANGE (id)',
    'DROP TABLE former_tasks',
    ...partitions,
  ]
}

async function open(count: number): Promise<Divided> {
  const url = await server.newDatabase()
  const first = await postgresStore({ url })
  for (const id of [BENCH_KEY, HEAVY_KEY, SMALL_KEY]) await first.keys.insert(aKey(id))
  await first.owners.join(OWNER)
  await first.close()
  await run(url, ...(count === 0 ? [] : divide(count)), ...fillStatements(SIZE, POSTGRES), 'VACUUM ANALYZE')
  const store = await postgresStore({ url, maxConnections: 1, migrates: false })
  let pid = 0
  return {
    store,
    size: SIZE,
    random: seeded(1),
    ticks: 0,
    cpuUs: () => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000,
    // A connection that was idle for a while is another one.
    find: async () => {
      await store.ping()
      const sessions = `SELECT pid FROM pg_stat_activity WHERE application_name = 'mediagen' AND datname = current_database()`
      pid = (await run<{ pid: number }>(url, sessions))[0]?.pid ?? 0
    },
  }
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((x, y) => x - y)[Math.floor(numbers.length / 2)] ?? 0

const sides: Divided[] = []
for (const count of COUNTS) sides.push(await open(count))
const [, ...divided] = COUNTS
console.log(
  `| operation | one table, µs | ${divided.map((count) => (count === 1 ? '1 partition' : `${count} partitions`)).join(' | ')} |`,
)
console.log(`|---|---|${divided.map(() => '---|').join('')}`)
const over = divided.map(() => 0)
for (const { name, trial } of OPERATIONS.filter(({ name }) => new RegExp(values.only).test(name))) {
  for (const side of sides) await side.find()
  const times = sides.map((): number[] => [])
  for (let n = -WARM_UP; n < Number(values.trials); n++)
    for (const [index, side] of sides.entries()) {
      const { run, after } = await trial(side)
      const before = side.cpuUs()
      await run()
      const us = side.cpuUs() - before
      await after?.()
      if (n >= 0) times[index]?.push(us)
    }
  const [whole = [], ...others] = times
  const factors = others.map((each) => median(each.map((us, n) => us / (whole[n] ?? us))))
  for (const [index, factor] of factors.entries()) if (factor > AIM) over[index] = (over[index] ?? 0) + 1
  console.log(`| ${name} | ${Math.round(median(whole))} | ${factors.map((factor) => factor.toFixed(2)).join(' | ')} |`)
}
console.log(`\nabove ${AIM}: ${divided.map((count, index) => `${over[index]} with ${count}`).join(', ')}`)
for (const { store } of sides) await store.close()
await server.stop()
