// npm run bench:retention — what it takes to remove a month of tasks while others come, and what becomes of their room.
//   npm run bench:retention -- --tasks 1000000 --compare 40000
//   npm run bench:retention -- --server postgres://user@host/postgres      in a database there, which it empties
// One process removes, as retention does, on PostgreSQL with the settings that it comes with; four callers submit, run and poll
// through the same process. Bytes are not removed: that is up to the disk or the bucket, whatever the records do.
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { removeOutdated } from '../src/actions/chores/remove-old.ts'
import type { Files } from '../src/ports/files.ts'
import type { Store } from '../src/ports/store.ts'
import type { EndedAt } from '../src/ports/store/chores.ts'
import { aClaim, aFile, anOutcome, aTask, range } from '../test/contracts/build.ts'
import { BENCH_KEY, fillStatements, NOW, POSTGRES, type Size } from './scale-fill.ts'
import { postgresPlace } from './scale-stores.ts'

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '1000000' },
    compare: { type: 'string', default: '40000' },
    server: { type: 'string' },
  },
})
const SIZE: Size = { finished: Number(values.tasks), sleeping: 20_000, keys: 200, rareEvery: 5_000 }
const QUIET_MS = 10_000
const CALLERS = 4
const TABLES = ['tasks', 'files', 'deliveries', 'delivery_attempts']

let removedFiles = 0
const noFiles = { remove: async () => void removedFiles++ } as unknown as Files

/** Removes so many as it was done once: each by itself, ten at a time. */
async function oneByOne(store: Store, after: EndedAt | undefined, limit: number): Promise<EndedAt | undefined> {
  const { ids, next } = await store.chores.removable(NOW, { after, limit })
  for (let begun = 0; begun < ids.length; begun += 10)
    await Promise.all(ids.slice(begun, begun + 10).map((id) => store.chores.remove([id])))
  return next
}

/** The same, as it is done now. */
async function together(store: Store, after: EndedAt | undefined, limit: number): Promise<EndedAt | undefined> {
  const { ids, next } = await store.chores.removable(NOW, { after, limit })
  await store.chores.remove(ids)
  return next
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((x, y) => x - y)[Math.floor(numbers.length / 2)] ?? 0

async function compare(store: Store): Promise<void> {
  const page = 2_000
  const times: [number, number][] = []
  let after: EndedAt | undefined
  for (let done = 0; done < Number(values.compare); done += 2 * page) {
    const began = performance.now()
    after = await oneByOne(store, after, page)
    const between = performance.now()
    after = await together(store, after, page)
    times.push([between - began, performance.now() - between])
  }
  const perSecond = (which: 0 | 1): number => Math.round((page * 1_000) / median(times.map((each) => each[which])))
  const ratio = median(times.map(([one, other]) => one / other))
  console.log(`one by one ${perSecond(0)}/s, together ${perSecond(1)}/s, ratio ${ratio.toFixed(1)}`)
}

let ids = 0

/** Four callers, each with one task after the other, until told to stop. Gives how long each operation took. */
async function traffic(store: Store, signal: AbortSignal): Promise<{ ms: number[]; failed: number }> {
  const ms: number[] = []
  let failed = 0
  const timed = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    const began = performance.now()
    const value = await work().catch(() => void failed++)
    ms.push(performance.now() - began)
    return value ?? undefined
  }
  const caller = async (engine: string): Promise<void> => {
    while (!signal.aborted) {
      const now = NOW + ++ids
      const id = `9${String(ids).padStart(21, String((ids * 7_654_321_987) % 1e10))}`
      const entry = { task: aTask(id, { keyId: BENCH_KEY, engine, createdAt: now }), references: [], idempotency: null }
      await timed(() => store.queue.insert(entry))
      const tasks = await timed(() => store.queue.claim(aClaim(`t${id}`, { engine, now })))
      for (const task of tasks ?? []) {
        const outcome = anOutcome(task, { finishedAt: now, files: [aFile(`G${task.id}`, task.id)] })
        await timed(() => store.queue.finish({ id: task.id, token: task.leaseToken ?? '' }, outcome))
      }
      await timed(() => store.tasks.view(id))
      await timed(() => store.tasks.list({ keyId: BENCH_KEY, limit: 20 }))
    }
  }
  await Promise.all(range(CALLERS).map((n) => caller(`caller ${n}`)))
  return { ms, failed }
}

async function watched<T>(name: string, store: Store, work: () => Promise<T>): Promise<number> {
  const stop = new AbortController()
  const began = performance.now()
  const callers = traffic(store, stop.signal)
  await work()
  const seconds = (performance.now() - began) / 1_000
  stop.abort()
  const { ms, failed } = await callers
  const sorted = ms.toSorted((x, y) => x - y)
  const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1)
  const rate = Math.round(ms.length / seconds)
  console.log(
    `${name}: ${seconds.toFixed(1)} s; callers ${rate}/s, p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)} ms, ${failed} failed`,
  )
  return seconds
}

async function sizes(client: Client, name: string): Promise<void> {
  const of = TABLES.map(
    (table) => `pg_table_size('${table}') AS ${table}, pg_indexes_size('${table}') AS ${table}_indexes`,
  )
  const { rows } = await client.query<Record<string, string>>(`SELECT ${of.join(', ')}`)
  const told = Object.entries(rows[0] ?? {}).map(([table, bytes]) => `${table} ${Math.round(Number(bytes) / 1e6)}`)
  console.log(`${name}, MB: ${told.join(', ')}`)
}

const place = await postgresPlace({ server: values.server })
try {
  const { store } = await place.filled(SIZE)
  const client = new Client({ connectionString: place.url() })
  await client.connect()
  await place.settle()
  await sizes(client, 'filled')
  await watched('nothing removed', store, () => new Promise((resolve) => setTimeout(resolve, QUIET_MS)))
  await compare(store)
  const before = await client.query<{ count: string }>(`SELECT count(*) FROM tasks WHERE finished_at < ${NOW}`)
  const clock = { now: () => NOW, elapsed: () => 0, sleep: async () => {} }
  const signal = new AbortController().signal
  const seconds = await watched('a month removed', store, () =>
    removeOutdated({ store, files: noFiles, clock, retentionMs: 0 }, signal),
  )
  const left = await client.query<{ count: string }>(`SELECT count(*) FROM tasks WHERE finished_at < ${NOW}`)
  const gone = Number(before.rows[0]?.count) - Number(left.rows[0]?.count)
  console.log(
    `${gone} tasks and ${removedFiles} files, ${Math.round(gone / seconds)} tasks/s; ${left.rows[0]?.count} still announced`,
  )
  await sizes(client, 'removed')
  await watched('vacuum', store, () => client.query('VACUUM (ANALYZE)'))
  await sizes(client, 'vacuumed')
  // The next week comes: room that was left is used again, or the tables grow.
  await client.query(
    `DELETE FROM deliveries; DELETE FROM tasks WHERE finished_at < ${NOW}; TRUNCATE usage, idempotency`,
  )
  for (const sql of fillStatements({ ...SIZE, finished: Math.floor(SIZE.finished / 4), sleeping: 0 }, POSTGRES))
    await client.query(sql)
  await sizes(client, 'a quarter filled again')
  await client.end()
} finally {
  await place.close()
}
