import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test, type TestContext } from 'node:test'
import { onePrice } from '../../src/core/money/price.ts'
import { startService } from '../../src/compose/service.ts'
import { readConfig } from '../../src/config.ts'
import type { Model } from '../../src/core/tasks/model.ts'
import { builtInModels } from '../../src/engines/built-in-models.ts'
import { METRICS } from '../../src/telemetry/metric-table.ts'
import { atEnd, temporaryFolder } from '../support/at-end.ts'
import { freePort } from '../support/free-port.ts'
import { eventually } from '../support/eventually.ts'
import { manualClock } from '../support/manual-clock.ts'
import { openService, type TestService } from '../support/service.ts'
import { openReceiver } from '../webhooks/receiver.ts'
import { readScrape, type ReadScrape } from './read-scrape.ts'

const VIDEOS = '/api/ai/videos'
const scrapeOf = async (service: TestService): Promise<ReadScrape> => readScrape(await service.call('/metrics'))

function pricedModel(): Model {
  const sandbox = builtInModels(readConfig({})).find(({ id, kind }) => id === 'sandbox' && kind === 'video')
  assert.ok(sandbox)
  return { ...sandbox, id: 'priced', price: onePrice('second', 0.25) }
}

async function end(service: TestService, json: object): Promise<void> {
  const { id } = (await (await service.call(VIDEOS, { json })).json()) as { id: string }
  await eventually(async () => {
    const { status } = (await (await service.call(`${VIDEOS}/${id}`)).json()) as { status: string }
    return status === 'success' || status === 'failed' ? true : undefined
  })
}

test('what happened is in the scrape, each once, as a parser reads it that is not ours', async (t) => {
  const receiver = await openReceiver(t)
  const service = await openService(t, { replacements: { extraModels: [pricedModel()] } })
  await end(service, { model: 'priced', prompt: 'a boat', webhookUrl: receiver.url })
  await end(service, { model: 'sandbox', prompt: '[[fail no_output]]' })
  // Not by scraping: what the first scrape finds in the database is shown for five seconds.
  await eventually(() => service.logLines.find((line) => line.includes('webhook attempt')))
  const scrape = await scrapeOf(service)
  const priced = { kind: 'video', model: 'priced' }
  const expected: [string, Record<string, string>, number][] = [
    ['mediagen_http_requests_total', { route: VIDEOS, method: 'POST', status: '200' }, 2],
    ['mediagen_tasks_accepted_total', priced, 1],
    ['mediagen_tasks_accepted_total', { kind: 'video', model: 'sandbox' }, 1],
    ['mediagen_tasks_ended_total', { ...priced, status: 'success', code: 'none' }, 1],
    ['mediagen_tasks_ended_total', { kind: 'video', model: 'sandbox', status: 'failed', code: 'no_output' }, 1],
    // A stand-in of the sandbox is a second long.
    ['mediagen_cost_usd_total', priced, 0.25],
    ['mediagen_delivery_attempts_total', { result: 'delivered' }, 1],
    ['mediagen_queue_depth', { engine: 'sandbox', state: 'waiting' }, 0],
    ['mediagen_queue_depth', { engine: 'sandbox', state: 'parked' }, 0],
    ['mediagen_queue_oldest_age_seconds', { engine: 'sandbox' }, 0],
    ['mediagen_engine_ready', { engine: 'sandbox' }, 1],
    ['mediagen_deliveries_open', {}, 0],
    ['mediagen_stops_open', {}, 0],
    ['mediagen_worker_processes', {}, 1],
    ['mediagen_store_up', {}, 1],
    ['mediagen_build_info', { role: 'all', node: process.version }, 1],
  ]
  for (const [name, labels, value] of expected) assert.equal(scrape.value(name, labels), value, name)
  const starts = scrape.samples('mediagen_engine_starts_total').map(({ value }) => Number(value))
  assert.equal(
    starts.reduce((sum, each) => sum + each, 0),
    2,
  )
  for (const [name, labels, count] of [
    ['mediagen_http_request_duration_seconds', { route: VIDEOS, method: 'POST' }, 2],
    ['mediagen_task_wait_seconds', priced, 1],
    ['mediagen_task_run_seconds', { ...priced, status: 'success' }, 1],
    ['mediagen_engine_start_seconds', { engine: 'sandbox' }, 2],
    ['mediagen_delivery_attempt_seconds', { result: 'delivered' }, 1],
  ] as const) {
    assert.equal(scrape.value(`${name}_count`, labels), count, name)
    assert.ok((scrape.value(`${name}_sum`, labels) ?? -1) >= 0)
    const buckets = scrape.samples(`${name}_bucket`, labels)
    assert.equal(buckets.at(-1)?.labels?.['le'], '+Inf')
    const below = buckets.map(({ value }) => Number(value))
    assert.equal(below.at(-1), count)
    assert.deepEqual(
      below,
      below.toSorted((one, other) => one - other),
    )
  }
  assert.ok((scrape.value('mediagen_heartbeat_age_seconds') ?? 99) < 60)
  assert.ok((scrape.value('process_resident_memory_bytes') ?? 0) > 0)
  assert.equal(scrape.samples('nodejs_eventloop_lag_p99_seconds').length, 1)
})

