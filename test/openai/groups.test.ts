import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import OpenAI, { toFile } from 'openai'
import { countingStarts } from '../support/counting-starts.ts'
import { eventually } from '../support/eventually.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { openService } from '../support/service.ts'
import { tcpProxy } from '../support/tcp-proxy.ts'
import { assertNothingStored, pngOf } from '../support/uploads.ts'
import { clientOf, countTasks, openSpoken, receiptOf } from './client.ts'

const good = { model: 'sandbox', prompt: 'a cat' }
const MARK = { 'x-stainless-retry-count': '1' }
const idsIn = (answer: Response): string[] => (answer.headers.get('x-task-id') ?? '').split(', ')

async function openCounted(t: TestContext, failing: number[] = []) {
  const { starts, wrapEngine } = countingStarts(failing)
  return { ...(await openSpoken(t, { replacements: { wrapEngine } })), starts }
}

test('the client of OpenAI asks for several images and is given all of them, by generation and by edit', async (t) => {
  const { client, service, starts } = await openCounted(t)
  const made = await client.images.generate({ ...good, n: 3 }).withResponse()
  assert.deepEqual([made.data.data?.length, idsIn(made.response).length], [3, 3])
  assert.equal(new Set(made.data.data?.map(({ url }) => url)).size, 3)
  const image = await toFile(await pngOf(), 'first.png', { type: 'image/png' })
  const edited = await client.images.edit({ ...good, image, n: 2, response_format: 'b64_json' }).withResponse()
  assert.equal(edited.data.data?.length, 2)
  for (const each of edited.data.data ?? []) assert.deepEqual(Object.keys(each), ['b64_json'])
  for (const id of idsIn(edited.response)) assert.equal((await service.store.tasks.find(id))?.references.length, 1)
  assert.deepEqual([await countTasks(service), starts()], [5, 5])
})

test('several images whose answer was cut off, repeated by the client itself: one group, a start and a bill for each', async (t) => {
  const { service, starts } = await openCounted(t)
  const proxy = await tcpProxy(t, Number(new URL(service.url).port))
  const client = clientOf(service, { baseURL: `http://127.0.0.1:${proxy.port}/v1` })
  for (const [n, ask] of [
    [3, () => client.images.generate({ ...good, n: 3 })],
    [
      2,
      async () =>
        client.images.edit({ ...good, image: await toFile(await pngOf(), 'a.png', { type: 'image/png' }), n: 2 }),
    ],
  ] as const) {
    const before = starts()
    proxy.cutNextAnswer()
    const { data } = await ask()
    assert.deepEqual([data?.length, starts() - before], [n, n])
  }
  const usage = (await (await service.call('/api/ai/usage')).json()) as { data: { tasks: number }[] }
  assert.deepEqual([await countTasks(service), usage.data[0]?.tasks], [5, 5])
})

test('a repeat that was given the tasks of the request before it is told in the receipt of each', async (t) => {
  const { service } = await openCounted(t)
  const send = (headers: Record<string, string> = {}): Promise<Response> =>
    service.call('/v1/images/generations', { json: { ...good, n: 2 }, headers })
  // Behind a proxy a connection that is used again proves nothing.
  const ids = idsIn(await send({ via: '1.1 somewhere' }))
  const told = async (id: string): Promise<string[]> =>
    (await receiptOf(service, id)).warnings.filter((text) => text.includes('repeated its request'))
  for (const id of ids) assert.deepEqual(await told(id), [])
  for (const [times, count] of [
    ['once', '1'],
    ['2 times', '2'],
  ] as const) {
    const again = await send({ 'x-stainless-retry-count': count, via: '1.1 somewhere' })
    assert.deepEqual([again.headers.get('x-mediagen-adopted'), idsIn(again)], ['retry', ids])
    for (const id of ids) {
      const words = `The client repeated its request ${times} and received this task instead of a new one.`
      assert.deepEqual(await told(id), [words])
    }
  }
})

test('another process gives a repeat the whole group while it is still worked on', async (t) => {
  const DATABASE_URL = await (await sharedPostgres()).newDatabase()
  const first = await openService(t, { env: { DATABASE_URL } })
  const second = await openService(t, { env: { DATABASE_URL } })
  // Each has a folder of its own here, so only addresses can be told by both.
  const json = { ...good, prompt: 'a cat [[delay 2s]]', n: 3, response_format: 'url' }
  const slow = first.call('/v1/images/generations', { json })
  await eventually(async () => ((await countTasks(first)) > 0 ? true : undefined))
  const again = await second.call('/v1/images/generations', { json, headers: MARK, key: first.key })
  assert.deepEqual([again.status, again.headers.get('x-mediagen-adopted')], [200, 'retry'])
  assert.deepEqual([idsIn(again).length, idsIn(again)], [3, idsIn(await slow)])
  assert.equal(((await again.json()) as { data: unknown[] }).data.length, 3)
  assert.equal(await countTasks(first), 3)
})

test('where some fail, those that were made are the answer and a header tells of the others', async (t) => {
  const { client, service, starts } = await openCounted(t, [8])
  const asked = { ...good, n: 3, seed: 7 } as OpenAI.ImageGenerateParamsNonStreaming
  const { data, response } = await client.images.generate(asked).withResponse()
  assert.deepEqual([data.data?.length, starts()], [2, 3])
  const told = response.headers.get('x-mediagen-warnings') ?? ''
  assert.ok(told.includes('2 of 3 images were made.'), told)
  assert.ok(told.includes(`task ${idsIn(response)[1]}: content_policy_violation: Seed 8 is refused.`), told)
  assert.equal(await countTasks(service), 3)
})

test('where all fail, the client is given the error of the first and does not try again', async (t) => {
  const { client, service, starts } = await openCounted(t, [7, 8])
  const asked = { ...good, n: 2, seed: 7 } as OpenAI.ImageGenerateParamsNonStreaming
  await assert.rejects(
    async () => client.images.generate(asked),
    (error) => error instanceof OpenAI.BadRequestError && error.message.includes('Seed 7 is refused.'),
  )
  assert.deepEqual([await countTasks(service), starts()], [2, 2])
})

test('several images by stream, and several videos, are refused in words, and nothing of their pictures stays', async (t) => {
  const { client, service } = await openCounted(t)
  const image = await toFile(await pngOf(), 'first.png', { type: 'image/png' })
  for (const ask of [
    () => client.images.generate({ ...good, n: 2, stream: true }),
    () => client.images.edit({ ...good, image, n: 2, stream: true }),
    () => client.videos.create({ ...good, model: 'sandbox', n: 2 } as OpenAI.VideoCreateParams),
  ]) {
    await assert.rejects(
      async () => ask(),
      (error) => error instanceof OpenAI.BadRequestError && error.param === 'n',
    )
  }
  await assertNothingStored(service)
})
