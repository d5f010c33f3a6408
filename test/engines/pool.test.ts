import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openPlannedEngines } from '../../src/engines/open-engines.ts'
import { comfyUiEngine } from '../../src/engines/comfyui/engine.ts'
import { poolEngine } from '../../src/engines/pool/pool.ts'
import { withBreaker } from '../../src/engines/resilient.ts'
import type { Engine, EngineJob, EngineState, EngineWatch } from '../../src/ports/engine.ts'
import { systemRandom } from '../../src/runtime/system.ts'
import { atEnd, temporaryFolder } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import { manualClock, type ManualClock } from '../support/manual-clock.ts'
import { failure, jobOf, modelOf, quiet, WATCH } from './support/contract.ts'
import { openFakeComfyUi, type FakeComfyUi } from './support/fake-comfyui.ts'
import { runs } from './support/open-comfyui.ts'

const GRAPH = {
  1: { class_type: 'KSampler', inputs: { text: '{{prompt}}' } },
  9: { class_type: 'SaveImage', inputs: {} },
}

type Pool = {
  fakes: FakeComfyUi[]
  /** The id under which places at a fake are counted. */
  idOf: (fake: FakeComfyUi) => string
  engine: Engine
  clock: ManualClock
  /** Where each task has its place, as the store would know. */
  places: Map<string, string>
  paused: Set<string>
  watch: (job: EngineJob) => EngineWatch
  /** The addresses behind the name, where the pool has one. */
  named: string[]
}

const MODEL = modelOf({ kind: 'image', engineModel: 'w.json' })
const jobNamed = (startKey: string, model = MODEL): EngineJob => jobOf(model, { startKey, taskId: startKey })

/** Three ComfyUI servers behind one engine, one job each, and places that are counted as the store counts them. */
async function openPool(t: TestContext, { dns = false } = {}): Promise<Pool> {
  const fakes = [await openFakeComfyUi(t), await openFakeComfyUi(t), await openFakeComfyUi(t)]
  const workflows = await temporaryFolder(t)
  await writeFile(join(workflows, 'w.json'), JSON.stringify(GRAPH))
  const clock = manualClock()
  const options = { id: 'gpus', workflows, key: undefined, concurrency: 8, clock, log: quiet, listenMs: 0 }
  const modelSettings = () => ({ options: {}, inputs: {} })
  const named: string[] = []
  const engine = poolEngine({
    ...options,
    baseURLs: dns ? [fakes[0]?.url.replace('127.0.0.1', 'gpus.test') ?? ''] : fakes.map(({ url }) => url),
    dns,
    perServer: 1,
    open: (baseURL) => withBreaker(comfyUiEngine({ ...options, baseURL, modelSettings }), clock),
    resolve: async () => named,
  })
  atEnd(t, () => engine.close())
  const places = new Map<string, string>()
  const paused = new Set<string>()
  const watch = ({ taskId }: EngineJob): EngineWatch => ({
    ...WATCH,
    isPaused: (id) => paused.has(id),
    placeAt: async ({ id, fleetConcurrency = 0 }) => {
      const taken = [...places].filter(([task, place]) => place === id && task !== taskId).length
      if (taken >= fleetConcurrency) return false
      places.set(taskId, id)
      return true
    },
  })
  const idOf = ({ url }: FakeComfyUi): string => `gpus@${new URL(url).host}`
  return { fakes, idOf, engine, clock, places, paused, watch, named }
}

const starts = ({ engine, watch }: Pool, job: EngineJob): Promise<EngineState> => engine.start(job, watch(job))
const counts = ({ fakes }: Pool): number[] => fakes.map(({ sent }) => sent.length)

test('each server gets one job, a fourth waits, and each answer comes from the server that has the job', async (t) => {
  const pool = await openPool(t)
  const jobs = ['a', 'b', 'c'].map((key) => jobNamed(key))
  const states = []
  for (const job of jobs) states.push(runs(await starts(pool, job)))
  assert.deepEqual(counts(pool), [1, 1, 1])
  const full = failure(await starts(pool, jobNamed('d')))
  assert.deepEqual([full.final, full.notStarted, full.reason], [false, true, 'busy'])
  assert.equal(pool.engine.ready?.(), true, 'a pool without room must not rest')
  for (const [index, state] of states.entries()) {
    const fake = pool.fakes.find((each) => `gpus@${new URL(each.url).host}` === state.operation['server'])
    fake?.run()
    fake?.finish()
    const done = await pool.engine.status(state.operation, jobs[index]!, WATCH)
    assert.equal(done.kind, 'done')
  }
})

