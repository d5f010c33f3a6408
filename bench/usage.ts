// What GET /api/ai/usage costs a process that has other things to do: the longest time that nobody else had a turn, and memory.
//   npm run bench:usage -- --tasks 500000
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseArgs } from 'node:util'
import { readUsage } from '../src/actions/reading/read-usage.ts'
import type { Store } from '../src/ports/store.ts'
import { postgresStore } from '../src/store/postgres/store.ts'
import { sqliteStore } from '../src/store/sqlite/store.ts'
import { aKey } from '../test/contracts/build.ts'
import { command, startPostgres } from '../test/support/postgres.ts'

const { values } = parseArgs({
  options: { tasks: { type: 'string', default: '500000' }, rounds: { type: 'string', default: '3' } },
})
const tasks = Number(values.tasks)
const rounds = Number(values.rounds)
const DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1000
const MODELS = 20
const NOW = 1_790_000_000_000
const MIB = 2 ** 20

/** The same rows in either database: a month of one key over twenty models. */
const fill = (numbers: string): string => `INSERT INTO usage
    (task_id, key_id, kind, model, engine, status, units, price_micros, at)
  SELECT 'task-' || n, 'k1', 'image', 'model-' || (n % ${MODELS}), 'e', 'success', 1, 1000,
    ${NOW - (DAYS - 1) * DAY_MS} + n * ${Math.floor(((DAYS - 1) * DAY_MS) / tasks)} FROM ${numbers}`

/** Measures while a timer of the shortest kind tells how long it was kept waiting. */
async function measure(name: string, store: Store): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    globalThis.gc?.()
    const before = process.memoryUsage().rss
    // By the processor's time of this thread: other use of the machine does not count.
    const busyMs = (): number => {
      const { user, system } = process.threadCpuUsage()
      return (user + system) / 1000
    }
    let [last, longest, peak] = [busyMs(), 0, before]
    let isOver = false
    const tick = (): void => {
      const now = busyMs()
      longest = Math.max(longest, now - last)
      peak = Math.max(peak, process.memoryUsage.rss())
      last = now
      if (!isOver) setImmediate(tick)
    }
    setImmediate(tick)
    const startedAt = performance.now()
    const sums = await readUsage(
      { store, clock: { now: () => NOW, elapsed: () => 0, sleep: async () => {} } },
      KEY,
      DAYS,
    )
    const took = performance.now() - startedAt
    isOver = true
    const counted = sums.reduce((sum, each) => sum + each.tasks, 0)
    const cost = `${((peak - before) / MIB).toFixed(1)} MiB`
    process.stdout.write(
      `${name}: ${counted} tasks in ${sums.length} sums, ${took.toFixed(0)} ms, longest wait of others ${longest.toFixed(1)} ms, ${cost}\n`,
    )
  }
  await store.close()
}

const KEY = aKey('k1')
const folder = await mkdtemp(join(tmpdir(), 'mediagen-bench-'))
const path = join(folder, 'mediagen.db')
await sqliteStore(path).close()
const db = new DatabaseSync(path)
db.exec(fill(`(WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < ${tasks}) SELECT n FROM r)`))
db.close()
await measure('sqlite', sqliteStore(path))
await rm(folder, { recursive: true, force: true })

const server = await startPostgres()
const url = await server.newDatabase()
await (await postgresStore({ url })).close()
await command(url, fill(`generate_series(1, ${tasks}::bigint) AS n`))
await command(url, 'VACUUM ANALYZE usage')
await measure('postgres', await postgresStore({ url }))
await server.stop()
