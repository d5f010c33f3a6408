import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test, type TestContext } from 'node:test'
import OpenAI, { toFile } from 'openai'
import { openFakeComfyUi, painterSettings } from '../engines/support/fake-comfyui.ts'
import { eventually } from '../support/eventually.ts'
import { pngOf } from '../support/uploads.ts'
import { clientOf, countTasks, openSpoken, receiptOf } from './client.ts'

const good = { model: 'sandbox', prompt: 'a cat' }
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47])

const bytesOf = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64')

test('the client of OpenAI makes an image, and finds its size, form and usage in the answer', async (t) => {
  const { client, service } = await openSpoken(t)
  const { data: made, response } = await client.images.generate({ ...good, size: '1024x1024' }).withResponse()
  const [image] = made.data ?? []
  assert.ok(bytesOf(image?.b64_json).subarray(0, 4).equals(PNG))
  const fetched = Buffer.from(await (await fetch(image?.url ?? '')).arrayBuffer())
  assert.ok(fetched.equals(bytesOf(image?.b64_json)))
  assert.ok(made.created > 1_700_000_000)
  assert.equal(made.output_format, 'png')
  // The client's type has no `auto` for these: what is not known is left out.
  assert.ok(!('quality' in made) && !('background' in made) && !('safety_identifier' in made))
  assert.match(made.size ?? '', /^\d+x\d+$/)
  assert.equal(made.usage?.total_tokens, 0)
  assert.equal(Number(response.headers.get('content-length')), Buffer.byteLength(JSON.stringify(made)))
  const receipt = await receiptOf(service, response.headers.get('x-task-id') ?? '')
  assert.equal(receipt.status, 'success')
})

test('the answer has the form that was asked for; both where none was, and no address for clients that would follow it first', async (t) => {
  const service = (await openSpoken(t)).service
  const keysOf = async (more: object): Promise<string[]> => {
    const answer = await service.call('/v1/images/generations', { json: { ...good, ...more } })
    const { data } = (await answer.json()) as { data: object[] }
    return data.flatMap((each) => Object.keys(each))
  }
  assert.deepEqual(await keysOf({}), ['b64_json', 'url'])
  assert.deepEqual(await keysOf({ response_format: null }), ['b64_json', 'url'])
  assert.deepEqual(await keysOf({ response_format: 'url' }), ['url'])
  assert.deepEqual(await keysOf({ response_format: 'b64_json' }), ['b64_json'])
})

test('edits take one file or several, with what has no meaning beside them', async (t) => {
  const { client, service } = await openSpoken(t)
  const first = await toFile(await pngOf(8), 'first.png', { type: 'image/png' })
  const second = await toFile(await pngOf(16), 'second.png', { type: 'image/png' })
  for (const [image, references] of [
    [first, 1],
    [[first, second], 2],
  ] as const) {
    const asked = { ...good, image: [image].flat(), input_fidelity: 'high', n: 1 } as const
    const { data, response } = await client.images.edit(asked).withResponse()
    assert.ok(bytesOf(data.data?.[0]?.b64_json).subarray(0, 4).equals(PNG))
    const id = response.headers.get('x-task-id') ?? ''
    assert.equal((await service.store.tasks.find(id))?.references.length, references)
    const { warnings } = await receiptOf(service, id)
    assert.ok(warnings.includes('input_fidelity has no effect here and was ignored.'), warnings.join())
  }
  const picture = `data:image/png;base64,${(await pngOf(8)).toString('base64')}`
  for (const image of [
    { image: picture },
    { images: [{ image_url: picture }] },
    { images: [{ image_url: { url: picture } }] },
  ]) {
    assert.equal((await service.call('/v1/images/edits', { json: { ...good, ...image } })).status, 200)
  }
})

