import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { raiseDueEvents } from '../../src/actions/events/raise-due-events.ts'
import { COMMAND_LINE } from '../../src/core/keys/audit.ts'
import { onePrice } from '../../src/core/money/price.ts'
import { NO_LIMITS } from '../../src/core/money/limits.ts'
import type { Engine, FailureReason } from '../../src/ports/engine.ts'
import type { Log } from '../../src/ports/runtime.ts'
import type { Store } from '../../src/ports/store.ts'
import { sqliteStore } from '../../src/store/sqlite/store.ts'
import { engineWatch } from '../../src/workers/engine-watch.ts'
import { aKey, T } from '../contracts/build.ts'
import { limitedKey, underLimits } from '../contracts/limited.ts'
import { aModel } from '../reliability/house.ts'
import { atEnd, temporaryFolder } from '../support/at-end.ts'
import { ensureDatabase } from '../support/empty-database.ts'
import { manualClock } from '../support/manual-clock.ts'
import { runMediagen } from '../support/run-mediagen.ts'
import { openReceiver, says, verifies } from './receiver.ts'
import { isDead, openSender, type Json } from './sender.ts'

const DAY_MS = 86_400_000
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const PROMPT = 'a very secret fox [[fail no_output]]'

/** What was told, as `type subject`, in the order of the alphabet. */
function told(bodies: readonly string[]): string[] {
  return bodies
    .map((body) => JSON.parse(body) as { type: string; data: Json })
    .map(({ type, data }) => `${type} ${String(data['percent'] ?? data['engine'] ?? data['model'] ?? data['keyName'])}`)
    .toSorted()
}

test('each event reaches the operator once, though the process that raised it died before it sent any', async (t) => {
  const clock = manualClock(Date.now())
  const operator = await openReceiver(t)
  const caller = await openReceiver(t, says(410))
  const env = { MEDIAGEN_EVENTS_URL: operator.url, MEDIAGEN_EVENTS_SECRET: SECRET }
  const retires = new Date(clock.now() + 30 * DAY_MS).toISOString().slice(0, 10)
  const priced = aModel('sandbox', { id: 'priced', price: onePrice('task', 0.001), retires, successor: 'sandbox' })
  let isDown = true
  const wrapEngine = (engine: Engine): Engine =>
    engine.id === 'sandbox' ? { ...engine, ready: () => !isDown, restsFor: () => 'away' } : engine
  const shared = { extraModels: [priced], wrapEngine }
  const expiring = aKey('expiring', { name: 'nightly', createdAt: 0, expiresAt: clock.now() + 6 * DAY_MS })
  const beforeListening = (store: Store): Promise<void> => store.keys.insert(expiring)
  const wrapStore = (store: Store): Store => ({
    ...store,
    events: { ...store.events, send: async () => Promise.reject(new Error('the process has died')) },
  })

  const dying = await openSender(t, { clock, env, replacements: { ...shared, beforeListening, wrapStore } })
  const { dataDir, key: keyText } = dying
  const limits = { ...NO_LIMITS, perDayMicros: 2_000 }
  const budgeted = await dying.newKey({ name: 'shop', limits })
  const make = async (key: string, model: string): Promise<number> =>
    (await dying.call('/api/ai/videos', { key, json: { model, prompt: PROMPT, webhookUrl: caller.url } })).status
  assert.deepEqual([await make(budgeted, 'priced'), await make(budgeted, 'priced')], [200, 200])
  assert.equal(await make(budgeted, 'priced'), 402)
  await dying.delivery(await dying.submit(caller.url, PROMPT), isDead)
  const raised = async (count: number): Promise<Json[]> => {
    const { data } = await dying.read('/api/ai/admin/events?limit=100')
    return (data as Json[]).length >= count ? (data as Json[]) : []
  }
  while ((await raised(8)).length === 0) await clock.advance(1_000)
  assert.equal(operator.arrivals.length, 0)
  await dying.stop()

  const options = { clock, env, dataDir, keyText, replacements: shared }
  const [one, two] = [await openSender(t, options), await openSender(t, options)]
  const DOWN = [
    'budget.reached 100',
    'budget.reached 50',
    'budget.reached 80',
    'engine.down sandbox',
    'key.expiring nightly',
    'model.retiring priced',
    'webhook.failing shop',
    'webhook.failing test',
  ]
  const bodies = (): string[] => operator.arrivals.map(({ body }) => body)
  await one.until(() => operator.arrivals.length >= DOWN.length || undefined, 1_000)
  // Long enough for both processes to find the engine down by themselves.
  await clock.advance(60_000)
  assert.deepEqual(told(bodies()), DOWN)
  isDown = false
  await one.until(() => operator.arrivals.length > DOWN.length || undefined, 5_000)
  await clock.advance(150_000)
  assert.deepEqual(told(bodies()), [...DOWN, 'engine.up sandbox'].toSorted())
  assert.equal(new Set(operator.arrivals.map(({ id }) => id)).size, DOWN.length + 1)
  for (const arrival of operator.arrivals) {
    assert.ok(verifies(SECRET, arrival), 'the reference implementation takes it')
    assert.ok(!arrival.body.includes('secret fox'), 'nobody is told of prompts')
    const { type, timestamp, data } = JSON.parse(arrival.body) as { type: string; timestamp: string; data: Json }
    assert.ok(Math.abs(Date.parse(timestamp) - clock.now()) < DAY_MS && type !== '' && data !== null)
  }

  const page = await two.read('/api/ai/admin/events?limit=5')
  const rest = await two.read(`/api/ai/admin/events?limit=5&cursor=${String(page['next_cursor'])}`)
  const shown = [...(page['data'] as Json[]), ...(rest['data'] as Json[])]
  assert.deepEqual(shown.map(({ id }) => id).toSorted(), operator.arrivals.map(({ id }) => id).toSorted())
  assert.equal(rest['next_cursor'], null)
  assert.ok(shown.every(({ delivery }) => delivery === 'delivered'))
  const { type, keyName, subject, data } = shown.find((event) => event['type'] === 'webhook.failing') ?? {}
  assert.deepEqual([type, ['shop', 'test'].includes(String(keyName))], ['webhook.failing', true])
  assert.ok(String(subject).endsWith(caller.host))
  assert.deepEqual((data as Json)['isGivenUp'], true)
  assert.equal((await one.call('/api/ai/admin/events', { key: budgeted })).status, 403)
  const cli = { MEDIAGEN_URL: one.url, MEDIAGEN_API_KEY: keyText }
  const { out } = await runMediagen(['events', '--limit', '1'], { cwd: dataDir, env: cli })
  assert.deepEqual(
    (JSON.parse(out) as Json[]).map(({ summary }) => summary),
    ["The engine 'sandbox' accepts jobs again."],
  )
})

