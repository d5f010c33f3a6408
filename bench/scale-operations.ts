import type { Task } from '../src/core/tasks/task.ts'
import type { ClaimRequest, NewTask } from '../src/ports/store/task-queue.ts'
import { aClaim, aDeliveryClaim, aFile, anOutcome, aTask, OWNER, range } from '../test/contracts/build.ts'
import { BENCH_KEY, filledCreatedAt, filledFileId, filledId, NOW } from './scale-fill.ts'
import { LISTS, read, type Operation, type Side } from './scale-lists.ts'

const BATCH = 20
// An engine with a fifth of all sleeping tasks, and one that has none: what it does is done at once.
const BUSY_ENGINE = 'e0'
const LOCAL_ENGINE = 'local'
const DAY = 86_400_000
const HOUR = 3_600_000

const tick = (side: Side): number => NOW + ++side.ticks
const newId = ({ random }: Side): string =>
  `9${range(3)
    .map(() => String(random.between(1_000_000, 9_999_999)))
    .join('')}`

function newTask(side: Side, changes: Partial<Task> = {}): NewTask {
  const createdAt = tick(side)
  const prompt = 'a red fox crosses a snowy forest at dawn while the camera follows it slowly, soft light, film grain'
  const base = { keyId: BENCH_KEY, engine: BUSY_ENGINE, model: 'm0', prompt, createdAt }
  return { task: aTask(newId(side), { ...base, ...changes }), references: [], idempotency: null }
}

async function waiting(side: Side, count: number, changes: Partial<Task> = {}): Promise<Task[]> {
  const entries = range(count).map(() => newTask(side, changes))
  await Promise.all(entries.map((entry) => side.store.queue.insert(entry)))
  return entries.map(({ task }) => task)
}

const claimOf = (side: Side, changes: Partial<ClaimRequest> = {}): ClaimRequest =>
  aClaim(newId(side), { engine: BUSY_ENGINE, now: tick(side), ...changes })

async function claimed(side: Side, count: number, changes: Partial<Task> = {}): Promise<Task[]> {
  await waiting(side, count, changes)
  const tasks = await side.store.queue.claim(claimOf(side, { limit: count }))
  if (tasks.length !== count) throw new Error(`${tasks.length} tasks were there to claim, not ${count}`)
  return tasks
}

const leaseOf = ({ id, leaseToken }: Task): { id: string; token: string } => ({ id, token: leaseToken ?? '' })

async function finishAll(side: Side, tasks: readonly Task[]): Promise<number> {
  const ended = await Promise.all(
    tasks.map((task) => {
      const finishedAt = tick(side)
      const files = [aFile(`G${task.id}`, task.id, { createdAt: finishedAt })]
      return side.store.queue.finish(leaseOf(task), anOutcome(task, { finishedAt, files }))
    }),
  )
  return ended.filter(Boolean).length
}

/** Tasks that wait no longer, so that one trial leaves nothing to the next. */
const clear =
  (side: Side, engine = BUSY_ENGINE) =>
  async (): Promise<void> => {
    for (let left = 1; left > 0;) {
      const tasks = await side.store.queue.claim(claimOf(side, { engine, limit: 100 }))
      left = await finishAll(side, tasks)
    }
  }

/** A claim of so many waiting tasks, under a cap or none. */
function claim(
  name: string,
  limit: number,
  how: { engine?: string; cap?: (side: Side) => number; gets?: 'none' },
): Operation {
  const { engine = BUSY_ENGINE, cap, gets } = how
  return {
    name,
    trial: async (side) => {
      if (gets !== 'none') await waiting(side, limit, { engine })
      const request = claimOf(side, { engine, limit, cap: cap?.(side) ?? null })
      let taken: Task[] = []
      const run = async (): Promise<number> => (taken = await side.store.queue.claim(request)).length
      const after = async (): Promise<void> => {
        await finishAll(side, taken)
        await clear(side, engine)()
      }
      return { run, after }
    },
  }
}

/** A task that has ended with a file; in the full store one of a million. */
function oldOne({ random, size }: Side): number {
  // Those of the rare kind always succeeded, and so have a file.
  return 7 + size.rareEvery * random.between(0, Math.floor((size.finished - 8) / size.rareEvery))
}

const poll = async ({ store }: Side, id: string): Promise<number> => {
  const task = await store.tasks.find(id)
  return (task === undefined ? 0 : 1) + (await store.files.ofTask(id)).length
}

/** The last day's idempotency records are there for finished tasks; the newest of the heavy key is one of them. */
async function repeatOf({ store, size }: Side): Promise<{ keyId: string; key: string }> {
  const i = size.finished - 1
  const task = await store.tasks.find(filledId(i))
  return { keyId: task?.keyId ?? '', key: `order-${i}` }
}