test('the whole vocabulary is taken: what has no meaning is told in the receipt and in a header, what is done anyway is not', async (t) => {
  const { client, service } = await openSpoken(t)
  const plain = await client.images
    .generate({ ...good, quality: 'auto', background: 'auto', moderation: 'auto', n: 1, stream: false })
    .withResponse()
  const sandboxAlone = (await receiptOf(service, plain.response.headers.get('x-task-id') ?? '')).warnings
  assert.ok(
    sandboxAlone.every((text) => text.startsWith('sandbox:')),
    sandboxAlone.join(),
  )
  const { response } = await client.images
    .generate({
      ...good,
      quality: 'high',
      background: 'transparent',
      style: 'vivid',
      moderation: 'low',
      user: 'jane',
    })
    .withResponse()
  const { warnings } = await receiptOf(service, response.headers.get('x-task-id') ?? '')
  const header = response.headers.get('x-mediagen-warnings') ?? ''
  assert.ok(!header.includes('user has no meaning'))
  for (const told of [
    "style has no effect for the model 'sandbox' and was ignored.",
    'moderation has no effect here and was ignored.',
  ])
    assert.ok(warnings.includes(told) && header.includes(told), told)
  assert.ok(!warnings.some((text) => /^(quality|background)/.test(text)), 'what is obeyed is not warned of')
  assert.deepEqual((await service.store.tasks.find(response.headers.get('x-task-id') ?? ''))?.settings, {
    quality: 'high',
    background: 'transparent',
  })
  const older = await service.call('/v1/images/generations', { json: { ...good, quality: 'hd' } })
  assert.equal((await service.store.tasks.find(older.headers.get('x-task-id') ?? ''))?.settings?.quality, 'high')
  const none = await service.call('/v1/images/generations', {
    json: { ...good, model: 'diorama', size: '64x64', quality: 'high', background: 'transparent', options: { a: 1 } },
  })
  assert.equal(none.status, 200)
  for (const name of ['quality', 'background', 'options'])
    assert.match(none.headers.get('x-mediagen-warnings') ?? '', new RegExp(`${name} has no effect for the model`))
})

test('without a mask in the model the whole picture would be repainted at full price: refused as a file and in JSON', async (t) => {
  const { client, service } = await openSpoken(t)
  const image = await toFile(await pngOf(8), 'first.png', { type: 'image/png' })
  const mask = await toFile(await pngOf(8), 'mask.png', { type: 'image/png' })
  const refused = { status: 400, code: 'unsupported_request', param: 'mask' }
  const without = { ...good, model: 'diorama' }
  await assert.rejects(async () => client.images.edit({ ...without, image, mask }), refused)
  const picture = `data:image/png;base64,${(await pngOf(8)).toString('base64')}`
  const json = { ...without, images: [{ image_url: picture }], mask: { image_url: picture } }
  const answer = await service.call('/v1/images/edits', { json })
  const { code, param } = ((await answer.json()) as { error: { code: string; param: string } }).error
  assert.deepEqual({ status: answer.status, code, param }, refused)
  assert.equal(await countTasks(service), 0)
  const { response } = await client.images.edit({ ...good, image, mask }).withResponse()
  const task = await service.store.tasks.find(response.headers.get('x-task-id') ?? '')
  assert.deepEqual(
    task?.references.map(({ role }) => role),
    ['reference', 'mask'],
  )
})

test('a stream of a model without previews has the finished image alone, and a warning', async (t) => {
  const { client, service } = await openSpoken(t)
  const asked = { ...good, stream: true, partial_images: 2, safety_identifier: 'jane' } as const
  const { data: stream, response } = await client.images.generate(asked).withResponse()
  const seen = []
  for await (const event of stream) seen.push(event)
  const [done] = seen
  assert.deepEqual(
    seen.map(({ type, background, quality }) => [type, background, quality]),
    [['image_generation.completed', 'auto', 'auto']],
  )
  assert.equal(done?.type === 'image_generation.completed' ? done.safety_identifier : undefined, 'jane')
  const { warnings } = await receiptOf(service, response.headers.get('x-task-id') ?? '')
  assert.ok(
    warnings.some((text) => /^partial_images: .*only the finished image is sent/.test(text)),
    warnings.join(),
  )
  await client.images.generate({ ...good, partial_images: 0 })
})

