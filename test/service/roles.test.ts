import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import sharp from 'sharp'
import { engineReferences } from '../../src/actions/running/prepare-task.ts'
import { sniffMediaType } from '../../src/core/files/media-type.ts'
import { localFiles } from '../../src/files/local.ts'
import { sharpImages } from '../../src/media/sharp-images.ts'
import { pictureConverter } from '../../src/media/write-picture.ts'
import type { FileRecord } from '../../src/core/files/file-record.ts'
import { systemRandom } from '../../src/runtime/system.ts'
import { aFile, aTask } from '../contracts/build.ts'
import { AI_SDK_SUBJECTS } from '../engines/protocols/ai-sdk-subjects.ts'
import { SERVER_SUBJECTS } from '../engines/protocols/server-subjects.ts'
import { PICTURE } from '../engines/support/contract.ts'
import { openFakeComfyUi } from '../engines/support/fake-comfyui.ts'
import { openFake, type FakeProvider } from '../engines/support/fake-provider.ts'
import { aModel } from '../reliability/house.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import { animatedPng } from '../support/hostile-pictures.ts'
import { openService, type TestService } from '../support/service.ts'
import { assertNothingStored, formOf, pngOf, refusal } from '../support/uploads.ts'

const IMAGES = '/api/ai/images/generations'
const VIDEOS = '/api/ai/videos'

const asUrl = (bytes: Buffer): string => `data:image/png;base64,${bytes.toString('base64')}`

/** White where it is to be painted: the left half. */
async function halfMask(side = 8): Promise<Buffer> {
  const bytes = new Uint8Array(side * side).map((_, at) => (at % side < side / 2 ? 255 : 0))
  return sharp(bytes, { raw: { width: side, height: side, channels: 1 } })
    .png()
    .toBuffer()
}

type Receipt = { files: { role: string; reference_role: string | null; width: number }[] }

async function rolesOf(service: TestService, id: string): Promise<[string | null, number][]> {
  const { files } = (await (await service.call(`/api/ai/tasks/${id}`)).json()) as Receipt
  return files.filter(({ role }) => role === 'reference').map((file) => [file.reference_role, file.width])
}

async function taskOf(answer: Response): Promise<string> {
  assert.equal(answer.status, 200, await answer.clone().text())
  return answer.headers.get('x-task-id') ?? ((await answer.json()) as { id: string }).id
}