async function openStore(t: TestContext): Promise<Store> {
  const path = join(await temporaryFolder(t), 'mediagen.db')
  await ensureDatabase(path)
  const store = sqliteStore(path)
  atEnd(t, () => store.close())
  return store
}

test('a budget that was lowered below what is spent is told of, and a key that never lasted long is not', async (t) => {
  const store = await openStore(t)
  const clock = manualClock(T)
  const deps = { store, clock, catalog: { list: () => [] } }
  const marks = async (): Promise<unknown[]> => {
    await raiseDueEvents(deps, new AbortController().signal)
    const events = await store.events.list(null, 9)
    return events.map(({ event, data }) => `${event} ${String(data['percent'] ?? data['days'])}`).toSorted()
  }
  const key = await limitedKey(store, { perDayMicros: 1_000 })
  await store.queue.insert(underLimits(key, '1001', { micros: 400 }))
  await store.keys.insert(aKey('short', { createdAt: T, expiresAt: T + 2 * 3_600_000 }))
  await store.keys.insert(aKey('month', { createdAt: T - 30 * DAY_MS, expiresAt: T + DAY_MS - 1 }))
  assert.deepEqual(await marks(), ['key.expiring 1'])
  const entry = { at: T, actor: COMMAND_LINE, action: 'edit' as const, keyId: key.id, changes: [] }
  await store.keys.change(key, { limits: { ...key.limits, perDayMicros: 500 } }, entry)
  const told = ['budget.reached 50', 'budget.reached 80', 'key.expiring 1']
  assert.deepEqual(await marks(), told)
  // Spending of yesterday is no longer a part of any budget of a day.
  await store.keys.change({ ...key, version: 1 }, { limits: { ...key.limits, perDayMicros: 300 } }, entry)
  clock.jump(DAY_MS)
  assert.deepEqual(await marks(), told)
})

test('an engine that is busy, or rests for a moment, is not down; one that another process calls down is not up', async (t) => {
  const store = await openStore(t)
  const clock = manualClock(T)
  const log = { debug() {}, info() {}, warn() {}, error() {} } satisfies Log
  const watch = (owner: string, state: { ready: boolean; why: FailureReason }): void => {
    const engine = { id: 'e', ready: () => state.ready, restsFor: () => state.why } as unknown as Engine
    const worker = engineWatch({ store, clock, log }, [engine], () => owner)
    worker.start()
    atEnd(t, () => worker.stop(0))
  }
  const [mine, theirs] = [
    { ready: false, why: 'busy' as FailureReason },
    { ready: true, why: 'away' as FailureReason },
  ]
  await store.owners.join('one')
  watch('one', mine)
  watch('two', theirs)
  const told = async (): Promise<string[]> => (await store.events.list(null, 9)).map(({ event }) => event)
  await clock.advance(100_000)
  mine.why = 'away'
  await clock.advance(20_000)
  mine.ready = true
  await clock.advance(100_000)
  assert.deepEqual(await told(), [])
  mine.ready = false
  await clock.advance(300_000)
  assert.deepEqual(await told(), ['engine.down'])
  // Its process is gone: the others know best.
  await store.owners.bury([{ id: 'one', beat: null }], { witnessed: true, now: clock.now() })
  mine.ready = true
  await clock.advance(10_000)
  assert.deepEqual(await told(), ['engine.up', 'engine.down'])
})