/** A service with a ComfyUI behind it, whose jobs go on only when the test says so. */
async function openPainted(t: TestContext, env: Record<string, string> = {}) {
  const comfy = await openFakeComfyUi(t)
  return { comfy, ...(await openSpoken(t, { env: { ...(await painterSettings(t, comfy)), ...env } })) }
}

test('a model that can be seen at work sends its previews, and nobody else sees them', async (t) => {
  const { client, service, comfy } = await openPainted(t)
  const asked = { model: 'painter', prompt: 'a boat', stream: true, partial_images: 2 } as const
  const { data: stream, response } = await client.images.generate(asked).withResponse()
  const id = response.headers.get('x-task-id') ?? ''
  await eventually(() => comfy.jobs().length > 0 || undefined)
  assert.deepEqual(comfy.sent[0]?.extra, { preview_method: 'auto' })
  comfy.run()
  await eventually(() => comfy.listeners().length > 0 || undefined)
  const preview = (key?: string) => service.call(`/api/ai/tasks/${id}/preview`, key === undefined ? {} : { key })
  assert.equal((await preview()).status, 204)
  const first = await pngOf(8)
  comfy.show(first)
  const shown = await eventually(async () => ((await preview()).status === 200 ? await preview() : undefined))
  assert.deepEqual(Buffer.from(await shown.arrayBuffer()), first)
  assert.equal(shown.headers.get('content-type'), 'image/png')
  assert.equal((await preview(await service.newKey())).status, 404)
  const seen = []
  for await (const event of stream) {
    seen.push(event)
    if (event.type !== 'image_generation.partial_image') continue
    assert.deepEqual([event.partial_image_index, bytesOf(event.b64_json)], [0, first])
    comfy.files.set('a.png', await pngOf(16))
    comfy.finish()
  }
  assert.deepEqual(
    seen.map(({ type }) => type),
    ['image_generation.partial_image', 'image_generation.completed'],
  )
  assert.equal((await preview()).status, 204)
  await eventually(async () => {
    const kept = await readdir(service.dataDir, { recursive: true })
    return kept.every((name) => !name.includes(`preview${id}`)) || undefined
  })
})

test('what somebody must judge or mark first is not shown before', async (t) => {
  const { service, comfy } = await openPainted(t, { MEDIAGEN_WATERMARK: 'http://127.0.0.1:9' })
  const asked = { model: 'painter', prompt: 'a boat' }
  const accepted = service.call('/v1/images/generations', { json: asked, headers: { prefer: 'respond-async' } })
  const { id } = (await (await accepted).json()) as { id: string }
  await eventually(() => comfy.jobs().length > 0 || undefined)
  assert.equal(comfy.sent[0]?.extra, undefined)
  assert.equal((await service.call(`/api/ai/tasks/${id}/cancel`, { method: 'POST' })).status, 200)
})

