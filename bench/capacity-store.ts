import { Client } from 'pg'
import type { Task } from '../src/core/tasks/task.ts'
import type { Store } from '../src/ports/store.ts'
import { postgresStore } from '../src/store/postgres/store.ts'
import { aClaim, aFile, aKey, anOutcome, aTask, OWNER, range } from '../test/contracts/build.ts'
import { costOf, openMeter, type Cost, type Meter } from './capacity-meter.ts'

/** Costs of the store's own operations by how many come together, and how fast a few callers or workers get through. */
export type StoreCosts = {
  operations: Record<string, Cost & { together: number }>
  inserts: ({ callers: number } & Cost)[]
  lives: ({ workers: number; batch: number } & Cost)[]
  /** What one notification costs the server, and each process that hears it, in µs. */
  bell: { postgresUs: number; listenerUs: number }
  flushUs: number
}

const TOGETHER = 20
const ROUNDS = 5
const PROMPT = 'x'.repeat(100)
const ENGINE = 'e'

let ids = 0
// Scattered like real ids.
const newId = (): string => `${1 + ((++ids * 7_654_321_987) % 8_999_999_999)}`.padStart(11, '1') + String(1e10 + ids)

const leaseOf = ({ id, leaseToken }: Task): { id: string; token: string } => ({ id, token: leaseToken ?? '' })

async function insert(store: Store, count: number): Promise<void> {
  const now = Date.now()
  const tasks = range(count).map(() => aTask(newId(), { prompt: PROMPT, engine: ENGINE, createdAt: now }))
  await Promise.all(tasks.map((task) => store.queue.insert({ task, references: [], idempotency: null })))
}

const claim = (store: Store, limit: number): Promise<Task[]> =>
  store.queue.claim(aClaim(newId(), { engine: ENGINE, now: Date.now(), limit }))

async function finish(store: Store, tasks: readonly Task[]): Promise<void> {
  const finishedAt = Date.now()
  await Promise.all(
    tasks.map((task) => {
      const outcome = anOutcome(task, { finishedAt, files: [aFile(`F${task.id}`, task.id)] })
      return store.queue.finish(leaseOf(task), outcome)
    }),
  )
}

const begin = (now: number): Parameters<Store['queue']['advance']>[1] => ({
  status: 'processing',
  step: 'starting',
  startedAt: now,
  runDeadlineAt: now + 1_800_000,
  startKey: 'start_0123456789012345678901',
})

/** Runs `work` on all items in turn, so many side by side. */
async function each<T>(items: readonly T[], sideBySide: number, work: (item: T) => Promise<unknown>): Promise<void> {
  let next = 0
  const line = async (): Promise<void> => {
    while (next < items.length) await work(items[next++] as T)
  }
  await Promise.all(range(sideBySide).map(line))
}

/** One pass of `count` tasks through their life, each operation on its own and by so many together. */
async function passThrough(
  store: Store,
  meter: Meter,
  count: number,
  together: number,
): Promise<StoreCosts['operations']> {
  const costs: StoreCosts['operations'] = {}
  const measured = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const before = await meter.read()
    await work()
    costs[`${name} ${together}`] = { together, ...costOf(before, await meter.read(), count) }
  }
  const batches = range(count / together)
  const tasks: Task[] = []
  await measured('submit', () => each(batches, 1, () => insert(store, together)))
  await measured('claim', () => each(batches, 1, async () => void tasks.push(...(await claim(store, together)))))
  await measured('advance', () =>
    each(tasks, together, (task) => store.queue.advance(leaseOf(task), begin(Date.now()))),
  )
  await measured('beat', () => each(tasks, together, () => store.owners.beat(OWNER)))
  await measured('poll', () =>
    each(tasks, together, async ({ id }) => {
      await store.tasks.find(id)
      await store.files.ofTask(id)
    }),
  )
  await measured('find a key', () => each(tasks, together, () => store.keys.findByHash('hash of k1')))
  const groups = batches.map((index) => tasks.slice(index * together, (index + 1) * together))
  await measured('finish', () => each(groups, 1, (group) => finish(store, group)))
  await measured('remove', () => each(tasks.slice(0, count), together, ({ id }) => store.chores.remove([id])))
  await measured('look for work, none', () => each(tasks, 1, () => claim(store, 1)))
  return costs
}

