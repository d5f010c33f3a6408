import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TestContext } from 'node:test'
import { eventually, eventuallyOn } from '../support/eventually.ts'
import { manualClock } from '../support/manual-clock.ts'
import { openService, type TestService } from '../support/service.ts'
import { assertNothingLeaked } from '../contracts/limited.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { codeOf } from './priced.ts'

const SLOW = { model: 'sandbox', prompt: 'a fox [[hang]]' }
const QUICK = { model: 'sandbox', prompt: 'a fox' }

async function submit(
  service: TestService,
  json: object = SLOW,
  headers: Record<string, string> = {},
): Promise<string> {
  const answer = await service.call('/api/ai/videos', { json, headers })
  assert.equal(answer.status, 200)
  return ((await answer.json()) as { id: string }).id
}

type Receipt = { status: string; waits_for: string | null; queue_position: number | null; end_user: string | null }

async function receipt(service: TestService, id: string): Promise<Receipt> {
  return (await (await service.call(`/api/ai/tasks/${id}`)).json()) as Receipt
}

const status = async (service: TestService, id: string): Promise<string> => (await receipt(service, id)).status

const open = (t: TestContext, limits: object, more: object = {}) =>
  openService(t, { env: { MEDIAGEN_FFMPEG: 'off' }, key: { name: 'k', limits }, ...more })

test('tasks above the concurrency limit wait, further ones are refused, and a finished task lets the next one in', async (t) => {
  const service = await open(t, { inWork: 1, waiting: 2 })
  const [first, second, third] = [await submit(service), await submit(service), await submit(service, QUICK)]
  const full = await service.call('/api/ai/videos', { json: SLOW })
  assert.equal(full.status, 429)
  assert.ok(Number(full.headers.get('retry-after')) > 0)
  assert.equal(await codeOf(full), 'queue_full')
  await eventually(async () => (await status(service, first)) === 'processing' || undefined)
  const parked = await receipt(service, third)
  assert.deepEqual([parked.status, parked.waits_for, parked.queue_position], ['pending', 'key', 2])
  await service.call(`/api/ai/tasks/${first}/cancel`, { method: 'POST' })
  await eventually(async () => (await status(service, second)) === 'processing' || undefined)
  assert.deepEqual((await receipt(service, second)).waits_for, null)
  assert.equal(await status(service, third), 'pending')
  // One that waits can be cancelled too, and its place to wait is free.
  await submit(service, QUICK)
  await service.call(`/api/ai/tasks/${third}/cancel`, { method: 'POST' })
  const last = await submit(service, QUICK)
  await service.call(`/api/ai/tasks/${second}/cancel`, { method: 'POST' })
  await eventually(async () => (await status(service, last)) === 'success' || undefined)
  await assertNothingLeaked(service.store, service.apiKey.id, [service.apiKey.id])
})

test('a restart loses nobody who waits for a place', async (t) => {
  const dataDir = await temporaryFolder(t)
  const before = await open(t, { inWork: 1 }, { dataDir })
  const ids = [await submit(before), await submit(before, QUICK), await submit(before, QUICK)]
  await before.stop()
  const after = await openService(t, { dataDir, env: { MEDIAGEN_FFMPEG: 'off' } })
  const call = (path: string, init: RequestInit = {}) => after.call(path, { ...init, key: before.key })
  const shown = async (id: string): Promise<Receipt> => (await (await call(`/api/ai/tasks/${id}`)).json()) as Receipt
  assert.deepEqual((await shown(ids[1] ?? '')).waits_for, 'key')
  await call(`/api/ai/tasks/${ids[0]}/cancel`, { method: 'POST' })
  for (const id of ids.slice(1)) await eventually(async () => (await shown(id)).status === 'success' || undefined)
  await assertNothingLeaked(after.store, before.apiKey.id, [before.apiKey.id])
})

test('a task that waits too long for a place ends like one that waits in line', async (t) => {
  const clock = manualClock()
  const env = { MEDIAGEN_FFMPEG: 'off', MEDIAGEN_QUEUE_TIMEOUT_SECONDS: '120' }
  const service = await open(t, { inWork: 1 }, { replacements: { clock }, env })
  const [first, second] = [await submit(service), await submit(service)]
  await eventuallyOn(clock, 100, async () => (await status(service, first)) === 'processing' || undefined)
  await eventuallyOn(clock, 20_000, async () => (await status(service, second)) === 'failed' || undefined)
  const ended = await service.store.tasks.find(second)
  assert.equal(ended?.error?.code, 'queue_timeout')
  await assertNothingLeaked(service.store, service.apiKey.id, [service.apiKey.id])
})

test('limits that are raised let in the tasks that wait, without anything ending', async (t) => {
  const clock = manualClock()
  const service = await open(t, { inWork: 1 }, { replacements: { clock } })
  const [first, second] = [await submit(service), await submit(service)]
  await eventuallyOn(clock, 100, async () => (await status(service, first)) === 'processing' || undefined)
  await raise(service, { ...service.apiKey.limits, inWork: 2 })
  await eventuallyOn(clock, 1_000, async () => (await status(service, second)) === 'processing' || undefined)
})

/** As an operator does it, until there is a word for it in the store. */
async function raise(service: TestService, limits: object): Promise<void> {
  const { DatabaseSync } = await import('node:sqlite')
  const db = new DatabaseSync(`${service.dataDir}/mediagen.db`)
  db.prepare('UPDATE keys SET limits = ? WHERE id = ?').run(JSON.stringify(limits), service.apiKey.id)
  db.close()
}

test('an end user waits for a place of its own, while others of the same key go on', async (t) => {
  const service = await openService(t, {
    env: { MEDIAGEN_FFMPEG: 'off' },
    key: { name: 'k', userLimits: { inWork: 1 } },
  })
  const as = (user: string) => ({ 'x-mediagen-user': user })
  const [first, second] = [await submit(service, SLOW, as('ann')), await submit(service, QUICK, as('ann'))]
  const other = await submit(service, QUICK, as('bob'))
  await eventually(async () => (await status(service, other)) === 'success' || undefined)
  const { waits_for, end_user } = await receipt(service, second)
  assert.deepEqual([waits_for, end_user], ['user', 'ann'])
  await service.call(`/api/ai/tasks/${first}/cancel`, { method: 'POST' })
  await eventually(async () => (await status(service, second)) === 'success' || undefined)
})