test('a job goes to the server that made the last one of its model, and to an unused one before another model is driven out', async (t) => {
  const pool = await openPool(t)
  const other = { ...MODEL, id: 'other' }
  const end = (key: string): void => {
    for (const fake of pool.fakes.filter((each) => each.jobs().length > 0)) {
      fake.run()
      fake.finish()
    }
    pool.places.delete(key)
  }
  const placeOf = async (key: string, model = MODEL): Promise<string> => {
    runs(await starts(pool, jobNamed(key, model)))
    const place = pool.places.get(key) ?? ''
    end(key)
    await pool.clock.advance(1_000)
    return place
  }
  const first = await placeOf('a')
  const second = await placeOf('b', other)
  assert.notEqual(second, first, 'there was an unused server')
  assert.equal(await placeOf('c'), first)
  assert.equal(await placeOf('d', other), second)
  const third = await placeOf('e', { ...MODEL, id: 'third' })
  assert.ok(third !== first && third !== second)
  assert.equal(await placeOf('f', { ...MODEL, id: 'fourth' }), first, 'the one that was idle for longest')
})

test('a server that is away is passed by at once; where all are away, the task waits', async (t) => {
  const pool = await openPool(t)
  const [a, b, c] = pool.fakes as [FakeComfyUi, FakeComfyUi, FakeComfyUi]
  await a.goAway()
  await b.goAway()
  runs(await starts(pool, jobNamed('a')))
  assert.equal(c.sent.length, 1)
  assert.deepEqual(
    pool.engine.fleetRoom?.(() => false),
    1,
    'two rest',
  )
  await c.goAway()
  await pool.clock.advance(16_000)
  assert.deepEqual(
    pool.engine.fleetRoom?.(() => false),
    3,
    'all are worth a try again',
  )
  const refused = failure(await starts(pool, jobNamed('b')))
  assert.deepEqual([refused.final, refused.notStarted], [false, true])
})

