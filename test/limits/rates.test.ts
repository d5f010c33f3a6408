import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '../support/manual-clock.ts'
import { openService } from '../support/service.ts'
import { codeOf } from './priced.ts'

const VIDEO = { model: 'sandbox', prompt: 'a fox' }

test('requests that create and requests that read have separate rate limits, told in headers, and a key that waits is let in again', async (t) => {
  const clock = manualClock()
  const limits = { createsPerMinute: 2, readsPerMinute: 3 }
  const service = await openService(t, { replacements: { clock }, key: { name: 'k', limits } })
  const first = await service.call('/api/ai/videos', { json: VIDEO })
  assert.equal(first.status, 200)
  assert.equal(first.headers.get('ratelimit-policy'), '"create";q=2;w=60')
  assert.equal(first.headers.get('ratelimit'), '"create";r=1;t=30')
  assert.equal((await service.call('/api/ai/videos', { json: VIDEO })).status, 200)
  const third = await service.call('/api/ai/videos', { json: VIDEO })
  assert.equal(third.status, 429)
  assert.equal(third.headers.get('retry-after'), '30')
  assert.equal(third.headers.get('ratelimit'), '"create";r=0;t=60')
  assert.equal(await codeOf(third), 'rate_limit_exceeded')
  // Reading goes on.
  const read = await service.call('/api/ai/tasks')
  assert.equal(read.status, 200)
  assert.equal(read.headers.get('ratelimit'), '"read";r=2;t=20')
  await clock.advance(30_000)
  assert.equal((await service.call('/api/ai/videos', { json: VIDEO })).status, 200)
  assert.equal((await service.call('/api/ai/videos', { json: VIDEO })).status, 429)
  assert.equal((await service.store.tasks.list({ keyId: service.apiKey.id, limit: 9 })).length, 3)
})

test('a key without rates is told of none, and the rate of one is not the rate of another', async (t) => {
  const clock = manualClock()
  const service = await openService(t, { replacements: { clock } })
  const [one, other] = [
    await service.newKey({ limits: { readsPerMinute: 1 } }),
    await service.newKey({ limits: { readsPerMinute: 1 } }),
  ]
  const status = async (key: string): Promise<number> => (await service.call('/api/ai/tasks', { key })).status
  assert.deepEqual([await status(one), await status(one), await status(other)], [200, 429, 200])
  const free = await service.call('/api/ai/tasks')
  assert.deepEqual([free.headers.get('ratelimit'), free.headers.get('ratelimit-policy')], [null, null])
})

test('end users behind a key have rates of their own, whichever way they are named', async (t) => {
  const clock = manualClock()
  const key = { name: 'k', limits: { createsPerMinute: 10 }, userLimits: { createsPerMinute: 1 } }
  const service = await openService(t, { replacements: { clock }, key })
  const asUser = (user: string) => service.call('/api/ai/videos', { json: VIDEO, headers: { 'x-mediagen-user': user } })
  const ann = await asUser('ann')
  assert.equal(ann.headers.get('ratelimit'), '"create";r=9;t=6, "create-user";r=0;t=60')
  const again = await asUser('ann')
  assert.deepEqual([again.status, again.headers.get('retry-after')], [429, '60'])
  assert.match(((await again.json()) as { error: { message: string } }).error.message, /end user/)
  assert.equal((await asUser('bob')).status, 200)
  // In the words of OpenAI's clients the name is in the body.
  const inBody = (user: string) => service.call('/v1/videos', { json: { ...VIDEO, user } })
  assert.equal((await inBody('bob')).status, 429)
  assert.equal((await inBody('eve')).status, 200)
  const identified = (safety_identifier: string) =>
    service.call('/v1/images/generations', { json: { ...VIDEO, safety_identifier } })
  assert.equal((await identified('bob')).status, 429)
  const { end_user } = (await (
    await service.call(`/api/ai/tasks/${(await asIds(service.store.tasks))[0]}`)
  ).json()) as {
    end_user: string
  }
  assert.equal(end_user, 'eve')
  // A retry is for whom the first task was.
  const [id = ''] = await asIds(service.store.tasks)
  await (await service.call(`/api/ai/tasks/${id}/cancel`, { method: 'POST' })).text()
  const retried = () => service.call(`/api/ai/tasks/${id}/retry`, { method: 'POST' })
  assert.equal((await retried()).status, 429)
  await clock.advance(60_000)
  assert.deepEqual([(await retried()).status, (await retried()).status], [200, 429])

  async function asIds(tasks: typeof service.store.tasks): Promise<string[]> {
    return (await tasks.list({ keyId: service.apiKey.id, limit: 9 }))
      .filter(({ endUser }) => endUser === 'eve')
      .map(({ id }) => id)
  }
})

test('a name of an end user that cannot be one is refused everywhere, and two different ones too', async (t) => {
  const service = await openService(t)
  for (const user of ['x'.repeat(257), 'a\tb', 'é']) {
    const headers = { 'x-mediagen-user': user }
    for (const answer of [
      await service.call('/api/ai/videos', { json: VIDEO, headers }),
      await service.call('/api/ai/tasks', { headers }),
    ]) {
      assert.equal(answer.status, 400, user)
      assert.equal(((await answer.json()) as { error: { param: string } }).error.param, 'x-mediagen-user')
    }
  }
  // The same rule holds in a body.
  for (const user of ['x'.repeat(257), 'a\u001bb', 'a\nb', '\u202eann', 'a\u0000b'])
    for (const name of ['user', 'safety_identifier']) {
      const answer = await service.call('/v1/videos', { json: { ...VIDEO, [name]: user } })
      assert.equal(answer.status, 400, user)
      assert.equal(((await answer.json()) as { error: { param: string } }).error.param, name)
    }
  const both = { json: { ...VIDEO, user: 'ann' }, headers: { 'x-mediagen-user': 'bob' } }
  assert.equal((await service.call('/v1/videos', both)).status, 400)
  const same = { json: { ...VIDEO, user: 'bob' }, headers: { 'x-mediagen-user': 'bob' } }
  assert.equal((await service.call('/v1/videos', same)).status, 200)
})