/** All that is measured. Each leaves the store as it found it, but for tasks that have ended. */
export const OPERATIONS: readonly Operation[] = [
  claim('claim 1', 1, {}),
  claim(`claim ${BATCH}`, BATCH, {}),
  claim('claim, nothing due', 1, { gets: 'none' }),
  claim('claim 1, cap 50, none asleep', 1, { engine: LOCAL_ENGINE, cap: () => 50 }),
  claim('claim 1, cap 50, no room', 1, { cap: () => 50, gets: 'none' }),
  claim('claim 1, cap above all that sleep', 1, { cap: ({ size }) => size.sleeping }),
  {
    name: 'claim 1 and finish it',
    trial: async (side) => {
      await waiting(side, 1)
      return { run: async () => finishAll(side, await side.store.queue.claim(claimOf(side))) }
    },
  },
  {
    name: `finish ${BATCH}`,
    trial: async (side) => {
      const tasks = await claimed(side, BATCH)
      return { run: () => finishAll(side, tasks) }
    },
  },
  {
    name: 'beat',
    trial: async (side) => ({ run: async () => Number(await side.store.owners.beat(OWNER)) }),
  },
  {
    name: 'leases still good',
    trial: async (side) => {
      const tasks = await claimed(side, BATCH)
      const run = async (): Promise<number> => BATCH - (await side.store.queue.lost(tasks.map(leaseOf))).length
      return { run, after: () => finishAll(side, tasks) }
    },
  },
  {
    name: 'advance: begin',
    trial: async (side) => {
      const tasks = await claimed(side, 1)
      const [task] = tasks as [Task]
      const startedAt = tick(side)
      const change = { status: 'processing', step: 'starting', startedAt, startKey: `start_${task.id}` } as const
      const runDeadlineAt = startedAt + HOUR
      const run = async (): Promise<number> =>
        (await side.store.queue.advance(leaseOf(task), { ...change, runDeadlineAt })) === undefined ? 0 : 1
      return { run, after: () => finishAll(side, tasks) }
    },
  },
  {
    name: 'advance: put to sleep',
    trial: async (side) => {
      const [task] = (await claimed(side, 1)) as [Task]
      const releaseUntil = tick(side)
      const change = { status: 'processing', step: 'running', operation: { id: task.id }, releaseUntil } as const
      const run = async (): Promise<number> =>
        (await side.store.queue.advance(leaseOf(task), change)) === undefined ? 0 : 1
      return { run, after: clear(side) }
    },
  },
  {
    name: 'submit 1',
    trial: async (side) => {
      const entry = newTask(side)
      return { run: async () => (await side.store.queue.insert(entry), 1), after: clear(side) }
    },
  },
  {
    name: 'submit 1, idempotent',
    trial: async (side) => {
      const idempotency = { key: newId(side), fingerprint: 'f', expiresAt: NOW + DAY }
      const entry = { ...newTask(side), idempotency }
      return { run: async () => (await side.store.queue.insert(entry), 1), after: clear(side) }
    },
  },
  {
    name: `submit ${BATCH} at once`,
    trial: async (side) => {
      const entries = range(BATCH).map(() => newTask(side))
      const run = async (): Promise<number> =>
        (await Promise.all(entries.map((entry) => side.store.queue.insert(entry)))).length
      return { run, after: clear(side) }
    },
  },
  read('poll an old task', (side) => {
    const id = filledId(oldOne(side))
    return () => poll(side, id)
  }),
  {
    name: 'poll a new task',
    trial: async (side) => {
      const [task] = (await claimed(side, 1)) as [Task]
      await finishAll(side, [task])
      return { run: () => poll(side, task.id) }
    },
  },
  read('find a file', (side) => {
    const id = filledFileId(oldOne(side))
    return async () => ((await side.store.files.find(id)) === undefined ? 0 : 1)
  }),
  read(
    'find a key',
    ({ store }) =>
      async () =>
        (await store.keys.findByHash('hash of k1')) === undefined ? 0 : 1,
  ),
  ...LISTS,
  {
    name: 'find a repeat',
    trial: async (side) => {
      const { keyId, key } = await repeatOf(side)
      return { run: async () => ((await side.store.tasks.findRepeat(keyId, key, NOW)) === undefined ? 0 : 1) }
    },
  },
  {
    name: 'queue position, 20th',
    trial: async (side) => {
      const tasks = await waiting(side, BATCH)
      const last = tasks.at(-1) as Task
      return { run: () => side.store.tasks.queuePosition(last), after: clear(side) }
    },
  },
  read('overdue, none', (side) => async () => (await side.store.chores.overdue(tick(side), 200)).length),
  read('finished before, none', ({ store, size }) => async () => {
    return (await store.chores.removable(filledCreatedAt(0, size), { after: undefined, limit: 200 })).ids.length
  }),
  read(
    'finished before, 200',
    ({ store }) =>
      async () =>
        (await store.chores.removable(NOW, { after: undefined, limit: 200 })).ids.length,
  ),
  {
    name: 'remove a task',
    trial: async (side) => {
      const [task] = (await claimed(side, 1)) as [Task]
      await finishAll(side, [task])
      return { run: async () => (await side.store.chores.remove([task.id])).fileIds.length }
    },
  },
  read('deliveries, nothing due', (side) => async () => {
    return (await side.store.deliveries.claim(aDeliveryClaim('t', { now: tick(side) }))).length
  }),
  {
    name: 'deliveries: claim 1 and record it',
    trial: async (side) => {
      await finishAll(side, await claimed(side, 1, { webhookUrl: 'https://hooks1.example.com/mediagen' }))
      const token = newId(side)
      const request = aDeliveryClaim(token, { now: tick(side) })
      const run = async (): Promise<number> => {
        const deliveries = await side.store.deliveries.claim(request)
        const attempt = { at: request.now, durationMs: 5, status: 200, error: null, answer: '' }
        for (const { id } of deliveries)
          await side.store.deliveries.record({ id, token }, { attempt, status: 'delivered', nextRunAt: null })
        return deliveries.length
      }
      return { run }
    },
  },
  read(
    'sweep idempotency, none',
    ({ store }) =>
      () =>
        store.chores.sweepIdempotency(NOW - 2 * DAY, 1_000),
  ),
]
