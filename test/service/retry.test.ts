import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshTask } from '../../src/core/tasks/task.ts'
import { eventually } from '../support/eventually.ts'
import { manualClock } from '../support/manual-clock.ts'
import { openService, serviceOfFile, type TestService } from '../support/service.ts'
import { formOf, pngOf } from '../support/uploads.ts'

const openHere = serviceOfFile()

type Receipt = {
  id: string
  status: string
  kind: string
  prompt: string
  asked: { aspect_ratio: string | null; size: string | null; seed: number | null }
  effective: { seed: number | null } | null
  webhook_url: string | null
  finished: number | null
  group: string[] | null
  files: { role: string; sha256: string }[]
}

async function ended(service: TestService, id: string): Promise<Receipt> {
  return eventually(async () => {
    const receipt = (await (await service.call(`/api/ai/tasks/${id}`)).json()) as Receipt
    return receipt.finished === null ? undefined : receipt
  })
}

const retry = (service: TestService, id: string, init: { key?: string; headers?: Record<string, string> } = {}) =>
  service.call(`/api/ai/tasks/${id}/retry`, { method: 'POST', ...init })

async function refused(answer: Response): Promise<[number, string]> {
  return [answer.status, ((await answer.json()) as { error: { code: string } }).error.code]
}

async function video(service: TestService, more: Record<string, unknown>): Promise<string> {
  const answer = await service.call('/api/ai/videos', { json: { model: 'sandbox', prompt: 'a boat', ...more } })
  return ((await answer.json()) as { id: string }).id
}

test('a retry is a new task that asks for the same, webhook included, and leaves the old one as it was', async () => {
  const service = await openHere()
  const asked = { prompt: 'x [[fail provider_error]]', seed: 7, size: '9:16', webhookUrl: 'http://127.0.0.1:1026/hook' }
  const old = await ended(service, await video(service, asked))
  assert.equal(old.status, 'failed')
  const before = await service.store.tasks.find(old.id)
  const answer = await retry(service, old.id)
  assert.equal(answer.status, 200)
  const fresh = (await answer.json()) as Receipt
  assert.notEqual(fresh.id, old.id)
  for (const name of ['kind', 'prompt', 'asked', 'webhook_url'] as const) assert.deepEqual(fresh[name], old[name], name)
  assert.equal((await ended(service, fresh.id)).status, 'failed')
  assert.deepEqual(await service.store.tasks.find(old.id), before)
})

test('pictures that were kept are copied: the retry outlives the task that it came from', async () => {
  const service = await openHere()
  const form = formOf({ model: 'sandbox', prompt: 'a boat', image: [await pngOf(8), await pngOf(9)] })
  const posted = await service.call('/api/ai/videos', { method: 'POST', body: form })
  const old = await ended(service, ((await posted.json()) as { id: string }).id)
  const references = ({ files }: Receipt): string[] =>
    files.filter(({ role }) => role === 'reference').map(({ sha256 }) => sha256)
  assert.equal(references(old).length, 2)
  const fresh = (await (await retry(service, old.id)).json()) as Receipt
  assert.equal((await service.call(`/api/ai/tasks/${old.id}`, { method: 'DELETE' })).status, 200)
  const made = await ended(service, fresh.id)
  assert.equal(made.status, 'success')
  assert.deepEqual(references(made), references(old))
})

test('one of several images is retried alone, with the seed that it had', async () => {
  const service = await openHere()
  const answer = await service.call('/api/ai/images/generations', {
    json: { model: 'sandbox', prompt: 'a fox', n: 3, seed: 10 },
  })
  const ids = (answer.headers.get('x-task-id') ?? '').split(/,\s*/)
  const last = await ended(service, ids[2] ?? '')
  const fresh = (await (await retry(service, last.id)).json()) as Receipt
  assert.deepEqual([fresh.group, fresh.kind], [null, 'image'])
  assert.equal(fresh.effective?.seed, last.effective?.seed)
})

test('the same key for idempotency gives the same task; with another task it is a conflict', async () => {
  const service = await openHere()
  const one = await ended(service, await video(service, {}))
  const other = await ended(service, await video(service, { prompt: 'another' }))
  const headers = { 'idempotency-key': 'once-more' }
  const [first, second] = await Promise.all([retry(service, one.id, { headers }), retry(service, one.id, { headers })])
  assert.equal(((await first.json()) as Receipt).id, ((await second.json()) as Receipt).id)
  assert.deepEqual(await refused(await retry(service, other.id, { headers })), [409, 'idempotency_conflict'])
})

test('a task that has not ended cannot be retried, nor one of another key, nor by a key that may not make its kind', async (t) => {
  const service = await openHere()
  const running = await video(service, { prompt: '[[hang]]' })
  assert.deepEqual(await refused(await retry(service, running)), [409, 'task_not_finished'])
  const done = await ended(service, await video(service, {}))
  const foreign = await service.newKey()
  assert.deepEqual(await refused(await retry(service, done.id, { key: foreign })), [404, 'task_not_found'])

  // As after the scope was taken from a key that had used it.
  const reader = await openService(t, { key: { name: 'reader', scopes: ['tasks:read', 'images:write'] } })
  const own = { id: '1234567890123456789012', keyId: reader.apiKey.id, kind: 'video', model: 'sandbox' } as const
  // Of today: what ended long ago is removed.
  const now = Date.now()
  const times = { createdAt: now, queueDeadlineAt: now, finishedAt: now }
  const error = { code: 'cancelled', message: 'x' } as const
  const task = freshTask({ ...own, ...times, engine: 'sandbox', prompt: 'x', status: 'failed', error })
  await reader.store.queue.insert({ task, references: [], idempotency: null })
  assert.equal((await reader.call(`/api/ai/tasks/${own.id}`)).status, 200)
  assert.deepEqual(await refused(await retry(reader, own.id)), [403, 'insufficient_scope'])
})

test('a retry counts as a request that makes something, and is for the end user of the task', async (t) => {
  // It stands still: no request is allowed anew on the way.
  const service = await openService(t, { replacements: { clock: manualClock(Date.now()) } })
  const key = await service.newKey({ limits: { createsPerMinute: 2 } })
  const headers = { 'x-mediagen-user': 'anna' }
  const first = await service.call('/api/ai/videos', { json: { model: 'sandbox', prompt: 'a boat' }, key, headers })
  const { id } = (await first.json()) as { id: string }
  await eventually(async () => {
    const receipt = (await (await service.call(`/api/ai/tasks/${id}`, { key })).json()) as Receipt
    return receipt.finished === null ? undefined : true
  })
  const again = await retry(service, id, { key })
  assert.equal(again.status, 200)
  assert.match(again.headers.get('ratelimit') ?? '', /^"create";r=0/)
  assert.equal(((await again.json()) as { end_user: string }).end_user, 'anna')
  assert.deepEqual(await refused(await retry(service, id, { key })), [429, 'rate_limit_exceeded'])
})
