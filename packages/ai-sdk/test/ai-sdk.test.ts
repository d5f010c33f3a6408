import assert from 'node:assert/strict'
import { test } from 'node:test'
import { experimental_generateVideo as generateVideo, generateImage, NoSuchModelError } from 'ai'
import { Mediagen } from '@mediagen/client'
import sharp from 'sharp'
import { CLIP } from '../../../test/engines/support/contract.ts'
import { openReceiver } from '../../../test/webhooks/receiver.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { serviceOfFile } from '../../../test/support/service.ts'
import { createMediagen } from '../src/mediagen-provider.ts'

const openHere = serviceOfFile()

const aPicture = async (): Promise<Buffer> =>
  sharp({ create: { width: 48, height: 32, channels: 3, background: '#369' } })
    .png()
    .toBuffer()

test('generateImage of the AI SDK makes images, as many as asked for, with size and seed', async () => {
  const service = await openHere()
  const mediagen = createMediagen({ apiKey: service.key, baseURL: service.url })
  const result = await generateImage({
    model: mediagen('diorama'),
    prompt: 'a red fox',
    n: 2,
    size: '512x512',
    seed: 7,
  })
  assert.equal(result.images.length, 2)
  for (const { uint8Array, mediaType } of result.images) {
    assert.equal(mediaType, 'image/png')
    const { width, height } = await sharp(uint8Array).metadata()
    assert.deepEqual([width, height], [512, 512])
  }
  const tasks = result.providerMetadata['mediagen']?.images as { taskId: string }[]
  const receipt = (await (await service.call(`/api/ai/tasks/${tasks[0]?.taskId}`)).json()) as {
    asked: { seed: number }
  }
  assert.equal(receipt.asked.seed, 7)
})

test('pictures to work from, a mask and frames of a clip go to the service in their roles', async () => {
  const service = await openHere()
  const client = new Mediagen({ apiKey: service.key, baseURL: service.url })
  const picture = await aPicture()
  const rolesOf = async (id: string): Promise<(string | null)[]> => {
    const { files } = await client.tasks.get(id)
    return files.filter(({ role }) => role === 'reference').map((file) => file.reference_role)
  }
  const { image, providerMetadata } = await generateImage({
    model: createMediagen(client).image('sandbox'),
    prompt: { text: 'as an oil painting', images: [picture], mask: picture },
    aspectRatio: '16:9',
  })
  assert.ok(image.uint8Array.length > 0)
  const [made] = (providerMetadata['mediagen']?.images ?? []) as { taskId: string }[]
  assert.deepEqual(await rolesOf(made?.taskId ?? ''), ['reference', 'mask'])
  const last = { type: 'file', mediaType: 'image/png', data: new Uint8Array(picture) } as const
  const clip = { type: 'file', mediaType: 'video/mp4', data: new Uint8Array(CLIP) } as const
  const started = await createMediagen(client)
    .video('sandbox')
    .doStart?.({
      prompt: 'a boat',
      n: 1,
      aspectRatio: undefined,
      resolution: undefined,
      duration: 3,
      fps: undefined,
      seed: undefined,
      image: undefined,
      frameImages: [{ image: last, frameType: 'last_frame' }],
      inputReferences: [clip],
      generateAudio: true,
      providerOptions: {},
    })
  assert.deepEqual(started?.warnings, [])
  const { taskId = '' } = (started?.operation ?? {}) as { taskId?: string }
  assert.deepEqual(await rolesOf(taskId), ['video', 'last_frame'])
  const { asked } = await client.tasks.get(taskId)
  assert.deepEqual([asked.seconds, asked.audio], [3, true])
})

test('generateVideo makes a clip from a first frame, polled by the AI SDK or announced by a webhook', async (t) => {
  const service = await openHere()
  const receiver = await openReceiver(t)
  const mediagen = createMediagen({ apiKey: service.key, baseURL: service.url })
  const prompt = { text: 'it moves [[delay 1s]]', image: await aPicture() }
  const clip = await generateVideo({ model: mediagen.video('sandbox'), prompt, duration: 5, poll: { intervalMs: 50 } })
  assert.equal(clip.video.mediaType, 'video/mp4')
  assert.equal(Buffer.from(clip.video.uint8Array).subarray(4, 8).toString(), 'ftyp')
  assert.ok(!clip.warnings.some(({ type }) => type === 'unsupported'), JSON.stringify(clip.warnings))

  const announced = await generateVideo({
    model: mediagen.video('sandbox'),
    prompt: 'it moves again',
    webhook: async () => ({
      url: receiver.url,
      received: receiver
        .came(1)
        .then(([arrival]) => ({ headers: arrival?.headers ?? {}, body: JSON.parse(arrival?.body ?? '') })),
    }),
  })
  assert.equal(Buffer.from(announced.video.uint8Array).subarray(4, 8).toString(), 'ftyp')
})

test('the AI SDK pays once for what fails: no second task for an image or a video', async () => {
  const service = await openHere()
  const client = new Mediagen({ apiKey: service.key, baseURL: service.url })
  const mediagen = createMediagen(client)
  const prompt = '[[fail provider_error]]'
  await assert.rejects(generateImage({ model: mediagen('sandbox'), prompt }), /sandbox was told to fail/)
  await assert.rejects(generateVideo({ model: mediagen.video('sandbox'), prompt }), /sandbox was told to fail/)
  const kinds = (await Array.fromAsync(client.tasks.list())).map(({ kind }) => kind)
  assert.deepEqual(kinds.toSorted(), ['image', 'video'])
})

test('what the AI SDK aborts is cancelled at the service: an image, and a clip between two questions', async () => {
  const service = await openHere()
  const client = new Mediagen({ apiKey: service.key, baseURL: service.url })
  const mediagen = createMediagen(client)
  const prompt = '[[hang]]'
  const started = async (kind: string): Promise<string> =>
    eventually(async () => (await Array.fromAsync(client.tasks.list())).find((task) => task.kind === kind)?.id)
  for (const [kind, make] of [
    ['image', (abortSignal: AbortSignal) => generateImage({ model: mediagen('sandbox'), prompt, abortSignal })],
    [
      'video',
      (abortSignal: AbortSignal) =>
        generateVideo({ model: mediagen.video('sandbox'), prompt, abortSignal, poll: { intervalMs: 600_000 } }),
    ],
  ] as const) {
    const stop = new AbortController()
    const making = make(stop.signal).catch((error: unknown) => error)
    const id = await started(kind)
    stop.abort()
    assert.ok((await making) instanceof Error)
    assert.equal(await eventually(async () => (await client.tasks.get(id)).error?.code), 'cancelled')
  }
})

test('there are no models of words', () => {
  const mediagen = createMediagen({ apiKey: 'mg_test_key', baseURL: 'http://127.0.0.1:9' })
  assert.throws(() => mediagen.languageModel('x'), NoSuchModelError)
  assert.throws(() => mediagen.embeddingModel('x'), NoSuchModelError)
})
