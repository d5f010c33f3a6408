import { fc } from '../support/properties.ts'
import type { Task } from '../../src/core/tasks/task.ts'
import type { Store } from '../../src/ports/store.ts'
import type { Lease } from '../../src/ports/store/owners.ts'
import type { TaskChange } from '../../src/ports/store/task-queue.ts'
import { aClaim, aDeliveryClaim, aFile, anOutcome, aTask, T } from './build.ts'

type Asked<Room extends keyof Store, Names extends keyof Store[Room]> = { [Name in Room]: Pick<Store[Room], Names> }

/** What the commands ask of a store, and so all that the reference knows: it grows with them, not with the store. */
export type Subject = Asked<'tasks', 'find' | 'findRepeat' | 'list' | 'queuePosition' | 'view'> &
  Asked<
    'queue',
    'insert' | 'claim' | 'takePlace' | 'advance' | 'finish' | 'finishAny' | 'heldBy' | 'lost' | 'suspects'
  > &
  Asked<'stops', 'add' | 'dropStarting' | 'putOff' | 'remove' | 'take'> &
  Asked<'owners', 'join' | 'beat' | 'list' | 'bury'> &
  Asked<'deliveries', 'attempts' | 'claim' | 'ofTask' | 'record' | 'requeue' | 'requeueSince'> &
  Asked<'usage', 'sums'> &
  Asked<'files', 'ofTask'> &
  Asked<'chores', 'overdue' | 'removable' | 'remove' | 'sweepIdempotency'>

/** What a run knows: the time, and everything it was ever handed, stale or not. */
type Run = { step: number; now: number; tasks: Task[]; leases: Lease[]; sendings: Lease[] }

export type Command = { words: string; run: (store: Subject, run: Run) => Promise<unknown> }

const HOSTS = ['a.example', 'b.example', 'c.example']
const KEYS = ['k1', 'k2', 'k3']
const nth = fc.nat({ max: 30 })
const engine = fc.constantFrom('e', 'e', 'e', 'f')
const key = fc.constantFrom(...KEYS)
const owner = fc.constantFrom('o1', 'o1', 'o1', 'o2', 'o3')

const pick = <Item>(items: readonly Item[], n: number): Item | undefined =>
  items.length === 0 ? undefined : items[items.length - 1 - (n % items.length)]

function command<Choice>(
  name: string,
  choice: fc.Arbitrary<Choice>,
  run: (store: Subject, state: Run, choice: Choice) => Promise<unknown>,
): fc.Arbitrary<Command> {
  return choice.map((chosen) => ({
    words: `${name} ${JSON.stringify(chosen)}`,
    run: (store, state) => run(store, state, chosen),
  }))
}

const idempotency = fc.option(
  fc.record({ key: fc.constantFrom('i1', 'i2'), fingerprint: fc.constantFrom('x', 'y'), ms: fc.nat({ max: 9_000 }) }),
  { freq: 2 },
)

const insert = command(
  'insert',
  fc.record({
    keyId: key,
    engine,
    host: fc.option(fc.constantFrom(...HOSTS)),
    delay: fc.constantFrom(0, 0, 0, 700),
    kind: fc.constantFrom('image', 'video'),
    waits: fc.constantFrom(3_000, 60_000),
    reference: fc.boolean(),
    byAddress: fc.constantFrom(false, false, true),
    idempotency,
  }),
  async (store, run, wish) => {
    const id = String(1000 + run.step)
    const webhookUrl = wish.host === null ? null : `https://${wish.host}/hook`
    const { keyId, kind, engine } = wish
    const createdAt = run.now
    const times = { createdAt, nextRunAt: createdAt + wish.delay, queueDeadlineAt: createdAt + wish.waits }
    const named: Task['references'] = wish.byAddress ? [{ from: 'url', url: 'https://x.example/a.png' }] : []
    const task = aTask(id, { keyId, kind, engine, webhookUrl, ...times, references: named })
    const references = wish.reference ? [aFile(`r${id}`, id, { role: 'reference', keyId })] : []
    const record = wish.idempotency
    const kept = record === null ? null : { ...record, expiresAt: run.now + record.ms }
    if (kept !== null) Reflect.deleteProperty(kept, 'ms')
    run.tasks.push(task)
    return store.queue.insert({ task, references, idempotency: kept })
  },
)

