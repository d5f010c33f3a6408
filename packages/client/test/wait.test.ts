import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freePort } from '../../../test/support/free-port.ts'
import { manualClock } from '../../../test/support/manual-clock.ts'
import { openService } from '../../../test/support/service.ts'
import { Mediagen, TimeoutError } from '../src/mediagen.ts'
import { openClient } from './open-client.ts'
import { temporaryFolder } from '../../../test/support/at-end.ts'

test('a wait survives a restart of the service', async (t) => {
  const dataDir = await temporaryFolder(t)
  const env = { PORT: String(await freePort()) }
  // Its time stands still: the task cannot end before the service does.
  const first = await openService(t, { dataDir, env, replacements: { clock: manualClock(Date.now()) } })
  const refused = Promise.withResolvers<void>()
  const noticing = (url: string, init: RequestInit): Promise<Response> => {
    const response = fetch(url, init)
    response.catch(() => refused.resolve())
    return response
  }
  const client = new Mediagen({ apiKey: first.key, baseURL: first.url, fetch: noticing })
  const { id } = await client.videos.create({ model: 'sandbox', prompt: '[[delay 1s]]' })
  const seen = Promise.withResolvers<void>()
  const waiting = client.handle(id).wait({ onProgress: () => seen.resolve() })
  // Looked at below; until then a failure must not end the test before its services are stopped.
  waiting.catch(() => undefined)
  await seen.promise
  await first.stop()
  // The client has come to a closed door before it opens again.
  await refused.promise
  await openService(t, { dataDir, env })
  assert.equal((await waiting).file.extension, 'mp4')
})

test('a service that stays away is an error once patience is spent', async (t) => {
  const { service, client } = await openClient(t)
  const { id } = await client.videos.create({ model: 'sandbox', prompt: '[[hang]]' })
  await service.stop()
  await assert.rejects(client.videos.wait(id, { patienceMs: 0 }), { name: 'ConnectionError' })
})

for (const [words, events] of [
  ['a proxy knows no events', async () => new Response('<h1>Not found</h1>', { status: 404 })],
  ['a proxy answers with a page in place of events', async () => new Response('<h1>Welcome</h1>')],
  [
    'events are held back on the way',
    async () => new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } }),
  ],
] as const) {
  test(`a wait goes on by polling where ${words}`, async (t) => {
    const asked: string[] = []
    const throughProxy = async (url: string, init: RequestInit): Promise<Response> => {
      const { pathname } = new URL(url)
      const prefer = new Headers(init.headers).get('prefer')
      asked.push(`${pathname.split('/').at(-1)} ${prefer ?? ''}`)
      if (!pathname.endsWith('/events')) return fetch(url, init)
      const response = await events()
      init.signal?.addEventListener('abort', () => void response.body?.cancel().catch(() => undefined))
      return aborted(response, init.signal)
    }
    const soon = (ms: number): number => (ms === 40_000 ? 1 : ms)
    const alarm = (ms: number, ring: () => void) => {
      const timer = setTimeout(ring, soon(ms))
      return () => clearTimeout(timer)
    }
    const { client } = await openClient(t, {
      fetch: throughProxy,
      runtime: words.startsWith('events') ? { alarm } : {},
    })
    const told: string[] = []
    const params = { model: 'sandbox', prompt: '[[delay 1s]]' }
    const result = await client.videos.generate(params, { onProgress: ({ status }) => told.push(status) })
    assert.equal(result.files.length, 1)
    assert.equal(told.at(-1), 'success')
    const [id = ''] = result.ids
    assert.ok(asked.includes('events '), 'events were tried first')
    if (!words.startsWith('events')) assert.ok(asked.includes(`${id} wait=25`), asked.join(', '))
  })
}

/** The answer with a body that ends with the signal, as the network's own does. */
function aborted(response: Response, signal: AbortSignal | null | undefined): Response {
  if (response.body === null) return response
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  void response.body.pipeTo(writable, signal ? { signal } : {}).catch(() => undefined)
  return new Response(readable, { status: response.status, headers: response.headers })
}

