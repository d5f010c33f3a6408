import assert from 'node:assert/strict'
import { test } from 'node:test'
import OpenAI, { toFile } from 'openai'
import { eventually } from '../support/eventually.ts'
import { pngOf } from '../support/uploads.ts'
import { clientOf, countTasks, openSpoken, receiptOf, type Spoken } from './client.ts'

/** The client knows the names of one vendor alone; any other is as good. */
const good = { model: 'sandbox' as 'sora-2', prompt: 'a cat' }

/** Asks as a client does that polls, only faster. */
function completed({ client }: Spoken, id: string): Promise<OpenAI.Video> {
  return eventually(async () => {
    const video = await client.videos.retrieve(id)
    return video.status === 'completed' || video.status === 'failed' ? video : undefined
  })
}

test('the client of OpenAI makes a video, asks until it is there, and downloads it and its thumbnail', async (t) => {
  const spoken = await openSpoken(t, { env: { MEDIAGEN_FFMPEG: 'off' } })
  const { client } = spoken
  const { data: begun, response } = await client.videos.create({ ...good, size: '1280x720' }).withResponse()
  assert.deepEqual([begun.object, begun.status, begun.progress, begun.error], ['video', 'queued', 0, null])
  assert.deepEqual([begun.prompt, begun.model, begun.size], ['a cat', 'sandbox', '1280x720'])
  assert.match(begun.id, /^\d+$/)
  assert.equal(response.headers.get('openai-poll-after-ms'), '5000')
  const video = await completed(spoken, begun.id)
  assert.deepEqual([video.status, video.progress, video.error], ['completed', 100, null])
  assert.ok((video.completed_at ?? 0) >= video.created_at && Number(video.seconds) > 0)
  const content = await client.videos.downloadContent(begun.id)
  assert.equal(content.headers.get('content-type'), 'video/mp4')
  assert.equal(content.headers.get('cache-control'), 'private, no-store')
  const bytes = Buffer.from(await content.arrayBuffer())
  assert.equal(bytes.toString('latin1', 4, 8), 'ftyp')
  const part = await client.videos.downloadContent(begun.id, {}, { headers: { range: 'bytes=4-7' } })
  assert.deepEqual([part.status, await part.text()], [206, 'ftyp'])
  const thumbnail = await client.videos.downloadContent(begun.id, { variant: 'thumbnail' })
  assert.match(thumbnail.headers.get('content-type') ?? '', /^image\//)
  await assert.rejects(
    async () => client.videos.downloadContent(begun.id, { variant: 'spritesheet' }),
    (error) => error instanceof OpenAI.NotFoundError && /has no ffmpeg/.test(error.message),
  )
})

test('the first frame comes as a file, as an address in an object, or as an address in a form', async (t) => {
  const { client, service } = await openSpoken(t)
  const picture = await pngOf()
  const image_url = `data:image/png;base64,${picture.toString('base64')}`
  const file = await toFile(picture, 'first.png', { type: 'image/png' })
  const json = (input_reference: unknown): Promise<Response> =>
    service.call('/v1/videos', { json: { ...good, input_reference } })
  const ids = [
    (await client.videos.create({ ...good, input_reference: file })).id,
    (await client.videos.create({ ...good, input_reference: { image_url } })).id,
    ((await (await json({ image_url })).json()) as { id: string }).id,
    ((await (await json(image_url)).json()) as { id: string }).id,
  ]
  for (const id of ids) assert.equal((await service.store.tasks.find(id))?.references.length, 1)
  await assert.rejects(
    async () => client.videos.create({ ...good, input_reference: { file_id: 'file-1' } }),
    (error) => error instanceof OpenAI.BadRequestError && /no file store/.test(error.message),
  )
  assert.equal((await json({ file_id: 'file-1' })).status, 400)
  assert.equal(await countTasks(service), ids.length)
})

test('the length that is asked for is made and told at once; one that the model does not make is refused', async (t) => {
  const spoken = await openSpoken(t)
  const { client, service } = spoken
  const models = service.call('/api/ai/models?kind=video')
  const { data } = (await (await models).json()) as { data: { id: string; seconds: number }[] }
  const own = data.find(({ id }) => id === 'diorama')?.seconds ?? 0
  assert.ok(own > 0)
  const model = 'diorama' as 'sora-2'
  const refused = await service.call('/v1/videos', { json: { ...good, model, seconds: '12' } })
  assert.equal(refused.status, 400)
  assert.match(await refused.text(), /seconds must be a whole number from 2 to 8 for 'diorama'/)
  const chosen = await client.videos.create({ ...good, seconds: '4' })
  const long = await completed(spoken, chosen.id)
  assert.deepEqual([chosen.seconds, long.seconds], ['4', '4'])
  const same = await client.videos.create({ ...good, model, seconds: String(own) as '4' })
  assert.deepEqual((await receiptOf(service, same.id)).warnings, [])
  assert.equal((await service.call('/v1/videos', { json: { ...good, model, seconds: own } })).status, 200)
  const plain = await client.videos.create(good)
  const ended = await completed(spoken, plain.id)
  const { files } = (await (await service.call(`/api/ai/tasks/${plain.id}`)).json()) as {
    files: { role: string; seconds: number }[]
  }
  const made = files.find(({ role }) => role === 'output')?.seconds
  assert.deepEqual([plain.seconds, ended.seconds], [String(made), String(made)])
  for (const seconds of ['long', '-1', 0, 1e9, [4]])
    assert.equal((await service.call('/v1/videos', { json: { ...good, seconds } })).status, 400, String(seconds))
})

test('a failed video says why, and there is nothing to download', async (t) => {
  const spoken = await openSpoken(t)
  const { id } = await spoken.client.videos.create({ ...good, prompt: '[[fail content_policy_violation]]' })
  const video = await completed(spoken, id)
  assert.deepEqual([video.status, video.error?.code], ['failed', 'content_policy_violation'])
  await assert.rejects(async () => spoken.client.videos.downloadContent(id), OpenAI.NotFoundError)
})

test('an unfinished video can neither be downloaded nor deleted, and the client does not ask again in vain', async (t) => {
  const { client, service } = await openSpoken(t)
  const { id } = await client.videos.create({ ...good, prompt: '[[hang]]' })
  for (const ask of [() => client.videos.downloadContent(id), () => client.videos.delete(id)]) {
    await assert.rejects(async () => ask(), OpenAI.ConflictError)
  }
  const refused = service.logLines.filter((line) => line.includes('"status":409'))
  assert.equal(refused.length, 2)
})

test('videos are listed in either order and page by page, and can be deleted', async (t) => {
  const spoken = await openSpoken(t)
  const { client, service } = spoken
  const ids: string[] = []
  for (let n = 0; n < 5; n++) ids.push((await client.videos.create({ ...good, prompt: `cat ${n}` })).id)
  await client.images.generate({ model: 'sandbox', prompt: 'no video' })
  const order = (await service.store.tasks.list({ keyId: service.apiKey.id, kind: 'video', limit: 9 })).map(
    ({ id }) => id,
  )
  assert.deepEqual(order.toSorted(), ids.toSorted())
  const listed = async (query: OpenAI.VideoListParams): Promise<string[]> =>
    (await Array.fromAsync(client.videos.list(query))).map(({ id }) => id)
  assert.deepEqual(await listed({ limit: 2 }), order)
  assert.deepEqual(await listed({ limit: 2, order: 'asc' }), order.toReversed())
  const page = await client.videos.list({ limit: 2 })
  assert.deepEqual([page.data.length, page.has_more, page.last_id], [2, true, order[1]])
  for (const query of ['limit=0', 'limit=101', 'limit=x', 'limit=', 'order=', 'order=up', 'after=1', 'after=1&after=2'])
    assert.equal((await service.call(`/v1/videos?${query}`)).status, 400, query)
  await completed(spoken, ids[0] ?? '')
  assert.deepEqual(await client.videos.delete(ids[0] ?? ''), { id: ids[0], object: 'video.deleted', deleted: true })
  await assert.rejects(async () => client.videos.retrieve(ids[0] ?? ''), OpenAI.NotFoundError)
})

test('a remix takes over model and size, works from the clip where the model takes one, and says what it is one of', async (t) => {
  const spoken = await openSpoken(t)
  const { client, service } = spoken
  const { id } = await client.videos.create({ ...good, size: '1280x720' })
  await completed(spoken, id)
  const remix = await client.videos.remix(id, { prompt: 'the same cat at night' })
  assert.deepEqual(
    [remix.remixed_from_video_id, remix.model, remix.size, remix.prompt],
    [id, 'sandbox', '1280x720', 'the same cat at night'],
  )
  const ended = await completed(spoken, remix.id)
  assert.deepEqual([ended.status, ended.remixed_from_video_id, ended.error], ['completed', id, null])
  assert.deepEqual(
    (await service.store.tasks.find(remix.id))?.references.map(({ role }) => role),
    ['video'],
  )
  const receipt = (await (await service.call(`/api/ai/tasks/${remix.id}`)).json()) as { remix_of: string | null }
  assert.equal(receipt.remix_of, id)
  // A caller who writes the words that a receipt has for remixes has made none.
  const user = `x. remix of ${id}:`
  const posing = await service.call('/v1/videos', { json: { ...good, prompt: user, user } })
  assert.equal(((await posing.json()) as OpenAI.Video).remixed_from_video_id, null)
  for (const json of [{}, { prompt: '' }, { prompt: 'x'.repeat(3001) }, { prompt: 1 }, { prompt: 'a', more: 1 }])
    assert.equal(
      (await service.call(`/v1/videos/${id}/remix`, { json })).status,
      400,
      JSON.stringify(json).slice(0, 40),
    )
  const running = await client.videos.create({ ...good, prompt: '[[hang]]' })
  await assert.rejects(async () => client.videos.remix(running.id, { prompt: 'a' }), OpenAI.ConflictError)
})

test('edits and extensions work from a clip, by id or as a file; a model without a way for it refuses, and nobody knows characters', async (t) => {
  const spoken = await openSpoken(t)
  const { client, service } = spoken
  const { id } = await client.videos.create(good)
  await completed(spoken, id)
  const clip = await toFile(await (await client.videos.downloadContent(id)).blob(), 'clip.mp4')
  const named = { model: 'sandbox' } as object
  for (const [asked, from] of [
    [client.videos.edit({ prompt: 'at night', video: { id } }), id],
    [client.videos.extend({ prompt: 'it runs on', seconds: '4', video: { id } }), id],
    [client.videos.edit({ prompt: 'at night', video: clip, ...named }), null],
  ] as const) {
    const video = await asked
    assert.deepEqual([video.model, video.remixed_from_video_id], ['sandbox', from])
    assert.equal((await completed(spoken, video.id)).status, 'completed')
    const task = await service.store.tasks.find(video.id)
    assert.deepEqual(
      task?.references.map(({ role }) => role),
      ['video'],
    )
  }
  const json = await service.call('/v1/videos/extensions', { json: { prompt: 'on', video: { id } } })
  assert.equal(json.status, 200)
  const refused: [() => Promise<unknown>, RegExp][] = [
    [() => client.videos.edit({ prompt: 'a', video: clip }), /model is required/],
    [() => client.videos.edit({ prompt: 'a' } as OpenAI.VideoEditParams), /video is required/],
    [
      () => client.videos.edit({ prompt: 'a', video: { id }, model: 'diorama' } as OpenAI.VideoEditParams),
      /does not accept a video/,
    ],
    [() => client.videos.edit({ prompt: 'a', video: { id: '1' } }), /no task with this id/],
    [() => client.videos.createCharacter({ name: 'a', video: clip }), /No model here supports characters/],
  ]
  for (const [ask, words] of refused)
    await assert.rejects(ask, (error) => error instanceof OpenAI.APIError && words.test(error.message), String(words))
})

test('a task that was made through one door is seen through the other', async (t) => {
  const spoken = await openSpoken(t)
  const { client, service } = spoken
  const native = (await (await service.call('/api/ai/videos', { json: good })).json()) as { id: string }
  assert.equal((await completed(spoken, native.id)).status, 'completed')
  assert.equal((await client.videos.downloadContent(native.id)).status, 200)
  const { id } = await client.videos.create(good)
  await completed(spoken, id)
  const seen = (await (await service.call(`/api/ai/videos/${id}`)).json()) as { status: string; data: unknown[] }
  assert.deepEqual([seen.status, seen.data.length], ['success', 1])
  const image = await client.images.generate(good).withResponse()
  await assert.rejects(
    async () => client.videos.retrieve(image.response.headers.get('x-task-id') ?? ''),
    OpenAI.NotFoundError,
  )
})

test('ids of another key are as unknown as those of nobody', async (t) => {
  const spoken = await openSpoken(t)
  const { client, service } = spoken
  const { id } = await client.videos.create(good)
  await completed(spoken, id)
  const stranger = clientOf(service, { apiKey: await service.newKey() })
  const said = async (ask: Promise<unknown>): Promise<string> => {
    const error: unknown = await ask.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    assert.ok(error instanceof OpenAI.NotFoundError)
    return error.message
  }
  const nobody = '1234567890123456789012'
  for (const ask of [
    (video: string) => stranger.videos.retrieve(video),
    (video: string) => stranger.videos.delete(video),
    (video: string) => stranger.videos.downloadContent(video),
    (video: string) => stranger.videos.remix(video, { prompt: 'a' }),
  ]) {
    assert.equal(await said(ask(id)), await said(ask(nobody)))
  }
  assert.deepEqual((await stranger.videos.list()).data, [])
  assert.equal((await service.call(`/v1/videos?after=${id}`, { key: await service.newKey() })).status, 400)
  assert.equal((await client.videos.retrieve(id)).status, 'completed')
})