/** A claimer that knows how long a model may run lets its tasks begin at once. */
const runTimeouts = fc.constantFrom([], [{ kind: 'video' as const, model: 'diorama', ms: 5_000 }])

const claim = command(
  'claim',
  fc.record({
    engine,
    owner,
    limit: fc.integer({ min: 1, max: 4 }),
    wakeLimit: fc.nat({ max: 4 }),
    crowd: fc.constantFrom(0, 0, 'any' as const),
    cap: fc.option(fc.integer({ min: 0, max: 4 })),
    runTimeouts,
  }),
  async (store, run, wish) => {
    const token = `t${run.step}`
    const crowd = wish.crowd === 'any' ? ((await store.queue.suspects(run.now)) ?? 1) : wish.crowd
    const wakeLimit = Math.min(wish.limit, wish.wakeLimit)
    const claimed = await store.queue.claim(aClaim(token, { ...wish, wakeLimit, crowd, now: run.now }))
    run.leases.push(...claimed.map(({ id }) => ({ id, token })))
    return claimed
  },
)

const CHANGES: readonly ((run: Run, lease: Lease) => TaskChange)[] = [
  ({ now }) => ({ status: 'processing', step: 'starting', startedAt: now, runDeadlineAt: now + 5_000, startKey: 's' }),
  ({ now }) => ({ status: 'processing', step: 'running', operation: { b: 1, a: now }, releaseUntil: now + 1_500 }),
  ({ now }) => ({ releaseUntil: now }),
  ({ now }) => ({ releaseUntil: now + 900 }),
  ({ now }) => ({ releaseUntil: now, stillSuspect: true }),
  () => ({ progress: 55, doubts: 1, warnings: ['w'] }),
  ({ now }) => ({ progress: 20, awaySince: now, restarts: 2 }),
  () => ({ guestOf: null }),
  ({ step }, { id }) => ({ step: 'saving', files: [aFile(`c${step}`, id, { role: 'cover' })] }),
  () => ({ step: null, operation: null, references: [{ from: 'url', url: 'https://x.example/' }] }),
]

const advance = command(
  'advance',
  fc.record({ nth, change: fc.nat({ max: CHANGES.length - 1 }) }),
  async (store, run, wish) => {
    const lease = pick(run.leases, wish.nth)
    const change = CHANGES[wish.change]
    if (lease === undefined || change === undefined) return 'none'
    return (await store.queue.advance(lease, change(run, lease))) ?? 'lost'
  },
)

const join = command('join', owner, async (store, _run, id) => store.owners.join(id))

const beat = command('beat', owner, async (store, _run, id) => store.owners.beat(id))

const bury = command(
  'bury',
  fc.record({ owner, beat: fc.constantFrom(null, null, null, 0, 1), witnessed: fc.boolean() }),
  async (store, run, { owner, beat, witnessed }) => {
    await store.owners.bury([{ id: owner, beat }], { witnessed, now: run.now })
    return [await store.owners.list(), await store.queue.suspects(run.now)]
  },
)

const held = command('held', fc.record({ owner, nth }), async (store, run, { owner, nth }) => {
  const lease = pick(run.leases, nth)
  const leases = (await store.queue.heldBy(owner)).map(({ id, token }) => `${id} ${token}`)
  return [leases.sort(), lease === undefined ? [] : await store.queue.lost([lease])]
})

const ending = fc.constantFrom<'success' | 'failed'>('success', 'failed')

/** A task that ends well has no job left; one that ends badly may have. */
function outcomeFor(run: Run, task: Task, status: 'success' | 'failed'): ReturnType<typeof anOutcome> {
  const { keyId, kind, model, engine } = task
  const outcome = anOutcome(task, { status, finishedAt: run.now })
  const files = status === 'success' ? [aFile(`o${run.step}`, task.id)] : []
  const deliveries = outcome.deliveries.map((each) => ({ ...each, id: `msg_${run.step}` }))
  return {
    ...outcome,
    stopJob: status === 'failed',
    files,
    deliveries,
    usage: { ...outcome.usage, keyId, kind, model, engine },
  }
}