test('the page lists every metric of our own with its kind and labels, and no other', async () => {
  const page = await readFile(new URL('../../docs/metrics.md', import.meta.url), 'utf8')
  const listed = [...page.matchAll(/^\| `(mediagen_\w+)` \| (\w+) \| ([^|]*) \|/gm)].map(
    ([, name, type, labels = '']) => ({
      name,
      type,
      labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label),
    }),
  )
  const known = Object.values(METRICS).map(({ name, type, labels }) => ({ name, type, labels: [...labels] }))
  assert.deepEqual(listed, known)
})

test('a scrape holds every metric of the page, and of our own no other', async (t) => {
  const receiver = await openReceiver(t)
  const service = await openService(t, { replacements: { extraModels: [pricedModel()] } })
  await end(service, { model: 'priced', prompt: 'a boat', webhookUrl: receiver.url })
  const named = await eventually(async () => {
    const { families } = await scrapeOf(service)
    const ours = families.filter(({ name }) => name.startsWith('mediagen_'))
    // Without a replica there is nothing to count; `contracts/postgres-replica` has one.
    const isKnown = ({ name }: { name: string }): boolean => name === METRICS.replicaReads.name
    return ours.every((family) => family.metrics.length > 0 || isKnown(family)) ? ours : undefined
  })
  const shown = named.map(({ name, type, help }) => ({ name, type: type.toLowerCase(), help }))
  const known = Object.values(METRICS).map(({ name, type, help }) => ({ name, type, help }))
  const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1)
  assert.deepEqual(shown.toSorted(byName), known.toSorted(byName))
})

test('what callers send never becomes a label', async (t) => {
  const service = await openService(t)
  for (const path of ['/hidden/path', '/api/ai/videos/hidden', '/files/hidden.png'])
    await (await service.call(path)).text()
  await (await service.call('/hidden', { method: 'PROPFIND' })).text()
  await (await service.call(VIDEOS, { json: { model: 'hidden', prompt: 'hidden' } })).text()
  const text = await (await service.call('/metrics')).text()
  assert.doesNotMatch(text, new RegExp(`hidden|PROPFIND|${service.apiKey.id}|${service.key}`))
  const scrape = await scrapeOf(service)
  assert.equal(scrape.value('mediagen_http_requests_total', { route: 'none', method: 'GET', status: '404' }), 1)
  assert.equal(scrape.value('mediagen_http_requests_total', { route: 'none', method: 'other' }), 1)
})

test('metrics take a key with the scope admin, and no other', async (t) => {
  const service = await openService(t)
  const weak = await service.newKey({ scopes: ['tasks:read', 'tasks:write', 'images:write', 'videos:write'] })
  const strong = await service.newKey({ scopes: ['admin'] })
  const statuses = [null, weak, strong].map(async (key) => (await service.call('/metrics', { key })).status)
  assert.deepEqual(await Promise.all(statuses), [401, 403, 200])
})