test('with Prefer: respond-async a request for images is answered at once, and its images are asked for later', async (t) => {
  const { client, service } = await openSpoken(t)
  type Handle = { id: string; status: string; object: string; error: { code: string } | null; data?: OpenAI.Image[] }
  const ask = (path: string, body: object) =>
    client.post<Handle>(path, { body, headers: { prefer: 'respond-async' } }).withResponse()
  const ended = (id: string, query = ''): Promise<Handle> =>
    eventually(async () => {
      const handle = await client.get<Handle>(`/images/tasks/${id}${query}`)
      return handle.status === 'completed' || handle.status === 'failed' ? handle : undefined
    })
  const { data: begun, response } = await ask('/images/generations', { ...good, prompt: 'a [[delay 50ms]]', n: 2 })
  assert.deepEqual([response.status, begun.object, begun.error], [202, 'image.task', null])
  assert.ok(begun.status === 'queued' || begun.status === 'in_progress', begun.status)
  assert.equal(response.headers.get('preference-applied'), 'respond-async')
  assert.equal(response.headers.get('location'), `/v1/images/tasks/${begun.id}`)
  const ids = (response.headers.get('x-task-id') ?? '').split(', ')
  assert.deepEqual([ids.length, ids[0]], [2, begun.id])
  const made = await ended(begun.id)
  assert.deepEqual(
    made.data?.map((each) => Object.keys(each)),
    [['url'], ['url']],
  )
  const [picture] = (await ended(ids[1] ?? '', '?response_format=b64_json')).data ?? []
  assert.ok(bytesOf(picture?.b64_json).subarray(0, 4).equals(PNG))

  const image = `data:image/png;base64,${(await pngOf(8)).toString('base64')}`
  const asked = { ...good, prompt: 'a [[fail content_policy_violation]]', image, response_format: 'b64_json' }
  const { data: edit, response: warned } = await ask('/images/edits', asked)
  assert.match(warned.headers.get('x-mediagen-warnings') ?? '', /\?response_format=b64_json/)
  const failed = await ended(edit.id)
  assert.deepEqual([failed.status, failed.error?.code, failed.data], ['failed', 'content_policy_violation', undefined])

  const stranger = await service.newKey({ scopes: ['tasks:read'] })
  for (const [id, key] of [
    [begun.id, stranger],
    ['1', service.key],
    ['x', service.key],
  ] as const)
    assert.equal((await service.call(`/v1/images/tasks/${id}`, { key })).status, 404)
  const stream = await ask('/images/generations', { ...good, stream: true })
  assert.deepEqual([stream.response.status, stream.response.headers.get('preference-applied')], [200, null])
})

test('safety_identifier says for whom it is, wins over user with a warning, and is told in the answer', async (t) => {
  const { client, service } = await openSpoken(t)
  const made = async (more: object): Promise<(string | null | undefined)[]> => {
    const { data, response } = await client.images.generate({ ...good, ...more }).withResponse()
    const task = await service.store.tasks.find(response.headers.get('x-task-id') ?? '')
    const warning = task?.warnings.find((text) => text.startsWith('user:'))
    return [task?.endUser, data.safety_identifier, warning]
  }
  assert.deepEqual(await made({ safety_identifier: 'ann' }), ['ann', 'ann', undefined])
  assert.deepEqual(await made({ user: 'ann' }), ['ann', 'ann', undefined])
  assert.deepEqual(await made({ user: 'ann', safety_identifier: '' }), ['ann', 'ann', undefined])
  assert.deepEqual(await made({ user: 'ann', safety_identifier: 'ann' }), ['ann', 'ann', undefined])
  const told = 'user: safety_identifier names a different end user and takes precedence, so user was ignored.'
  assert.deepEqual(await made({ user: 'ann', safety_identifier: 'bob' }), ['bob', 'bob', told])
})

test('what would change cost or number is refused, and named', async (t) => {
  const { client, service } = await openSpoken(t)
  for (const [more, param] of [
    [{ n: 11 }, 'n'],
    [{ n: 0 }, 'n'],
    [{ stream: true, partial_images: 4 }, 'partial_images'],
    [{ frame_count: 4 }, 'frame_count'],
    [{ response_format: 'gif' }, 'response_format'],
    [{ output_format: 'svg' }, 'output_format'],
    [{ size: 'huge' }, 'size'],
    [{ nonsense: 1 }, 'nonsense'],
  ] as const) {
    const asked = client.images.generate({ ...good, ...more } as OpenAI.ImageGenerateParamsNonStreaming)
    await assert.rejects(
      async () => asked,
      (error) =>
        error instanceof OpenAI.BadRequestError && error.param === param && error.type === 'invalid_request_error',
      param,
    )
  }
  assert.equal(await countTasks(service), 0)
})