test('a picture has the role that its caller names, in JSON, in a form and in every API; the receipt says which', async (t) => {
  const service = await openService(t, { env: { MEDIAGEN_AUTOMATIC1111: 'on', MEDIAGEN_FFMPEG: 'off' } })
  const [first, last, picture, mask] = await Promise.all([pngOf(8), pngOf(10), pngOf(8), halfMask()])
  const clip = { prompt: 'a cat', model: 'sandbox' }
  const post = (path: string, fields: object) =>
    service.call(path, { method: 'POST', body: formOf(fields as Record<string, unknown>) })

  const named = [{ url: asUrl(last), role: 'last_frame' }, asUrl(first)]
  const byJson = await taskOf(await service.call(VIDEOS, { json: { ...clip, image: named } }))
  const byForm = await taskOf(await post(VIDEOS, { ...clip, last_frame: last, image: first }))
  const byField = await taskOf(
    await service.call(VIDEOS, { json: { ...clip, last_frame: asUrl(last), first_frame: asUrl(first) } }),
  )
  for (const id of [byJson, byForm, byField])
    assert.deepEqual(await rolesOf(service, id), [
      ['first_frame', 8],
      ['last_frame', 10],
    ])
  const byOrder = await taskOf(await service.call(VIDEOS, { json: { ...clip, image: [asUrl(first), asUrl(last)] } }))
  assert.deepEqual(await rolesOf(service, byOrder), [
    [null, 8],
    [null, 10],
  ])
  const alone = await taskOf(await post(VIDEOS, { ...clip, last_frame: last, first_frame: '' }))
  assert.deepEqual(await rolesOf(service, alone), [['last_frame', 10]])
  const again = await taskOf(await service.call(`/api/ai/tasks/${byJson}/retry`, { method: 'POST' }))
  assert.deepEqual(await rolesOf(service, again), await rolesOf(service, byJson))

  const edit = { prompt: 'a hat', model: 'sandbox' }
  const masked: [string, Promise<Response>][] = [
    ['a form', post(IMAGES, { ...edit, mask, image: picture })],
    ['JSON', service.call(IMAGES, { json: { ...edit, image: asUrl(picture), mask: asUrl(mask) } })],
    ['/v1', post('/v1/images/edits', { ...edit, image: picture, mask })],
    [
      '/v1 in JSON',
      service.call('/v1/images/edits', {
        json: { ...edit, images: [{ image_url: asUrl(picture) }], mask: { image_url: asUrl(mask) } },
      }),
    ],
    [
      '/sdapi',
      service.call('/sdapi/v1/img2img', {
        json: { ...edit, init_images: [picture.toString('base64')], mask: mask.toString('base64') },
      }),
    ],
  ]
  for (const [name, asked] of masked) {
    const id = (await asked).headers.get('x-task-id') ?? assert.fail(`${name}: ${await (await asked).text()}`)
    assert.deepEqual(
      await rolesOf(service, id),
      [
        ['reference', 8],
        ['mask', 8],
      ],
      name,
    )
  }
  const listed = (await (await service.call('/api/ai/models')).json()) as {
    data: { id: string; kind: string; takes: { roles: string[] } }[]
  }
  const takes = (id: string, kind: string) =>
    listed.data.find((model) => model.id === id && model.kind === kind)?.takes.roles
  assert.deepEqual(takes('sandbox', 'image'), ['reference', 'mask', 'source'])
  assert.deepEqual(takes('diorama', 'video'), ['first_frame', 'last_frame'])
})

test('a mask that would be left out, has another size or no picture is refused with what to do', async (t) => {
  const service = await openService(t)
  const [picture, mask, large] = await Promise.all([pngOf(8), halfMask(), halfMask(16)])
  const good = { prompt: 'a hat', model: 'sandbox' }
  const [image, small] = [asUrl(picture), asUrl(mask)]
  const cases: [string, object, string, string, RegExp][] = [
    [
      IMAGES,
      { ...good, model: 'diorama', image, mask: small },
      'unsupported_request',
      'mask',
      /full price.*: sandbox\./,
    ],
    [IMAGES, { ...good, image, mask: asUrl(large) }, 'invalid_image', 'mask', /mask is 16x16, but its image is 8x8/],
    [IMAGES, { ...good, mask: small }, 'missing_parameter', 'image', /requires its picture/],
    [
      IMAGES,
      { ...good, image: [{ url: image, role: 'first_frame' }] },
      'unsupported_request',
      'image',
      /reference, mask/,
    ],
    [IMAGES, { ...good, image: [{ url: image, role: 'hat' }] }, 'invalid_parameter', 'image', /A role is first_frame/],
    [IMAGES, { ...good, image: { url: image, rol: 'mask' } }, 'invalid_parameter', 'image', /\{url, role\}/],
    [IMAGES, { ...good, image, mask: { url: small, role: 'source' } }, 'invalid_parameter', 'mask', /http\(s\) URL/],
    [IMAGES, { ...good, image, mask: asUrl(Buffer.from('nothing')) }, 'invalid_image', 'mask', /PNG/],
    [IMAGES, { ...good, image, mask: [small, small] }, 'invalid_parameter', 'mask', /more than one/],
    [VIDEOS, { ...good, mask: small }, 'invalid_parameter', 'mask', /not a parameter/],
    [
      VIDEOS,
      { ...good, first_frame: image, image: [{ url: image, role: 'first_frame' }] },
      'invalid_parameter',
      'image',
      /one first_frame/,
    ],
    [
      VIDEOS,
      { ...good, model: 'diorama', image: [{ url: image, role: 'reference' }] },
      'unsupported_request',
      'image',
      /first_frame or last_frame/,
    ],
  ]
  for (const [path, json, code, param, words] of cases) {
    const refused = await refusal(await service.call(path, { json }))
    assert.deepEqual(
      [refused.code, refused.param],
      [code, param],
      `${JSON.stringify(json).slice(0, 120)}: ${refused.message}`,
    )
    assert.match(refused.message, words)
  }
  await assertNothingStored(service)
})

