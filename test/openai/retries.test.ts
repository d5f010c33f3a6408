import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { createOrAdopt, type Attempt } from '../../src/actions/tasks/adopt-retry.ts'
import type { GenerationRequest } from '../../src/core/tasks/generation-request.ts'
import { openStage } from '../reliability/stage.ts'
import { countingStarts } from '../support/counting-starts.ts'
import { eventually } from '../support/eventually.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { openService } from '../support/service.ts'
import { tcpProxy } from '../support/tcp-proxy.ts'
import { pngOf } from '../support/uploads.ts'
import { clientOf, countTasks, openSpoken } from './client.ts'
import { atEnd } from '../support/at-end.ts'

const good = { model: 'sandbox', prompt: 'a cat' }
const MARK = { 'x-stainless-retry-count': '1' }

async function cutOnce(t: TestContext, env: Record<string, string> = {}) {
  const { starts, wrapEngine } = countingStarts()
  const { service } = await openSpoken(t, { env, replacements: { wrapEngine } })
  const proxy = await tcpProxy(t, Number(new URL(service.url).port))
  const client = clientOf(service, { baseURL: `http://127.0.0.1:${proxy.port}/v1` })
  proxy.cutNextAnswer()
  return { service, client, starts }
}

test('a request whose answer was cut off, repeated by the client itself: one task, one start, and the image', async (t) => {
  const { service, client, starts } = await cutOnce(t)
  const { data, response } = await client.images.generate(good).withResponse()
  assert.equal(data.data?.length, 1)
  assert.equal(response.headers.get('x-mediagen-adopted'), 'retry')
  assert.deepEqual([await countTasks(service), starts()], [1, 1])
  assert.ok(service.logLines.some((line) => line.includes('a repeated request waits for the task')))
})

test('the same for an upload and for a video', async (t) => {
  const edited = await cutOnce(t)
  const image = new File([new Uint8Array(await pngOf())], 'first.png', { type: 'image/png' })
  const { response } = await edited.client.images.edit({ ...good, image }).withResponse()
  assert.equal(response.headers.get('x-mediagen-adopted'), 'retry')
  assert.deepEqual([await countTasks(edited.service), edited.starts()], [1, 1])
  const filmed = await cutOnce(t)
  const video = await filmed.client.videos.create({ ...good, model: 'sandbox' })
  assert.equal(video.object, 'video')
  assert.equal(await countTasks(filmed.service), 1)
})

test('a picture that takes longer than a request may wait comes by the repeats of the client: one task, one start', async (t) => {
  const { starts, wrapEngine } = countingStarts()
  const env = { MEDIAGEN_IMAGE_WAIT_SECONDS: '1' }
  const { service, client } = await openSpoken(t, { env, replacements: { wrapEngine } })
  const slow = { ...good, prompt: 'a cat [[delay 3s]]' }
  const patient = clientOf(service, { maxRetries: 20 })
  const { data, response } = await patient.images.generate(slow).withResponse()
  assert.deepEqual([data.data?.length, response.headers.get('x-mediagen-adopted')], [1, 'retry'])
  assert.deepEqual([await countTasks(service), starts()], [1, 1])
  // With stream it needs none of that.
  const events = await Array.fromAsync(
    await client.images.generate({ ...slow, prompt: 'a dog [[delay 3s]]', stream: true }),
  )
  assert.deepEqual([events.length, await countTasks(service)], [1, 2])
})

test('a picture that is late asks for a repeat only where it gets the same task', async (t) => {
  const env = { MEDIAGEN_IMAGE_WAIT_SECONDS: '1' }
  const json = { ...good, prompt: 'a cat [[hang]]' }
  const lateAnswer = async (more: Record<string, string>, headers: Record<string, string>): Promise<unknown> => {
    const service = await openService(t, { env: { ...env, ...more } })
    const answer = await service.call('/v1/images/generations', { json, headers })
    return [answer.status, answer.headers.get('retry-after'), answer.headers.get('x-should-retry')]
  }
  const isOff = { MEDIAGEN_ADOPT_RETRIES: 'false' }
  const first = { 'x-stainless-retry-count': '0' }
  assert.deepEqual(
    await Promise.all([
      lateAnswer({}, first),
      lateAnswer({}, { 'idempotency-key': 'k' }),
      // Its repeat would not be marked as one.
      lateAnswer({}, {}),
      lateAnswer(isOff, first),
      lateAnswer(isOff, { 'idempotency-key': 'k' }),
    ]),
    [
      [504, '1', 'true'],
      [504, '1', 'true'],
      [504, null, 'false'],
      [504, null, 'false'],
      [504, '1', 'true'],
    ],
  )
})