const seat = fc.option(
  fc.record({ engine, owner, limit: fc.constantFrom(1, 1, 2), wakeLimit: fc.nat({ max: 1 }), runTimeouts }),
)

const finish = command('finish', fc.record({ nth, ending, seat }), async (store, run, wish) => {
  const lease = pick(run.leases, wish.nth)
  const task = run.tasks.find(({ id }) => id === lease?.id)
  if (lease === undefined || task === undefined) return 'none'
  const outcome = outcomeFor(run, task, wish.ending)
  if (wish.seat === null) return store.queue.finish(lease, outcome)
  const token = `t${run.step}`
  const taken: Task[] = []
  const take = (tasks: Task[]): void => void taken.push(...tasks)
  const ended = await store.queue.finish(lease, outcome, { claim: aClaim(token, { ...wish.seat, now: run.now }), take })
  run.leases.push(...taken.map(({ id }) => ({ id, token })))
  return [ended, taken]
})

const cancel = command('cancel', nth, async (store, run, n) => {
  const task = pick(run.tasks, n)
  return task === undefined ? 'none' : store.queue.finishAny(task.id, outcomeFor(run, task, 'failed'))
})

const takePlace = command(
  'take a place',
  fc.record({ nth, engine, cap: fc.integer({ min: 0, max: 4 }) }),
  async (store, run, { nth, engine, cap }) => {
    const lease = pick(run.leases, nth)
    return lease === undefined ? 'none' : store.queue.takePlace(lease, { engine, cap })
  },
)

const stopJobs = command('stop jobs', fc.integer({ min: 1, max: 4 }), async (store, run, limit) =>
  store.stops.take({ now: run.now, until: run.now + 2_000, limit }),
)

const changeStop = command(
  'change a stop',
  fc.record({ nth, what: fc.constantFrom('add', 'add', 'drop starting', 'put off', 'remove') }),
  async (store, run, { nth, what }) => {
    const task = pick(run.tasks, nth)
    if (task === undefined) return 'none'
    const { id: taskId, engine, kind, model } = task
    const times = { createdAt: run.now, nextRunAt: run.now, tries: 0 }
    if (what === 'add')
      return store.stops.add({ taskId, engine, lane: engine, kind, model, operation: { at: run.step }, ...times })
    if (what === 'drop starting') return store.stops.dropStarting(taskId)
    const { operation = null } = (await store.tasks.find(taskId)) ?? {}
    if (what === 'put off') return store.stops.putOff({ taskId, operation }, run.now + 900)
    return store.stops.remove({ taskId, operation })
  },
)

const remove = command('remove', nth, async (store, run, n) => {
  const task = pick(run.tasks, n)
  return task === undefined ? 'none' : store.chores.remove([task.id])
})

const look = command('look', nth, async (store, run, n) => {
  const task = pick(run.tasks, n)
  return task === undefined ? 'none' : allOf(store, task)
})

const list = command(
  'list',
  fc.record({
    keyId: key,
    limit: fc.integer({ min: 1, max: 5 }),
    after: fc.option(nth, { nil: undefined }),
    status: fc.constantFrom(undefined, 'pending' as const, 'success' as const),
    kind: fc.constantFrom(undefined, 'image' as const),
  }),
  async (store, run, { keyId, limit, after, status, kind }) => {
    const from = after === undefined ? undefined : pick(run.tasks, after)
    return store.tasks.list({
      keyId,
      limit,
      ...(from === undefined ? {} : { after: from }),
      ...(status === undefined ? {} : { statuses: [status] }),
      ...(kind === undefined ? {} : { kind }),
    })
  },
)

const chores = command('chores', fc.integer({ min: 1, max: 4 }), async (store, run, limit) => [
  await store.chores.overdue(run.now, limit),
  await store.chores.removable(run.now - 1_000, { after: undefined, limit }),
  await store.chores.sweepIdempotency(run.now - 2_000, 9),
  await store.tasks.findRepeat('k1', 'i1', run.now),
])