/** What one engine was sent as a mask: the red and, where there is one, the alpha of its outermost pixels. */
async function cornersOf(bytes: Uint8Array): Promise<{ left: number[]; right: number[] }> {
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number): number[] =>
    info.channels === 4 ? [data[x * 4] ?? 0, data[x * 4 + 3] ?? 0] : [data[x * info.channels] ?? 0]
  return { left: at(0), right: at(info.width - 1) }
}

async function partOf(fake: FakeProvider, name: string): Promise<Uint8Array> {
  const { headers, body } = fake.seen.find(({ method }) => method === 'POST') ?? assert.fail('nothing was sent')
  const answer = new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? '' } })
  const part = (await answer.formData()).get(name)
  return part instanceof Blob ? new Uint8Array(await part.arrayBuffer()) : assert.fail(`there is no ${name}`)
}

async function openEngines(t: TestContext) {
  const protocolOf = (name: string) =>
    [...AI_SDK_SUBJECTS, ...SERVER_SUBJECTS].find((subject) => subject.name === name)?.protocol ??
    assert.fail(`the protocol of ${name} is gone`)
  const openai = await openFake(t, protocolOf('openai image'), PICTURE)
  const fal = await openFake(t, protocolOf('fal image'), PICTURE)
  const server = await openFake(t, protocolOf('openai-compatible image in base64'), PICTURE)
  const comfy = await openFakeComfyUi(t)
  const folder = await temporaryFolder(t)
  const workflows = join(folder, 'workflows')
  await mkdir(workflows)
  const inputs = { image: '{{source}}', mask: '{{mask}}', text: '{{prompt}}' }
  const graph = {
    mediagen: { kind: 'image' },
    1: { class_type: 'LoadImage', inputs },
    9: { class_type: 'SaveImage', inputs: {} },
  }
  await writeFile(join(workflows, 'inpaint.json'), JSON.stringify(graph))
  const takes = { roles: ['mask'] }
  const config = {
    engines: {
      openai: { type: 'openai', keyVariable: 'A_KEY', baseURL: `${openai.url}/v1` },
      fal: { type: 'fal', keyVariable: 'A_KEY', baseURL: fal.url },
      server: { type: 'openai-compatible', baseURL: `${server.url}/v1` },
      comfy: { type: 'comfyui', baseURL: comfy.url, workflows },
    },
    models: {
      'by-openai': { kind: 'image', engine: 'openai', model: 'gpt-image-1', takes },
      'by-fal': { kind: 'image', engine: 'fal', model: 'fal-ai/inpaint', takes },
      'by-server': { kind: 'image', engine: 'server', model: 'm', takes },
      'by-comfy': { kind: 'image', engine: 'comfy', model: 'inpaint.json' },
    },
  }
  const path = join(folder, 'mediagen.config.json')
  await writeFile(path, JSON.stringify(config))
  const service = await openService(t, { env: { MEDIAGEN_CONFIG: path, A_KEY: 'a-secret-key' } })
  return { service, openai, fal, server, comfy }
}