test('where adoption is switched off, the repeat makes a task of its own', async (t) => {
  const { service, client } = await cutOnce(t, { MEDIAGEN_ADOPT_RETRIES: 'false' })
  const { response } = await client.images.generate(good).withResponse()
  assert.equal(response.headers.get('x-mediagen-adopted'), null)
  assert.equal(await countTasks(service), 2)
})

test('two honest requests that are equal make two tasks, one after the other and at once', async (t) => {
  const { service, client } = await openSpoken(t)
  await client.images.generate(good)
  await client.images.generate(good)
  assert.equal(await countTasks(service), 2)
  await Promise.all([client.images.generate(good), client.images.generate(good)])
  assert.equal(await countTasks(service), 4)
})

test('a repeat is adopted by another process while the first is still worked on', async (t) => {
  const DATABASE_URL = await (await sharedPostgres()).newDatabase()
  const first = await openService(t, { env: { DATABASE_URL } })
  const second = await openService(t, { env: { DATABASE_URL }, dataDir: first.dataDir })
  const json = { ...good, prompt: 'a cat [[delay 3s]]' }
  const slow = first.call('/v1/images/generations', { json })
  await eventually(async () => ((await countTasks(first)) === 1 ? true : undefined))
  const again = await second.call('/v1/images/generations', { json, headers: MARK, key: first.key })
  assert.deepEqual([again.status, again.headers.get('x-mediagen-adopted')], [200, 'retry'])
  assert.equal(again.headers.get('x-task-id'), (await slow).headers.get('x-task-id'))
  assert.equal(await countTasks(first), 1)
})

test('a retry with another key, prompt or picture never gets the first task', async (t) => {
  const { service } = await openSpoken(t)
  const other = await service.newKey()
  const send = (json: object, key = service.key): Promise<Response> =>
    service.call('/v1/images/generations', { json, headers: MARK, key })
  for (const answer of [await send(good), await send({ ...good, prompt: 'a dog' }), await send(good, other)]) {
    assert.deepEqual([answer.status, answer.headers.get('x-mediagen-adopted')], [200, null])
  }
  const pictures = await Promise.all([pngOf(8), pngOf(9)])
  for (const picture of pictures) {
    const image = `data:image/png;base64,${picture.toString('base64')}`
    const answer = await service.call('/v1/images/edits', { json: { ...good, image }, headers: MARK })
    assert.equal(answer.headers.get('x-mediagen-adopted'), null)
  }
})

test('an Idempotency-Key goes before the mark, and a caller cannot name a record of ours', async (t) => {
  const { service } = await openSpoken(t)
  const send = (headers: Record<string, string>): Promise<Response> =>
    service.call('/v1/images/generations', { json: good, headers: { ...MARK, ...headers } })
  await send({})
  const [one, two] = [await send({ 'idempotency-key': 'k1' }), await send({ 'idempotency-key': 'k1' })]
  assert.equal(one.headers.get('x-task-id'), two.headers.get('x-task-id'))
  assert.equal(await countTasks(service), 2)
  assert.equal((await send({ 'idempotency-key': 'repeat x' })).status, 400)
})