/** Inserts by so many callers at once, each waiting for its answer. */
async function inserts(store: Store, meter: Meter, callers: number, count: number): Promise<Cost> {
  const before = await meter.read()
  await each(range(count), callers, () => insert(store, 1))
  return costOf(before, await meter.read(), count)
}

/** Claim and finish by so many workers, a batch at a time. */
async function lives(
  store: Store,
  meter: Meter,
  how: { workers: number; batch: number; count: number },
): Promise<Cost> {
  await each(range(how.count / 50), 2, () => insert(store, 50))
  const before = await meter.read()
  const worker = async (): Promise<void> => {
    for (let tasks = await claim(store, how.batch); tasks.length > 0; tasks = await claim(store, how.batch))
      await finish(store, tasks)
  }
  await Promise.all(range(how.workers).map(worker))
  return costOf(before, await meter.read(), how.count)
}

/** What a change costs everyone who listens: each process hears of every change of the fleet. */
async function bellCost(url: string, meter: Meter, count: number): Promise<StoreCosts['bell']> {
  const listener = new Client({ connectionString: url })
  await listener.connect()
  let heard = 0
  const { promise: all, resolve } = Promise.withResolvers<void>()
  listener.on('notification', () => (++heard === count ? resolve() : undefined))
  await listener.query('LISTEN bench')
  const before = await meter.read()
  // In portions of what rings in a few milliseconds.
  for (const n of range(count / 20))
    await meter.rows(
      `SELECT pg_notify('bench', 'task:' || i || '0123456789' || ${n}) FROM generate_series(1, 20) AS s (i)`,
    )
  await all
  const { postgresUs, ownUs } = costOf(before, await meter.read(), count)
  await listener.end()
  return { postgresUs, listenerUs: ownUs }
}

async function oneRound(store: Store, meter: Meter, scale: number): Promise<Omit<StoreCosts, 'bell' | 'flushUs'>> {
  const operations = {
    ...(await passThrough(store, meter, 500 * scale, 1)),
    ...(await passThrough(store, meter, 1_000 * scale, TOGETHER)),
  }
  const found: Omit<StoreCosts, 'bell' | 'flushUs'> = { operations, inserts: [], lives: [] }
  for (const callers of [1, 4, 16, 64]) {
    const count = (callers === 1 ? 500 : 2_000) * scale
    found.inserts.push({ callers, ...(await inserts(store, meter, callers, count)) })
    await lives(store, meter, { workers: 4, batch: 100, count: 0 })
  }
  for (const workers of [1, 2, 4]) {
    const how = { workers, batch: TOGETHER }
    found.lives.push({ ...how, ...(await lives(store, meter, { ...how, count: 4_000 * scale })) })
  }
  return found
}

/** The middle one of the rounds, for each figure by itself. */
function middleOf<T>(rounds: readonly T[]): T {
  const [first] = rounds
  if (typeof first === 'number') return (rounds as readonly number[]).toSorted((x, y) => x - y)[rounds.length >> 1] as T
  if (typeof first !== 'object' || first === null) return first as T
  const middle = Object.entries(first).map(([name]) => {
    return [name, middleOf(rounds.map((round) => (round as Record<string, unknown>)[name]))]
  })
  return (Array.isArray(first) ? middle.map(([, value]) => value) : Object.fromEntries(middle)) as T
}

/** Measures the store on this database, which must be its own. */
export async function measureStore(url: string, scale: number): Promise<StoreCosts> {
  const store = await postgresStore({ url })
  const meter = await openMeter(url)
  try {
    await store.keys.insert(aKey('k1'))
    await store.owners.join(OWNER)
    // Connections, plans and code come to rest first.
    await passThrough(store, meter, 600, TOGETHER)
    // In rounds, so that a bad moment of the machine hits a little of everything and not all of one.
    const rounds: Omit<StoreCosts, 'bell' | 'flushUs'>[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await oneRound(store, meter, scale))
    const bell = await bellCost(url, meter, 5_000 * scale)
    return { ...middleOf(rounds), bell, flushUs: await meter.flushUs() }
  } finally {
    await meter.close()
    await store.close()
  }
}