test('every engine gets the mask in the form that it reads', async (t) => {
  const { service, openai, fal, server, comfy } = await openEngines(t)
  const image = asUrl(await pngOf(8))
  const mask = asUrl(await halfMask())
  const ask = (model: string) =>
    service.call(IMAGES, {
      json: { prompt: 'a hat', model, image, mask },
      headers: { prefer: 'respond-async' },
    })
  for (const model of ['by-openai', 'by-fal', 'by-server', 'by-comfy']) {
    const answer = await ask(model)
    assert.ok(answer.ok, `${model}: ${await answer.clone().text()}`)
  }
  await eventually(async () => ([openai, fal, server].every(({ starts }) => starts > 0) ? true : undefined))
  const sentPrompt = await eventually(async () => comfy.sent.at(-1)?.prompt)
  const transparent = { left: [255, 0], right: [0, 255] }
  assert.deepEqual(await cornersOf(await partOf(openai, 'mask')), transparent)
  assert.deepEqual(await cornersOf(await partOf(server, 'mask')), transparent)
  const body = JSON.parse(String(fal.seen.find(({ method }) => method === 'POST')?.body)) as { mask_url: string }
  const white = Buffer.from(body.mask_url.split(',')[1] ?? '', 'base64')
  assert.deepEqual(await cornersOf(white), { left: [255], right: [0] })
  const { inputs } = sentPrompt['1'] as { inputs: object }
  assert.deepEqual(inputs, { image: 'mediagen/up.png', mask: 'mediagen/up.png', text: 'a hat' })
})

test('an engine gets the first frame of an animation, and any other picture as it came', async (t) => {
  const files = await localFiles(await temporaryFolder(t), systemRandom)
  const colours = ['#ff0000', '#00ff00'].map(
    (background) => ({ width: 64, height: 64, channels: 3, background }) as const,
  )
  const frames = await Promise.all(colours.map((create) => sharp({ create }).png().toBuffer()))
  const moving = sharp(frames, { join: { animated: true } })
  const png = await sharp(frames[0]).png().toBuffer()
  const webp = await sharp(frames[0]).webp().toBuffer()
  const pictures = [
    await moving.clone().gif().toBuffer(),
    await moving.clone().webp().toBuffer(),
    animatedPng(2),
    webp,
    png,
  ]
  const records: FileRecord[] = []
  const idOf = (position: number): string => `${position}`.padStart(22, 'A')
  for (const [position, bytes] of pictures.entries()) {
    const spooled = await files.spool(Readable.from([bytes]), { maxBytes: 2 ** 20, tooLarge: 'payload_too_large' })
    const { mediaType, extension } = sniffMediaType(spooled.head) ?? assert.fail()
    const facts = { role: 'reference', position, mediaType, extension, width: 64, height: 64 } as const
    records.push(aFile(idOf(position), '1', facts))
    await files.keep(idOf(position), spooled)
  }
  const task = aTask('1', { references: records.map(({ id: fileId }) => ({ from: 'file', fileId })) })
  const store = { files: { ofTask: async () => records } }
  const parts = { store, files, images: sharpImages(), convertPicture: pictureConverter() }
  const references = await engineReferences(parts, task, aModel('test', { maxReferences: 5 }))
  const sent = await Promise.all(references.map((reference) => reference.bytes()))
  const types = references.map(({ mediaType, extension }) => [mediaType, extension])
  assert.deepEqual(types, [
    ['image/png', 'png'],
    ['image/webp', 'webp'],
    ['image/png', 'png'],
    ['image/webp', 'webp'],
    ['image/png', 'png'],
  ])
  assert.deepEqual(
    sent.map((bytes) => sniffMediaType(bytes)?.mediaType),
    references.map(({ mediaType }) => mediaType),
  )
  for (const [index, bytes] of sent.entries()) {
    const { pages = 1 } = await sharp(bytes).metadata()
    const [red = 0, green = 0] = await sharp(bytes).raw().toBuffer()
    assert.deepEqual([pages, Buffer.from(bytes).includes('acTL')], [1, false])
    assert.ok(index === 2 ? red === 0 : red > 250 && green < 5, `${index}: ${red} ${green}`)
  }
  assert.deepEqual(
    sent.slice(3).map((bytes) => Buffer.from(bytes)),
    pictures.slice(3),
  )
})
