import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '../../src/core/errors.ts'
import type { Store } from '../../src/ports/store.ts'
import { eventually } from '../support/eventually.ts'
import { openService, type TestService } from '../support/service.ts'
import { refusal } from '../support/uploads.ts'

async function submit(service: TestService, prompt: string): Promise<string> {
  const answer = await service.call('/api/ai/videos', { json: { model: 'sandbox', prompt } })
  return ((await answer.json()) as { id: string }).id
}

/** Reads a stream until it has shown this, and lets it go on. */
async function readUntil(answer: Response, wanted: RegExp): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  const chunks = answer.body?.values({ preventCancel: true }) as AsyncIterable<Uint8Array>
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true })
    if (wanted.test(text)) return text
  }
  return text
}

/** A store whose tasks cannot be read while `broken.on`. */
function breaking(broken: { on: boolean; times: number }): (store: Store) => Store {
  return (store) => ({
    ...store,
    tasks: {
      ...store.tasks,
      async find(id) {
        if (!broken.on) return store.tasks.find(id)
        broken.times++
        throw new AppError('storage_unavailable', 'The database is not responding.')
      },
    },
  })
}

test('a stream of events outlives a store that fails for a while, and says so meanwhile', async (t) => {
  const broken = { on: false, times: 0 }
  const service = await openService(t, { replacements: { wrapStore: breaking(broken) } })
  const id = await submit(service, '[[hang]]')
  const answer = await service.call(`/api/ai/tasks/${id}/events`)
  await readUntil(answer, /"step":"running"|"status":"processing"/)
  broken.on = true
  await readUntil(answer, /: the task cannot be read now/)
  broken.on = false
  await service.call(`/api/ai/tasks/${id}/cancel`, { method: 'POST' })
  assert.match(await readUntil(answer, /never/), /"status":"failed"/)
})

test('HEAD of a stream of events is answered, not kept waiting', async (t) => {
  const service = await openService(t)
  const id = await submit(service, '[[hang]]')
  const answer = await service.call(`/api/ai/tasks/${id}/events`, { method: 'HEAD' })
  assert.equal(answer.status, 405)
})

test('a key can open a hundred event streams, then gets 429 until one ends', async (t) => {
  const service = await openService(t)
  const id = await submit(service, '[[hang]]')
  const hangUp = new AbortController()
  const open = (): Promise<Response> => service.call(`/api/ai/tasks/${id}/events`, { signal: hangUp.signal })
  const streams = await Promise.all(Array.from({ length: 100 }, open))
  assert.ok(streams.every(({ status }) => status === 200))
  const refused = await service.call(`/api/ai/tasks/${id}/events`)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  const { status, code, message } = await refusal(refused)
  assert.deepEqual([status, code], [429, 'rate_limit_exceeded'])
  assert.match(message, /100 open event streams/)
  hangUp.abort()
  const again = await eventually(async () => {
    const answer = await service.call(`/api/ai/tasks/${id}/events`)
    return answer.status === 200 ? answer : void (await answer.text())
  })
  await again.body?.cancel()
})

test('requests that wait for a result have slots too; a refused one starts nothing', async (t) => {
  const two = { each: 2, total: 3 }
  const service = await openService(t, { replacements: { slots: { stream: two, wait: two, trial: two } } })
  const id = await submit(service, '[[hang]]')
  const leaving = new AbortController()
  const wait = (key = service.key): Promise<Response> => {
    const { signal } = leaving
    return service.call(`/api/ai/videos/${id}`, { headers: { prefer: 'wait=60' }, signal, key })
  }
  const held = [wait(), wait()].map((each) => each.catch(() => undefined))
  const make = { model: 'sandbox', prompt: 'a cat' }
  const refused = await eventually(async () => {
    const answer = await service.call('/api/ai/images/generations', { json: make })
    return answer.status === 429 ? answer : void (await answer.text())
  })
  const tasksNow = async (): Promise<number> =>
    (await service.store.tasks.list({ keyId: service.apiKey.id, limit: 100 })).length
  const before = await tasksNow()
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
  assert.match((await refusal(refused)).message, /^This key has 2 open requests that wait for a result/)
  for (const [path, headers] of [
    ['/v1/images/generations', {}],
    ['/api/ai/videos', { prefer: 'wait=5' }],
  ] as const)
    assert.deepEqual((await refusal(await service.call(path, { headers, json: make }))).status, 429)
  assert.equal(await tasksNow(), before)
  // A request that does not wait needs no slot, and other keys have their own until all are taken.
  const [prefer, other] = [{ prefer: 'respond-async' }, await service.newKey({})]
  assert.equal((await service.call('/api/ai/images/generations', { headers: prefer, json: make })).status, 202)
  assert.equal((await service.call('/api/ai/images/generations', { key: other, json: make })).status, 200)
  const theirs = service.call('/api/ai/images/generations', {
    key: other,
    json: { ...make, prompt: '[[hang]]' },
    signal: leaving.signal,
  })
  const third = await service.newKey({})
  const full = await eventually(async () => {
    const answer = await service.call('/api/ai/images/generations', { key: third, json: make })
    return answer.status === 429 ? answer : void (await answer.text())
  })
  assert.match((await refusal(full)).message, /3 open requests that wait for a result/)
  leaving.abort()
  await Promise.all([...held, theirs.catch(() => undefined)])
})

test('revoking a key ends its streams, long polls and image requests, and no others', async (t) => {
  const service = await openService(t)
  const id = await submit(service, '[[hang]]')
  const other = await service.newKey({})
  const theirs = await service.call('/api/ai/videos', { key: other, json: { model: 'sandbox', prompt: '[[hang]]' } })
  const { id: theirId } = (await theirs.json()) as { id: string }
  const stream = await service.call(`/api/ai/tasks/${id}/events`)
  const hangUp = new AbortController()
  const goingOn = await service.call(`/api/ai/tasks/${theirId}/events`, { key: other, signal: hangUp.signal })
  const poll = service.call(`/api/ai/videos/${id}`, { headers: { prefer: 'wait=60' } })
  const image = service.call('/api/ai/images/generations', { json: { model: 'sandbox', prompt: '[[hang]]' } })
  await eventually(
    async () => (await service.store.tasks.list({ keyId: service.apiKey.id, kind: 'image', limit: 1 }))[0],
  )
  await readUntil(stream, /event: task/)
  await service.store.keys.revoke(service.apiKey.id, Date.now())
  assert.equal((await refusal(await poll)).code, 'invalid_api_key')
  assert.equal((await refusal(await image)).code, 'invalid_api_key')
  // It ends by itself: nothing is left but to read it.
  await readUntil(stream, /never/)
  await service.call(`/api/ai/tasks/${theirId}/cancel`, { method: 'POST', key: other })
  assert.match(await readUntil(goingOn, /never/), /cancelled/)
  hangUp.abort()
})
