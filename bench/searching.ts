// How long a search through the prompts of a key with very many tasks takes, and how long it keeps everybody else waiting.
//   node bench/searching.ts [--tasks 100000] [--postgres URL]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { findTasks } from '../src/actions/reading/find-tasks.ts'
import { freshTask } from '../src/core/tasks/task.ts'
import type { Store } from '../src/ports/store.ts'
import { postgresStore } from '../src/store/postgres/store.ts'
import { sqliteStore } from '../src/store/sqlite/store.ts'
import { aKey } from '../test/contracts/build.ts'
import { sharedPostgres } from '../test/support/postgres.ts'

const { values } = parseArgs({
  options: { tasks: { type: 'string', default: '100000' }, postgres: { type: 'string' } },
})
const COUNT = Number(values.tasks)
const KEY = 'searched-by-a-bench-alone'
const BATCH = 1_000
// As long as prompts that people write for pictures are.
const WORDS =
  'a wide evening view of the old harbour with small boats under heavy clouds, soft light, film grain, 35 mm'

async function fill(store: Store): Promise<void> {
  await store.keys.insert(aKey(KEY))
  for (let from = 0; from < COUNT; from += BATCH) {
    const batch = Array.from({ length: BATCH }, (_, n) => {
      const createdAt = 1_800_000_000_000 + from + n
      const given = { keyId: KEY, kind: 'image', model: 'm', engine: 'e', createdAt } as const
      const task = { ...given, id: String(10n ** 21n + BigInt(from + n)), prompt: `${WORDS} ${from + n}` }
      return freshTask({ ...task, queueDeadlineAt: createdAt * 2 })
    })
    await Promise.all(batch.map((task) => store.queue.insert({ task, references: [], idempotency: null })))
  }
}

/** Every page of a search that finds nothing: nothing takes longer. */
async function search(store: Store): Promise<{ requests: number; slowestMs: number; wholeMs: number }> {
  const began = performance.now()
  let requests = 0
  let slowestMs = 0
  for (let after: { createdAt: number; id: string } | null | undefined; after !== null; requests++) {
    const asked = performance.now()
    const filter = { keyId: KEY, limit: 20, ...(after && { after }) }
    after = (await findTasks({ store }, filter, ['harbour', 'nowhere'])).next
    slowestMs = Math.max(slowestMs, performance.now() - asked)
  }
  return { requests, slowestMs, wholeMs: performance.now() - began }
}

async function measure(name: string, store: Store): Promise<void> {
  await fill(store)
  await search(store)
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const { requests, slowestMs, wholeMs } = await search(store)
  delay.disable()
  const counted = performance.now()
  await store.tasks.counts({ keyId: KEY, most: 1_000 })
  const countMs = performance.now() - counted
  const ms = (amount: number): string => `${amount.toFixed(1)} ms`
  console.log(
    `${name}: ${COUNT} tasks looked through in ${requests} requests, the slowest ${ms(slowestMs)}, all ${ms(wholeMs)}; ` +
      `the loop stood still for at most ${ms(delay.max / 1e6)}; counts ${ms(countMs)}`,
  )
  await store.close()
}

const folder = await mkdtemp(join(tmpdir(), 'mediagen-searching-'))
await measure('SQLite', sqliteStore(join(folder, 'mediagen.db'), { syncsApart: true }))
await rm(folder, { recursive: true })
const url = values.postgres ?? (await (await sharedPostgres()).newDatabase())
await measure('PostgreSQL', await postgresStore({ url }))