test('a wait ends after its time, and the task goes on', async (t) => {
  const { client } = await openClient(t)
  const { id } = await client.videos.create({ model: 'sandbox', prompt: '[[hang]]' })
  await assert.rejects(client.videos.wait(id, { timeoutMs: 50 }), TimeoutError)
  assert.notEqual((await client.tasks.get(id)).status, 'failed')
})

test('an abort ends a wait, and cancels the task only where that was asked for', async (t) => {
  const { client } = await openClient(t)
  for (const cancelOnAbort of [false, true]) {
    const stop = new AbortController()
    const { id } = await client.videos.create({ model: 'sandbox', prompt: '[[hang]]' })
    const waiting = client.videos.wait(id, { signal: stop.signal, cancelOnAbort, onProgress: () => stop.abort() })
    await assert.rejects(waiting, { name: 'AbortError' })
    assert.equal((await client.tasks.get(id)).error?.code, cancelOnAbort ? 'cancelled' : undefined)
  }
})

test('an abort ends a wait for images, and cancels every one of them where that was asked for', async (t) => {
  const { client, service } = await openClient(t)
  const stop = new AbortController()
  const params = { model: 'sandbox', prompt: '[[hang]]', n: 2 }
  const told = new Set<string>()
  const onProgress = ({ id }: { id: string }): void => void (told.add(id).size === 2 && stop.abort())
  const making = client.images.generate(params, { signal: stop.signal, cancelOnAbort: true, onProgress })
  await assert.rejects(async () => making, { name: 'AbortError' })
  const codes = await Promise.all([...told].map(async (id) => (await client.tasks.get(id)).error?.code))
  assert.deepEqual(codes, ['cancelled', 'cancelled'])
  // Not only once the request itself had given up.
  assert.ok(!service.logLines.some((line) => line.includes('"status":504')))
})

test('an abort between the order and its answer leaves no image behind', async (t) => {
  const stop = new AbortController()
  const abortingFetch = async (url: string, init: RequestInit): Promise<Response> => {
    const answer = await fetch(url, init)
    stop.abort()
    return answer
  }
  const { client, service } = await openClient(t, { fetch: abortingFetch })
  const making = client.images.generate(
    { model: 'sandbox', prompt: '[[hang]]' },
    { signal: stop.signal, cancelOnAbort: true },
  )
  await assert.rejects(async () => making, { name: 'AbortError' })
  const tasks = await service.store.tasks.list({ keyId: service.apiKey.id, limit: 9 })
  assert.deepEqual(
    tasks.map(({ error }) => error?.code),
    ['cancelled'],
  )
})

test('a key that may only generate gets its images also where progress was asked for', async (t) => {
  const { service } = await openClient(t)
  const apiKey = await service.newKey({ scopes: ['images:write'] })
  const client = new Mediagen({ apiKey, baseURL: service.url })
  const told: string[] = []
  const made = await client.images.generate(
    { model: 'sandbox', prompt: 'a fox' },
    { onProgress: ({ status }) => told.push(status) },
  )
  assert.deepEqual([made.files.length, told], [1, []])
})

test('a missing task is told at once', async (t) => {
  const { client } = await openClient(t)
  await assert.rejects(client.videos.wait('12345678901234567890'), { code: 'task_not_found' })
})

test('a handle carries on in another process with nothing but the id', async (t) => {
  const { client, service } = await openClient(t)
  const stored = JSON.stringify(await client.videos.create({ model: 'sandbox', prompt: 'x' }))
  const { id } = JSON.parse(stored) as { id: string }
  const elsewhere = new Mediagen({ apiKey: service.key, baseURL: `${service.url}/` }).handle(id)
  assert.equal((await elsewhere.wait()).ids[0], id)
  assert.equal((await elsewhere.get()).status, 'success')
  await elsewhere.delete()
})