test('errors are those that the client knows, and none of these is tried again', async (t) => {
  const { client, service } = await openSpoken(t)
  const requests = (): number =>
    service.logLines.filter((line) => line.includes('/v1/images/generations') && line.includes('"ms":')).length
  const failing = async (asked: object, as: new (...given: never[]) => Error, code: string): Promise<void> => {
    const before = requests()
    await assert.rejects(
      async () => client.images.generate({ ...good, ...asked }),
      (error) => error instanceof as && (error as InstanceType<typeof OpenAI.APIError>).code === code,
      code,
    )
    assert.equal(requests(), before + 1, `${code} was tried again`)
  }
  await failing({ model: 'nobody' }, OpenAI.NotFoundError, 'model_not_found')
  await failing({ prompt: 'x'.repeat(3001) }, OpenAI.BadRequestError, 'prompt_too_long')
  await failing({ prompt: 'a [[fail content_policy_violation]]' }, OpenAI.BadRequestError, 'content_policy_violation')
  await failing({ prompt: 'a [[fail provider_error]]' }, OpenAI.InternalServerError, 'provider_error')
  const stranger = clientOf(service, { apiKey: 'mg_nobody' })
  await assert.rejects(async () => stranger.images.generate(good), OpenAI.AuthenticationError)
  const reader = clientOf(service, { apiKey: await service.newKey({ scopes: ['tasks:read'] }) })
  await assert.rejects(async () => reader.images.generate(good), OpenAI.PermissionDeniedError)
})

test('what is not there, and a method that is not taken, answer in the same form', async (t) => {
  const { service } = await openSpoken(t)
  for (const [method, path, status, code] of [
    ['GET', '/v1/nothing', 404, 'route_not_found'],
    ['POST', '/v1/chat/completions', 404, 'route_not_found'],
    ['GET', '/v1/images/generations', 405, 'method_not_allowed'],
    ['PUT', '/v1/videos/1', 405, 'method_not_allowed'],
    ['POST', '/v1/images/variations', 404, 'model_not_found'],
  ] as const) {
    const answer = await service.call(path, { method })
    const { error } = (await answer.json()) as { error: Record<string, unknown> }
    assert.deepEqual([answer.status, error['code'], typeof error['message']], [status, code, 'string'], path)
    assert.equal(answer.headers.get('x-should-retry'), 'false')
    if (code === 'route_not_found') assert.match(String(error['message']), /GET \/v1\/openapi\.json lists/)
  }
  const native = (await (await service.call('/api/nothing')).json()) as { error: { message: string } }
  assert.match(native.error.message, /GET \/docs lists/)
})

test('with stream the client is given the finished image as an event, or the reason why there is none', async (t) => {
  const { client } = await openSpoken(t)
  const events: OpenAI.ImageGenStreamEvent[] = []
  for await (const event of await client.images.generate({ ...good, stream: true })) events.push(event)
  const [event] = events
  assert.deepEqual([events.length, event?.type, event?.output_format], [1, 'image_generation.completed', 'png'])
  assert.ok(bytesOf(event?.b64_json).subarray(0, 4).equals(PNG))
  const image = await toFile(await pngOf(8), 'first.png', { type: 'image/png' })
  const edited = await Array.fromAsync(await client.images.edit({ ...good, image, stream: true }))
  assert.deepEqual(
    edited.map(({ type }) => type),
    ['image_edit.completed'],
  )
  await assert.rejects(
    async () =>
      Array.fromAsync(await client.images.generate({ ...good, prompt: '[[fail provider_error]]', stream: true })),
    (error) => error instanceof OpenAI.APIError && error.code === 'provider_error',
  )
})

test('models are listed and found, and a key sees none but its own', async (t) => {
  const { client, service } = await openSpoken(t)
  const ids = (await Array.fromAsync(client.models.list())).map(({ id }) => id)
  assert.ok(ids.includes('sandbox') && ids.includes('diorama'))
  assert.equal(new Set(ids).size, ids.length)
  assert.equal((await client.models.retrieve('sandbox')).object, 'model')
  const narrow = clientOf(service, { apiKey: await service.newKey({ models: ['sandbox'] }) })
  assert.deepEqual(
    (await Array.fromAsync(narrow.models.list())).map(({ id }) => id),
    ['sandbox'],
  )
  await assert.rejects(async () => narrow.models.retrieve('diorama'), OpenAI.NotFoundError)
})
