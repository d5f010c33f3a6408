// npm run bench:queue [-- peers] — durable claim and completion per second, and the time from insert to pick-up, on a real
// PostgreSQL with its default settings (fsync on): ours beside the barest loop that can be written, and beside SQLite.
// With `peers`, pg-boss and graphile-worker are installed into a temporary folder and join in.
import { aKey, anOutcome, aTask } from '../test/contracts/build.ts'
import { startPostgres } from '../test/support/postgres.ts'
import { bareLoop, ourStore, type Contender } from './queue-contenders.ts'
import { peers } from './queue-peers.ts'

const JOBS = 6_000
const ROUNDS = 5
const BATCH = 20
const WORKERS = 4
const PICK_UPS = 300

const median = (values: number[]): number => values.sort((x, y) => x - y)[Math.floor(values.length / 2)] ?? 0
const percentile = (values: number[], p: number): number =>
  values.sort((x, y) => x - y)[Math.min(values.length - 1, Math.floor(values.length * p))] ?? 0

const server = await startPostgres()
const contenders: Contender[] = [
  bareLoop(await server.newDatabase()),
  ourStore('ours, PostgreSQL', { url: await server.newDatabase(), aKey, aTask, anOutcome }),
  ourStore('ours, SQLite (FULL)', { aKey, aTask, anOutcome }),
  ...(process.argv.includes('peers') ? await peers(() => server.newDatabase()) : []),
]
const rates = new Map(contenders.map(({ name }) => [name, { enqueue: [] as number[], work: [] as number[] }]))
const pickUps = new Map<string, number[]>()
try {
  for (const contender of contenders) await contender.open()
  // In turns, so that whatever else the machine does hits all alike.
  for (let round = 0; round < ROUNDS; round++) {
    for (const contender of contenders) {
      const times = rates.get(contender.name)
      const before = performance.now()
      await contender.fill(JOBS)
      const filled = performance.now()
      await contender.work(JOBS, { batch: BATCH, workers: WORKERS })
      times?.enqueue.push((JOBS / (filled - before)) * 1000)
      times?.work.push((JOBS / (performance.now() - filled)) * 1000)
    }
  }
  for (const contender of contenders) pickUps.set(contender.name, await contender.pickUp(PICK_UPS))
} finally {
  for (const contender of contenders) await contender.close()
  await server.stop()
}

const bare = median(rates.get(contenders[0]?.name ?? '')?.work ?? [])
console.table(
  contenders.map(({ name }) => {
    const { enqueue, work } = rates.get(name) ?? { enqueue: [], work: [] }
    const waits = pickUps.get(name) ?? []
    return {
      name,
      'inserts/s': Math.round(median(enqueue)),
      'claim+complete/s': Math.round(median(work)),
      'of bare': (median(work) / bare).toFixed(2),
      'pick-up p50 ms': percentile(waits, 0.5).toFixed(1),
      'pick-up p99 ms': percentile(waits, 0.99).toFixed(1),
    }
  }),
)