test('a job whose server went away is made again elsewhere after a minute, and the old one is stopped when its server is back', async (t) => {
  const pool = await openPool(t)
  const job = jobNamed('a')
  let state = runs(await starts(pool, job))
  const home = pool.fakes.find(({ sent }) => sent.length === 1)!
  await home.goAway()
  const ask = async (): Promise<EngineState> => pool.engine.status(state.operation, job, pool.watch(job))
  // Lines that were kept open break first.
  for (let asked = 0; state.isAway !== true; asked++) {
    assert.ok(asked < 4, JSON.stringify(state))
    state = runs(await ask())
  }
  for (let waited = 0; waited < 60_000; waited += 10_000) {
    state = runs(await ask())
    assert.equal(state.isAway, true)
    assert.deepEqual(counts(pool).toSorted(), [0, 0, 1], 'a restart is waited for')
    assert.equal(
      pool.engine.fleetRoom?.(() => false),
      2,
    )
    await pool.clock.advance(10_000)
  }
  state = runs(await ask())
  assert.equal(state.isAway, undefined)
  const next = pool.fakes.find((fake) => fake !== home && fake.sent.length === 1)!
  assert.equal(pool.places.get('a'), pool.idOf(next))
  await home.comeBack()
  // It was not gone: only the line to it was, and it still has the job.
  const body = JSON.stringify({ prompt: {}, prompt_id: next.sent[0]?.id, client_id: 'none' })
  await fetch(`${home.url}/prompt`, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  assert.equal(home.jobs().length, 1)
  next.run()
  next.finish()
  const done = await ask()
  assert.ok(done.kind === 'done')
  assert.match(done.warnings?.join() ?? '', /another server ran it again/)
  await eventually(() => home.jobs().length === 0 || undefined)
})

test('a start that was cut off looks first where it had its place, and adopts the job there', async (t) => {
  const pool = await openPool(t)
  const job = jobNamed('a')
  runs(await starts(pool, job))
  const home = pool.places.get('a')!
  const again = runs(await pool.engine.start(job, { ...pool.watch(job), placedAt: home }))
  assert.equal(again.operation['server'], home)
  assert.deepEqual(counts(pool).toSorted(), [0, 0, 1])
})

test('a start that left no trace of its server is stopped at whichever has it', async (t) => {
  const pool = await openPool(t)
  const job = jobNamed('a')
  runs(await starts(pool, job))
  const operation = pool.engine.find?.('a', MODEL)
  assert.ok(operation !== undefined)
  assert.equal(await pool.engine.cancel(operation, MODEL), 'stopped')
  assert.deepEqual(
    pool.fakes.flatMap((fake) => fake.jobs()),
    [],
  )
})

test('a server that is gone does not keep a job of unknown place from being stopped; where nobody has it, it is asked again', async (t) => {
  const pool = await openPool(t)
  runs(await starts(pool, jobNamed('a')))
  const empty = pool.fakes.find(({ sent }) => sent.length === 0)!
  await empty.goAway()
  const operation = pool.engine.find?.('a', MODEL)
  assert.ok(operation !== undefined)
  assert.equal(await pool.engine.cancel(operation, MODEL), 'stopped')
  assert.deepEqual(
    pool.fakes.flatMap((fake) => fake.jobs()),
    [],
  )
  await assert.rejects(async () => pool.engine.cancel(operation, MODEL), { name: 'CancelNotTaken' })
})

test('a start that may have happened at a server is asked for there again, and its job is adopted', async (t) => {
  const pool = await openPool(t)
  const [a] = pool.fakes as [FakeComfyUi, FakeComfyUi, FakeComfyUi]
  const job = jobNamed('a')
  a.refusals.push({ status: 500, json: {} })
  assert.equal(runs(await starts(pool, job)).operation['server'], pool.idOf(a))
  assert.deepEqual([pool.places.get('a'), counts(pool)], [pool.idOf(a), [1, 0, 0]])
  // It takes the job all the same.
  const other = await openPool(t)
  const [home] = other.fakes as [FakeComfyUi, FakeComfyUi, FakeComfyUi]
  const { operation } = (other.engine.find?.('b', MODEL) ?? {}) as { operation?: { promptId: string } }
  home.refusals.push({ status: 500, json: {} })
  home.onRequest = async (name) => {
    if (name !== 'POST /prompt' || home.sent.length > 0) return
    const body = JSON.stringify({ prompt: {}, prompt_id: operation?.promptId, client_id: 'none' })
    await fetch(`${home.url}/prompt`, { method: 'POST', body })
  }
  assert.equal(runs(await starts(other, jobNamed('b'))).operation['server'], other.idOf(home))
  assert.deepEqual(counts(other), [1, 0, 0])
})

test('a server that takes no starts keeps no task: another gets it, and the first one is told to stop what it may have', async (t) => {
  for (const isPlaced of [false, true]) {
    const pool = await openPool(t)
    const [a] = pool.fakes as [FakeComfyUi, FakeComfyUi, FakeComfyUi]
    for (let n = 0; n < 4; n++) a.refusals.push({ status: 500, json: {} })
    const job = jobNamed('a')
    const watch = pool.watch(job)
    const moved = runs(await pool.engine.start(job, isPlaced ? { ...watch, placedAt: pool.idOf(a) } : watch))
    const { operation } = pool.engine.find?.('a', MODEL) ?? {}
    assert.deepEqual(moved.operation['left'], [{ server: pool.idOf(a), operation }])
    assert.deepEqual(counts(pool), [0, 1, 0])
    assert.equal(pool.places.get('a'), moved.operation['server'])
  }
})

test('a refusal for good leaves a stop for the server that may have the job', async (t) => {
  const pool = await openPool(t)
  const [a, b] = pool.fakes as [FakeComfyUi, FakeComfyUi, FakeComfyUi]
  for (let n = 0; n < 2; n++) a.refusals.push({ status: 500, json: {} })
  b.refusals.push({ status: 400, json: { error: { type: 'prompt_no_outputs', message: 'no' } } })
  const refused = failure(await starts(pool, jobNamed('a')))
  assert.deepEqual([refused.final, refused.ourOwn], [true, true])
})

test('where no server takes a start, the task keeps its place at the one that may have the job', async (t) => {
  const pool = await openPool(t)
  const [a, b, c] = pool.fakes as [FakeComfyUi, FakeComfyUi, FakeComfyUi]
  for (let n = 0; n < 2; n++) a.refusals.push({ status: 500, json: {} })
  await b.goAway()
  await c.goAway()
  const unclear = failure(await starts(pool, jobNamed('a')))
  assert.deepEqual([unclear.final, unclear.notStarted === true], [false, false])
  assert.equal(pool.places.get('a'), pool.idOf(a))
  await a.goAway()
  await pool.clock.advance(16_000)
  const job = jobNamed('a')
  const away = failure(await pool.engine.start(job, { ...pool.watch(job), placedAt: pool.idOf(a) }))
  assert.deepEqual([away.final, away.notStarted], [false, true])
  assert.equal(pool.places.get('a'), pool.idOf(a))
})

test('a server that may have taken the job of one that was away is told to stop it once that one is back', async (t) => {
  const pool = await openPool(t)
  const job = jobNamed('a')
  let state = runs(await starts(pool, job))
  const home = pool.fakes.find(({ sent }) => sent.length === 1)!
  const [next, full] = pool.fakes.filter((fake) => fake !== home) as [FakeComfyUi, FakeComfyUi]
  pool.places.set('another task', pool.idOf(full))
  for (let n = 0; n < 2; n++) next.refusals.push({ status: 500, json: {} })
  await home.goAway()
  for (let asked = 0; state.operation['left'] === undefined; asked++) {
    assert.ok(asked < 12, JSON.stringify(state))
    state = runs(await pool.engine.status(state.operation, job, pool.watch(job)))
    await pool.clock.advance(10_000)
  }
  const { operation } = (pool.engine.find?.('a', MODEL) ?? {}) as { operation?: { promptId: string } }
  assert.deepEqual(state.operation['left'], [{ server: pool.idOf(next), operation }])
  assert.deepEqual([state.isAway, state.operation['server']], [true, pool.idOf(home)])
  // Both have it after all: only the lines broke.
  await home.comeBack()
  for (const { url } of [home, next]) {
    const body = JSON.stringify({ prompt: {}, prompt_id: operation?.promptId, client_id: 'none' })
    await fetch(`${url}/prompt`, { method: 'POST', body })
  }
  assert.equal(next.jobs().length, 1)
  home.run()
  home.finish()
  const done = await pool.engine.status(state.operation, job, pool.watch(job))
  assert.equal(done.kind, 'done')
  await eventually(() => next.jobs().length === 0 || undefined)
})

test('a start that may have happened stays one, although what comes after it in the same attempt throws', async () => {
  const unclear = { kind: 'failed', code: 'provider_error', message: 'no answer', final: false } as const
  for (const throwing of ['the second call to the same server', 'the call to the next server']) {
    let calls = 0
    const open = (): Engine => ({
      id: 'server',
      safeToRestart: true,
      concurrency: 1,
      find: (key) => ({ key }),
      async start() {
        if (++calls > (throwing === 'the call to the next server' ? 2 : 1))
          throw new Error('a reference is not readable')
        return unclear
      },
      status: async () => unclear,
      cancel: async () => 'stopped',
      close: async () => {},
    })
    const clock = manualClock()
    const shared = { id: 'gpus', dns: false, concurrency: 2, perServer: 1, clock, log: quiet }
    const pool = poolEngine({ ...shared, baseURLs: ['http://a:1', 'http://b:1'], open })
    const places: string[] = []
    const placeAt: EngineWatch['placeAt'] = async ({ id }) => places.push(id) > 0
    assert.deepEqual(await pool.start(jobNamed('a'), { ...WATCH, placeAt }), unclear, throwing)
    assert.equal(places.at(-1), 'gpus@a:1')
  }
})

test('a job that comes back to a server is not stopped there as one that was left', async (t) => {
  const pool = await openPool(t)
  const job = jobNamed('a')
  let state = runs(await starts(pool, job))
  const home = pool.fakes.find(({ sent }) => sent.length === 1)!
  const moveFrom = async (fake: FakeComfyUi): Promise<void> => {
    await fake.goAway()
    for (let asked = 0; state.operation['server'] === pool.idOf(fake); asked++) {
      assert.ok(asked < 12, JSON.stringify(state))
      state = runs(await pool.engine.status(state.operation, job, pool.watch(job)))
      await pool.clock.advance(10_000)
    }
  }
  await moveFrom(home)
  const next = pool.fakes.find((fake) => fake !== home && fake.sent.length === 1)!
  const third = pool.fakes.find((fake) => fake.sent.length === 0)!
  pool.paused.add(pool.idOf(third))
  await home.comeBack()
  await moveFrom(next)
  assert.equal(state.operation['server'], pool.idOf(home))
  const left = state.operation['left'] as { server: string }[]
  assert.deepEqual(
    left.map(({ server }) => server),
    [pool.idOf(next)],
  )
})

test('a drained server gets nothing new and finishes what it has', async (t) => {
  const pool = await openPool(t)
  const job = jobNamed('a')
  const state = runs(await starts(pool, job))
  const home = pool.fakes.find(({ sent }) => sent.length === 1)!
  pool.paused.add(pool.idOf(home))
  pool.places.clear()
  for (const key of ['b', 'c']) runs(await starts(pool, jobNamed(key)))
  assert.equal(failure(await starts(pool, jobNamed('d'))).reason, 'busy')
  assert.equal(home.sent.length, 1)
  assert.equal(
    pool.engine.fleetRoom?.((id) => pool.paused.has(id)),
    2,
  )
  home.run()
  home.finish()
  assert.equal((await pool.engine.status(state.operation, job, WATCH)).kind, 'done')
})

test('the addresses behind a DNS name are servers: new ones get work, and those that left finish what they have', async (t) => {
  const pool = await openPool(t, { dns: true })
  const [a] = pool.fakes as [FakeComfyUi, FakeComfyUi, FakeComfyUi]
  assert.equal(
    pool.engine.fleetRoom?.(() => false),
    0,
    'nobody is known yet',
  )
  assert.equal(failure(await starts(pool, jobNamed('a'))).notStarted, true)
  pool.named.push('127.0.0.1')
  await pool.clock.advance(5_000)
  const job = jobNamed('a')
  const state = runs(await starts(pool, job))
  assert.equal(a.sent.length, 1)
  assert.equal(state.operation['server'], pool.idOf(a))
  pool.named.length = 0
  await pool.clock.advance(5_000)
  assert.equal(failure(await starts(pool, jobNamed('b'))).reason, 'busy')
  assert.equal(
    pool.engine.fleetRoom?.(() => false),
    0,
  )
  a.run()
  a.finish()
  assert.equal((await pool.engine.status(state.operation, job, WATCH)).kind, 'done', 'it is asked after what it has')
  // Another process, which never saw the address in the name.
  const other = await openPool(t, { dns: true })
  const { operation } = { operation: { ...state.operation } }
  const told = await other.engine.status(operation, job, WATCH)
  assert.ok(told.kind === 'running' || told.kind === 'done')
})

test('the plan of a list of servers is a pool with a cap for each of them', async () => {
  const shared = { id: 'many', key: undefined, concurrency: 16, baseURL: 'http://a:1/v1' }
  const pool = { baseURLs: ['http://a:1/v1', 'http://b:1/v1'], dns: false, perServer: 8 }
  const plan = { type: 'openai-compatible', ...shared, pool } as const
  const deps = { clock: manualClock(), random: systemRandom, log: quiet }
  const open = async (more: object) =>
    (
      await openPlannedEngines(
        { engines: [{ ...plan, ...more }], models: [], aliases: [], providers: [], problems: [] },
        deps,
      )
    )[0]!
  const usual = await open({})
  assert.deepEqual(
    [usual.fleetConcurrency, usual.servers?.().map(({ id }) => id), usual.safeToRestart],
    [16, ['many@a:1', 'many@b:1'], false],
  )
  const capped = await open({ fleetConcurrency: 3 })
  assert.equal(capped.fleetConcurrency, 6)
  await usual.close()
  await capped.close()
})