test('metrics that are switched off are not there', async (t) => {
  const service = await openService(t, { env: { MEDIAGEN_METRICS: 'off' } })
  const answer = await service.call('/metrics')
  assert.equal(answer.status, 404)
  assert.match(await answer.text(), /MEDIAGEN_METRICS/)
})

const QUIET = { debug() {}, info() {}, warn() {}, error() {} }

/** The address at which a service of this role shows its metrics without a key. */
async function openPort(t: TestContext, role: 'all' | 'worker'): Promise<string> {
  const lines: { message: string; fields?: Readonly<Record<string, unknown>> | undefined }[] = []
  const info = (message: string, fields?: Readonly<Record<string, unknown>>): void =>
    void lines.push({ message, fields })
  const log = { ...QUIET, info }
  const env = { PORT: '0', MEDIAGEN_DATA_DIR: await temporaryFolder(t), MEDIAGEN_DRAIN_SECONDS: '0' }
  const own = { MEDIAGEN_METRICS_PORT: '0', MEDIAGEN_PUBLIC_URL: 'http://127.0.0.1:1' }
  const service = await startService(readConfig({ ...env, ...own }), { log }, role)
  atEnd(t, () => service.stop())
  return String(lines.find(({ message }) => message === 'metrics are served without a key')?.fields?.['url'])
}

for (const role of ['all', 'worker'] as const)
  test(`with the role '${role}', a port of the operator's own shows metrics without a key, and nothing else`, async (t) => {
    const url = await openPort(t, role)
    assert.match(url, /^http:\/\/127\.0\.0\.1:\d+\/metrics$/)
    const scrape = await readScrape(await fetch(url))
    assert.equal(scrape.value('mediagen_build_info', { role }), 1)
    assert.equal((await fetch(new URL('/healthz', url))).status, 404)
    assert.equal((await fetch(url, { method: 'POST' })).status, 404)
  })

test('a start of which one of the two ports is in use names its setting, and leaves the other port free', async (t) => {
  const taken = new URL(await openPort(t, 'worker')).port
  const free = String(await freePort())
  const start = async (ports: Record<string, string>): Promise<unknown> =>
    startService(readConfig({ MEDIAGEN_DATA_DIR: await temporaryFolder(t), ...ports }), { log: QUIET })
  await assert.rejects(start({ PORT: free, MEDIAGEN_METRICS_PORT: taken }), {
    message: `Port ${taken} is in use. Stop the program that uses it, or set MEDIAGEN_METRICS_PORT to a different port.`,
  })
  await assert.rejects(fetch(`http://127.0.0.1:${free}/healthz`), TypeError)
  await assert.rejects(start({ PORT: taken, MEDIAGEN_METRICS_PORT: free }), { code: 'EADDRINUSE' })
  await assert.rejects(fetch(`http://127.0.0.1:${free}/metrics`), TypeError)
})

test('a database that does not answer is told by the scrape, with all that this process knows itself', async (t) => {
  let isDown = false
  const service = await openService(t, {
    replacements: {
      wrapStore: (store) => ({
        ...store,
        census: {
          take: async (asked) => {
            if (isDown) throw new Error('gone')
            return store.census.take(asked)
          },
        },
      }),
    },
  })
  await service.call('/api/ai/me')
  isDown = true
  const scrape = await scrapeOf(service)
  assert.equal(scrape.value('mediagen_store_up'), 0)
  assert.deepEqual(scrape.samples('mediagen_queue_depth'), [])
  assert.ok(scrape.samples('mediagen_http_requests_total').length > 0)
})

test('however often metrics are asked for, the database is asked once in five seconds', async (t) => {
  const clock = manualClock()
  let looks = 0
  const service = await openService(t, {
    replacements: {
      clock,
      wrapStore: (store) => ({
        ...store,
        census: { take: (asked) => (looks++, store.census.take(asked)) },
      }),
    },
  })
  for (let n = 0; n < 5; n++) await scrapeOf(service)
  assert.equal(looks, 1)
  await clock.advance(5_000)
  await scrapeOf(service)
  assert.equal(looks, 2)
})
