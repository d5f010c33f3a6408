import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { aPng } from './pictures.ts'
import { ConnectionError, Mediagen, MediagenError, RateLimitError, TimeoutError } from '../src/mediagen.ts'
import { cuttingProxy } from './cutting-proxy.ts'
import { failureOf } from './failure-of.ts'
import { hastily, openClient } from './open-client.ts'
import { atEnd } from '../../../test/support/at-end.ts'

const POINTS = 20
// An exchange may be shorter than the one before by some digits, and must not be over before the cut.
const SPARE_BYTES = 64

async function serverThat(t: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(t, () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

for (const kind of ['video', 'image'] as const) {
  test(`a submission (${kind}) whose connection is cut at ${POINTS} random points yields one task, always`, async (t) => {
    const { service, client: direct } = await openClient(t)
    const image = await aPng()
    const submit = async (baseURL: string): Promise<string | undefined> => {
      const client = new Mediagen({ apiKey: service.key, baseURL, runtime: hastily() })
      const params = { model: 'sandbox', prompt: `cut ${baseURL}`, image }
      if (kind === 'video') return (await client.videos.create(params)).id
      return (await client.images.generate(params)).ids[0]
    }
    const whole = await cuttingProxy(t, service.url, Infinity)
    const ids = [await submit(whole.url)]
    assert.ok(whole.passed() > 500, 'the way counts what passes')

    const points = Array.from({ length: POINTS }, () => Math.floor(Math.random() * (whole.passed() - SPARE_BYTES)))
    t.diagnostic(`of ${whole.passed()} bytes, cut after ${points.join(', ')}`)
    let cuts = 0
    for (const point of points) {
      const proxy = await cuttingProxy(t, service.url, point)
      ids.push(await submit(proxy.url))
      if (proxy.passed() > point) cuts++
    }
    assert.equal(cuts, POINTS, 'after every cut there was another attempt')
    const made: string[] = []
    for await (const task of direct.tasks.list({ kind, limit: 7 })) made.push(task.id)
    assert.deepEqual(made.toSorted(), ids.toSorted())
    assert.equal(new Set(made).size, POINTS + 1)
  })
}

test(`a retry whose connection is cut at ${POINTS} random points yields one task, always`, async (t) => {
  const { service, client: direct } = await openClient(t)
  const { id } = await direct.videos.create({ model: 'sandbox', prompt: 'a fox' })
  await direct.videos.wait(id)
  const retry = async (baseURL: string): Promise<string> =>
    (await new Mediagen({ apiKey: service.key, baseURL, runtime: hastily() }).handle(id).retry()).id
  const whole = await cuttingProxy(t, service.url, Infinity)
  const ids = [id, await retry(whole.url)]
  const points = Array.from({ length: POINTS }, () => Math.floor(Math.random() * (whole.passed() - SPARE_BYTES)))
  t.diagnostic(`of ${whole.passed()} bytes, cut after ${points.join(', ')}`)
  for (const point of points) ids.push(await retry((await cuttingProxy(t, service.url, point)).url))
  const made: string[] = []
  for await (const task of direct.tasks.list()) made.push(task.id)
  assert.deepEqual(made.toSorted(), ids.toSorted())
})

test('an abort also ends a call whose picture is a stream that never ends', async (t) => {
  let arrived = 0
  const baseURL = await serverThat(t, () => void arrived++)
  const client = new Mediagen({ apiKey: 'k', baseURL })
  const stop = new AbortController()
  const never = new ReadableStream<Uint8Array>({ pull: () => stop.abort(new Error('enough')) })
  const asked = client.videos.generate({ model: 'sandbox', prompt: 'x', image: never }, { signal: stop.signal })
  await assert.rejects(asked, /^Error: enough$/)
  assert.equal(arrived, 0)
})

test('an abort ends a call with the reason of its signal, and is never followed by another attempt', async (t) => {
  let arrived = 0
  const stop = new AbortController()
  const baseURL = await serverThat(t, () => {
    arrived++
    stop.abort(new Error('changed my mind'))
  })
  const pauses: number[] = []
  const client = new Mediagen({ apiKey: 'mg_test_key', baseURL, runtime: hastily(pauses) })
  await assert.rejects(client.videos.create({ model: 'm', prompt: 'p' }, { signal: stop.signal }), {
    message: 'changed my mind',
  })
  assert.deepEqual([arrived, pauses], [1, []])
})

test('Retry-After is heeded, and one that is too long is told at once', async (t) => {
  const keys: unknown[] = []
  let retryAfter = '7'
  const baseURL = await serverThat(t, (request, reply) => {
    keys.push(request.headers['idempotency-key'])
    if (keys.length === 3) return void reply.end('{"id":"1","status":"pending","message":""}')
    const error = { code: 'queue_full', message: 'Full.', type: 'rate_limit_error', param: null, request_id: 'req_1' }
    reply.writeHead(429, { 'retry-after': retryAfter }).end(JSON.stringify({ error }))
  })
  const pauses: number[] = []
  const client = new Mediagen({ apiKey: 'mg_test_key', baseURL, runtime: hastily(pauses) })
  await client.videos.create({ model: 'm', prompt: 'p' })
  assert.deepEqual(pauses, [7_000, 7_000])
  assert.equal(new Set(keys).size, 1, 'one key for all attempts')
  assert.match(String(keys[0]), /^client-[0-9a-f]{32}$/)

  retryAfter = '3600'
  keys.length = 0
  const refused = await failureOf(client.videos.create({ model: 'm', prompt: 'p' }))
  assert.ok(refused instanceof RateLimitError)
  assert.deepEqual(
    [refused.code, refused.retryAfterMs, refused.requestId, keys.length],
    ['queue_full', 3_600_000, 'req_1', 1],
  )
  assert.ok(refused.retryable)
})

test('a service that cannot be reached is an error of its own, after so many attempts', async (t) => {
  const baseURL = await serverThat(t, (request) => request.socket.destroy())
  const pauses: number[] = []
  const client = new Mediagen({ apiKey: 'mg_test_key', baseURL, maxRetries: 3, runtime: hastily(pauses) })
  await assert.rejects(client.tasks.get('1'), ConnectionError)
  assert.equal(pauses.length, 3)
  assert.ok(
    pauses.every((ms, index) => ms <= 500 * 2 ** index && ms > 370 * 2 ** index),
    String(pauses),
  )
})

test('a key that cannot be one is told at once and never repeated in words; a line break at its end is no part of it', async (t) => {
  const { service } = await openClient(t)
  for (const apiKey of ['two\nlines', 'a key', 'ключ']) {
    const failure = await failureOf(new Mediagen({ apiKey, baseURL: service.url }).models.list())
    assert.ok(failure instanceof MediagenError && !(failure instanceof ConnectionError))
    assert.match(failure.message, /other invalid characters/)
    assert.ok(!failure.message.includes(apiKey))
  }
  await assert.rejects(async () => new Mediagen({ apiKey: ' ', baseURL: service.url }).models.list(), /no API key/)
  assert.ok((await new Mediagen({ apiKey: `${service.key}\n`, baseURL: service.url }).models.list()).data.length > 0)
})

test('what must not be done twice is not repeated where it may have been done', async (t) => {
  let arrived = 0
  const baseURL = await serverThat(t, (request) => {
    arrived++
    request.socket.destroy()
  })
  const client = new Mediagen({ apiKey: 'mg_test_key', baseURL, runtime: hastily() })
  await assert.rejects(client.webhooks.rotateSecret(), ConnectionError)
  assert.equal(arrived, 1)
})

test('an attempt that hangs is given up after its time', async (t) => {
  const baseURL = await serverThat(t, () => undefined)
  const client = new Mediagen({ apiKey: 'mg_test_key', baseURL, maxRetries: 0 })
  await assert.rejects(client.tasks.get('1', { timeoutMs: 1 }), TimeoutError)
})

test('deleting and cancelling whose answers were lost count as done', async (t) => {
  const { service, client: direct } = await openClient(t)
  const losing = new Mediagen({ apiKey: service.key, baseURL: service.url, runtime: hastily(), fetch: losingFirst() })
  const hanging = await direct.videos.create({ model: 'sandbox', prompt: '[[hang]]' })
  assert.equal((await losing.tasks.cancel(hanging.id)).error?.code, 'cancelled')
  const again = new Mediagen({ apiKey: service.key, baseURL: service.url, runtime: hastily(), fetch: losingFirst() })
  assert.deepEqual(await again.tasks.delete(hanging.id), { id: hanging.id, deleted: true })
  await assert.rejects(direct.tasks.delete(hanging.id), { code: 'task_not_found' })
})

/** Does the first request and loses its answer. */
function losingFirst(): (url: string, init: RequestInit) => Promise<Response> {
  let isLost = false
  return async (url, init) => {
    const response = await fetch(url, init)
    if (isLost) return response
    isLost = true
    await response.arrayBuffer()
    throw new TypeError('terminated')
  }
}