const send = command(
  'send',
  fc.record({
    limit: fc.integer({ min: 1, max: 5 }),
    perHost: fc.integer({ min: 1, max: 3 }),
    hostLimits: fc.constantFrom({}, { 'a.example': 1 }, { 'a.example': 0, 'b.example': 1 }),
  }),
  async (store, run, wish) => {
    const token = `d${run.step}`
    const leaseUntil = run.now + 4_000
    const claimed = await store.deliveries.claim(aDeliveryClaim(token, { ...wish, now: run.now, leaseUntil }))
    run.sendings.push(...claimed.map(({ id }) => ({ id, token })))
    return claimed
  },
)

const record = command(
  'record',
  fc.record({
    nth,
    status: fc.constantFrom('delivered' as const, 'dead' as const, 'pending' as const),
    cut: fc.constantFrom({}, {}, { costsNoRound: true as const }),
  }),
  async (store, run, { nth, status, cut }) => {
    const lease = pick(run.sendings, nth)
    if (lease === undefined) return 'none'
    const attempt = { at: run.now, durationMs: 3, status: 200, error: null, answer: 'ok' }
    const nextRunAt = status === 'pending' ? run.now + 800 : null
    return store.deliveries.record(lease, { attempt, status, nextRunAt, ...cut })
  },
)

const resend = command('resend', fc.record({ nth, keyId: fc.option(key) }), async (store, run, { nth, keyId }) => {
  if (keyId !== null) return store.deliveries.requeueSince(keyId, run.now - 3_000, run.now)
  const sending = pick(run.sendings, nth)
  return sending === undefined ? 'none' : store.deliveries.requeue(sending.id, run.now)
})

const wait = command(
  'wait',
  fc.constantFrom(1, 10, 600, 1_500, 2_000, 6_000, 3_600_000, -3_600_000),
  async (_, run, ms) => {
    run.now += ms
    return run.now
  },
)

/** Commands in the proportions in which they find something to do. */
const anyCommand = fc.oneof(
  { weight: 8, arbitrary: insert },
  { weight: 12, arbitrary: claim },
  { weight: 6, arbitrary: advance },
  { weight: 5, arbitrary: join },
  { weight: 1, arbitrary: beat },
  { weight: 5, arbitrary: bury },
  { weight: 1, arbitrary: held },
  { weight: 5, arbitrary: finish },
  { weight: 2, arbitrary: cancel },
  { weight: 3, arbitrary: takePlace },
  { weight: 3, arbitrary: stopJobs },
  { weight: 2, arbitrary: changeStop },
  { weight: 1, arbitrary: remove },
  { weight: 2, arbitrary: look },
  { weight: 2, arbitrary: list },
  { weight: 2, arbitrary: chores },
  { weight: 4, arbitrary: send },
  { weight: 3, arbitrary: record },
  { weight: 2, arbitrary: resend },
  { weight: 5, arbitrary: wait },
)

export const commandLists = fc.array(anyCommand, { minLength: 60, maxLength: 100, size: 'max' })

/** The commands of a seed: the same in every process and on every machine. */
export function commandsOf(seed: number): Command[] {
  return fc.sample(commandLists, { seed, numRuns: 1 })[0] ?? []
}

async function allOf(store: Subject, task: Task): Promise<unknown> {
  const deliveries = await store.deliveries.ofTask(task.id)
  return {
    task: (await store.tasks.find(task.id)) ?? 'removed',
    view: (await store.tasks.view(task.id)) ?? 'removed',
    place: await store.tasks.queuePosition(task),
    files: await store.files.ofTask(task.id),
    deliveries,
    attempts: await Promise.all(deliveries.map(({ id }) => store.deliveries.attempts(id))),
  }
}

/** Runs the commands on an empty store and tells, line by line, what each came to, and what was there at the end. */
export async function traceOf(store: Subject, commands: readonly Command[]): Promise<string[]> {
  const run: Run = { step: 0, now: T, tasks: [], leases: [], sendings: [] }
  const trace: string[] = []
  await store.owners.join('o1')
  for (const command of commands) {
    run.step++
    trace.push(`${command.words} → ${JSON.stringify(await command.run(store, run))}`)
  }
  for (const task of run.tasks) trace.push(JSON.stringify(await allOf(store, task)))
  for (const keyId of KEYS) trace.push(JSON.stringify(await store.usage.sums(keyId, 0, 1_000)))
  return trace
}

/** Makes the keys that the commands use. */
export const COMMAND_KEYS: readonly string[] = KEYS