/** A server of pictures that answers the first request only when it is told to. */
async function hesitantPictures(
  t: TestContext,
): Promise<{ url: string; isAsked: () => boolean; answerFirst: () => void }> {
  const picture = await pngOf()
  const held: ServerResponse[] = []
  let asked = 0
  const server = createServer((_request, response) => {
    asked++
    if (asked === 1) held.push(response)
    else response.end(picture)
  })
  server.listen(0, '127.0.0.1')
  await eventually(() => (server.listening ? true : undefined))
  atEnd(t, () => server.close())
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/a.png`, isAsked: () => asked > 0, answerFirst: () => held[0]?.end(picture) }
}

test('a repeat that overtakes the request which its client gave up makes the one task of both', async (t) => {
  const { service } = await openSpoken(t)
  const pictures = await hesitantPictures(t)
  const send = (init: RequestInit = {}): Promise<Response> =>
    service.call('/v1/images/edits', { json: { ...good, image: pictures.url }, ...init })
  const givenUp = new AbortController()
  const first = send({ signal: givenUp.signal })
  await eventually(() => (pictures.isAsked() ? true : undefined))
  givenUp.abort()
  await assert.rejects(first)
  const again = await send({ headers: MARK })
  assert.deepEqual([again.status, again.headers.get('x-mediagen-adopted')], [200, null])
  pictures.answerFirst()
  const id = again.headers.get('x-task-id') ?? ''
  await eventually(async () => ((await service.store.tasks.find(id))?.repeats === 1 ? true : undefined))
  assert.equal(await countTasks(service), 1)
})

test('a repeat gets one of the equal calls before it, each once for each count and for ten minutes', async (t) => {
  const { deps, clock, key } = await openStage(t)
  const request: GenerationRequest = {
    kind: 'image',
    prompt: 'a cat',
    model: 'test',
    aspectRatio: null,
    size: null,
    seed: null,
    settings: null,
    webhookUrl: null,
  }
  const kind = deps.catalog.list()[0]?.kind ?? 'image'
  const answers = { fateOf: () => 'unknown' as const, settled: async () => undefined }
  const send = async (attempt: Partial<Attempt> = {}): Promise<{ id: string | undefined; isAdopted: boolean }> => {
    const input = { caller: key, request: { ...request, kind }, references: [], idempotencyKey: null, count: 1 }
    const usual = { count: 0, arrivedAt: clock.now(), mayBeOvertaken: () => false, refusedAs: 'refused x' }
    const accepted = await createOrAdopt({ ...deps, answers }, input, { ...usual, ...attempt })
    return { id: accepted.tasks[0]?.id, isAdopted: accepted.isAdopted }
  }
  const first = await send()
  await clock.advance(1_000)
  const second = await send()
  assert.notEqual(second.id, first.id)
  for (const count of [1, 2]) {
    assert.deepEqual(await send({ count }), { id: second.id, isAdopted: true })
    assert.deepEqual(await send({ count }), { id: first.id, isAdopted: true })
  }
  // Two calls were made, and two have sent a second repeat: this is a third that was never heard of.
  const third = await send({ count: 2 })
  assert.equal(third.isAdopted, false)
  // One that stepped over a count goes on where it was last heard of.
  assert.deepEqual(await send({ count: 9 }), { id: third.id, isAdopted: true })
  await clock.advance(10 * 60 * 1_000)
  assert.equal((await send({ count: 10 })).isAdopted, false)
  // What a repeat made before this one arrived belongs to another request, and what it made since is its own.
  await clock.advance(10 * 60 * 1_000)
  const arrivedAt = clock.now()
  await clock.advance(1_000)
  const repeat = await send({ count: 1 })
  await clock.advance(1_000)
  assert.equal((await send({ mayBeOvertaken: () => true })).isAdopted, false)
  assert.deepEqual(await send({ arrivedAt, mayBeOvertaken: () => true }), { id: repeat.id, isAdopted: true })
  assert.equal((await send({ arrivedAt, mayBeOvertaken: () => true })).isAdopted, false)
})

test('repeats with one count, at once and before the first of them is there, are as many calls', async (t) => {
  const { service } = await openSpoken(t)
  const send = async (count: number): Promise<string> => {
    const headers = { 'x-stainless-retry-count': String(count) }
    const answer = await service.call('/v1/videos', { json: { model: 'sandbox', prompt: 'a cat' }, headers })
    return ((await answer.json()) as { id: string }).id
  }
  const all = (count: number): Promise<string[]> => Promise.all(Array.from({ length: 4 }, () => send(count)))
  const ids = await all(1)
  assert.deepEqual([new Set(ids).size, await countTasks(service)], [4, 4])
})
