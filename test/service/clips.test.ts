import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { AI_SDK_SUBJECTS } from '../engines/protocols/ai-sdk-subjects.ts'
import { SERVER_SUBJECTS } from '../engines/protocols/server-subjects.ts'
import { CLIP } from '../engines/support/contract.ts'
import { openFakeComfyUi } from '../engines/support/fake-comfyui.ts'
import { openFake, type FakeProvider } from '../engines/support/fake-provider.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import { openService, type TestService } from '../support/service.ts'
import { assertNothingStored, filesIn, formOf, pngOf, refusal } from '../support/uploads.ts'

const VIDEOS = '/api/ai/videos'
const good = { model: 'sandbox', prompt: 'the same at night' }
const bytes = Buffer.from(CLIP)
const asUrl = (content: Uint8Array): string => `data:video/mp4;base64,${Buffer.from(content).toString('base64')}`

type Shown = { role: string; reference_role: string | null; url: string; type: string; seconds: number; fps: number }
type Receipt = { status: string; files: Shown[]; effective: { width: number; height: number }; error: unknown }

async function made(service: TestService, init: Parameters<TestService['call']>[1]): Promise<Receipt & { id: string }> {
  const answer = await service.call(VIDEOS, init)
  assert.equal(answer.status, 200, await answer.clone().text())
  const { id } = (await answer.json()) as { id: string }
  await service.call(`${VIDEOS}/${id}`, { headers: { prefer: 'wait=60' } })
  const receipt = (await (await service.call(`/api/ai/tasks/${id}`)).json()) as Receipt
  assert.equal(receipt.status, 'success', JSON.stringify(receipt.error))
  return { id, ...receipt }
}

const inputOf = ({ files }: Receipt): unknown[] =>
  files
    .filter(({ role }) => role === 'reference')
    .map((file) => [file.reference_role, file.type, file.seconds, file.fps])

test('a model works from a clip: an upload, inline bytes, or a video of one’s own by id or URL; it is kept and removed with the task', async (t) => {
  const service = await openService(t, { env: { MEDIAGEN_FFMPEG: 'off' } })
  const source = await made(service, { json: { ...good, size: '640x360' } })
  const url = source.files.find(({ role }) => role === 'output')?.url ?? ''
  const ways: [string, Parameters<TestService['call']>[1]][] = [
    ['a file', { method: 'POST', body: formOf({ ...good, video: bytes }) }],
    ['bytes in JSON', { json: { ...good, video: asUrl(bytes) } }],
    ['an id', { json: { ...good, video: source.id } }],
    ['an id in a form', { method: 'POST', body: formOf({ ...good, video: source.id }) }],
    ['a URL', { json: { ...good, video: { url } } }],
  ]
  for (const [way, init] of ways) {
    const before = (await filesIn(service, 'files')).length
    const task = await made(service, init)
    assert.deepEqual(inputOf(task), [['video', 'video/mp4', 1, 2]], way)
    // Without a size the result has the shape of the clip.
    assert.equal(task.effective.width / task.effective.height, 16 / 9, way)
    const again = await service.call(`/api/ai/tasks/${task.id}/retry`, { method: 'POST' })
    const { id } = (await again.json()) as { id: string }
    await service.call(`${VIDEOS}/${id}`, { headers: { prefer: 'wait=60' } })
    assert.deepEqual(inputOf((await (await service.call(`/api/ai/tasks/${id}`)).json()) as Receipt), inputOf(task))
    for (const each of [id, task.id]) await service.call(`/api/ai/tasks/${each}`, { method: 'DELETE' })
    assert.equal((await filesIn(service, 'files')).length, before, way)
  }
  assert.deepEqual(await filesIn(service, 'spool'), [])
  const [first] = ((await (await service.call('/api/ai/models?kind=video')).json()) as Listed).data
  assert.ok(first !== undefined)
  const both = await made(service, { json: { ...good, video: source.id, image: asUrl(await pngOf()) } })
  assert.deepEqual(
    both.files.filter(({ role }) => role === 'reference').map((file) => file.reference_role),
    ['video', 'first_frame'],
  )
})

type Listed = { data: { id: string; kind: string; takes: { roles: string[] } }[] }

test('a clip that cannot be used, is not one’s own or that the model does not take is refused with what to do', async (t) => {
  const service = await openService(t, { env: { MEDIAGEN_MAX_VIDEO_MIB: '1' } })
  const large = Buffer.concat([bytes, Buffer.alloc(2 ** 20)])
  const picture = await pngOf()
  for (const [json, code, words] of [
    [{ ...good, model: 'diorama', video: asUrl(bytes) }, 'unsupported_request', /does not accept a video.*: sandbox\./],
    [{ ...good, video: asUrl(picture) }, 'invalid_image', /not MP4, MOV or WebM/],
    [{ ...good, video: asUrl(bytes.subarray(0, 400)) }, 'invalid_image', /cannot be used/],
    [{ ...good, video: asUrl(large) }, 'image_too_large', /larger than 1 MiB/],
    [{ ...good, video: 'a cat' }, 'invalid_parameter', /the id of one of your videos/],
    [{ ...good, video: '12345' }, 'invalid_parameter', /Your API key has no such video/],
    [{ ...good, video: ['1', '2'] }, 'invalid_parameter', /more than one video/],
    [{ ...good, video: 7 }, 'invalid_parameter', /video must be the id/],
  ] as const) {
    const refused = await refusal(await service.call(VIDEOS, { json }))
    const shown = `${JSON.stringify(json).slice(0, 90)}: ${refused.message}`
    assert.deepEqual([refused.code, refused.param], [code, 'video'], shown)
    assert.match(refused.message, words)
  }
  const asPicture = { ...good, image: [{ url: asUrl(bytes), role: 'video' }] }
  assert.equal((await refusal(await service.call(VIDEOS, { json: asPicture }))).param, 'image')
  const image = { ...good, video: asUrl(bytes) }
  const noField = await refusal(await service.call('/api/ai/images/generations', { json: image }))
  assert.match(noField.message, /'video' is not a parameter here/)
  const file = await service.call(VIDEOS, { method: 'POST', body: formOf({ ...good, video: large }) })
  assert.equal((await refusal(file)).code, 'image_too_large')
  await assertNothingStored(service)

  const source = await made(service, { json: good })
  const url = source.files.find(({ role }) => role === 'output')?.url ?? ''
  const cover = source.files.find(({ role }) => role === 'cover')?.url ?? ''
  const stranger = await service.newKey({ scopes: ['videos:write', 'tasks:read'] })
  for (const video of [source.id, url]) {
    const refused = await refusal(await service.call(VIDEOS, { json: { ...good, video }, key: stranger }))
    assert.match(refused.message, /Your API key has no such video/)
  }
  assert.equal((await service.call(VIDEOS, { json: { ...good, video: cover } })).status, 400)
  const hanging = (await (await service.call(VIDEOS, { json: { ...good, prompt: '[[hang]]' } })).json()) as Receipt & {
    id: string
  }
  const early = await refusal(await service.call(VIDEOS, { json: { ...good, video: hanging.id } }))
  assert.deepEqual([early.status, early.code], [409, 'task_not_finished'])
})

async function partOf({ headers, body }: FakeProvider['seen'][number], name: string): Promise<Uint8Array> {
  const answer = new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? '' } })
  const part = (await answer.formData()).get(name)
  return part instanceof Blob ? new Uint8Array(await part.arrayBuffer()) : assert.fail(`there is no ${name}`)
}

async function openEngines(t: TestContext) {
  const protocolOf = (name: string) =>
    [...AI_SDK_SUBJECTS, ...SERVER_SUBJECTS].find((subject) => subject.name === name)?.protocol ??
    assert.fail(`the protocol of ${name} is gone`)
  const fal = await openFake(t, protocolOf('fal video'), CLIP)
  const xai = await openFake(t, protocolOf('xai video'), CLIP)
  const server = await openFake(t, protocolOf('openai-compatible video'), CLIP)
  const comfy = await openFakeComfyUi(t)
  const folder = await temporaryFolder(t)
  const workflows = join(folder, 'workflows')
  await mkdir(workflows)
  const graph = {
    mediagen: { kind: 'video' },
    1: { class_type: 'LoadVideo', inputs: { file: '{{video}}', text: '{{prompt}}' } },
    9: { class_type: 'SaveVideo', inputs: {} },
  }
  await writeFile(join(workflows, 'edit.json'), JSON.stringify(graph))
  const takes = { roles: ['video'] }
  const config = {
    engines: {
      fal: { type: 'fal', keyVariable: 'A_KEY', baseURL: fal.url },
      xai: { type: 'xai', keyVariable: 'A_KEY', baseURL: `${xai.url}/v1` },
      server: { type: 'openai-compatible', baseURL: `${server.url}/v1` },
      comfy: { type: 'comfyui', baseURL: comfy.url, workflows },
    },
    models: {
      'by-fal': { kind: 'video', engine: 'fal', model: 'fal-ai/edit', takes, inputs: { video: 'video_url' } },
      'by-xai': { kind: 'video', engine: 'xai', model: 'grok-imagine-video', takes },
      'by-server': { kind: 'video', engine: 'server', model: 'm', takes },
      'by-comfy': { kind: 'video', engine: 'comfy', model: 'edit.json' },
    },
  }
  const path = join(folder, 'mediagen.config.json')
  await writeFile(path, JSON.stringify(config))
  const service = await openService(t, { env: { MEDIAGEN_CONFIG: path, A_KEY: 'a-secret-key' } })
  return { service, fal, xai, server, comfy }
}

test('every engine gets the clip in the way that it takes one', async (t) => {
  const { service, fal, xai, server, comfy } = await openEngines(t)
  for (const model of ['by-fal', 'by-xai', 'by-server', 'by-comfy']) {
    const answer = await service.call(VIDEOS, { json: { ...good, model, video: asUrl(bytes) } })
    assert.ok(answer.ok, `${model}: ${await answer.clone().text()}`)
  }
  const startOf = (fake: FakeProvider) =>
    eventually(async () => fake.seen.find(({ method }) => method === 'POST') ?? undefined)
  const json = async (fake: FakeProvider): Promise<Record<string, unknown>> =>
    JSON.parse(String((await startOf(fake)).body)) as Record<string, unknown>
  assert.equal((await json(fal))['video_url'], asUrl(bytes))
  assert.deepEqual((await json(xai))['video'], { url: asUrl(bytes) })
  assert.match((await startOf(xai)).path, /\/videos\/edits$/)
  const edit = await startOf(server)
  assert.equal(edit.path, '/v1/videos/edits')
  assert.deepEqual(Buffer.from(await partOf(edit, 'video')), bytes)
  const sent = await eventually(async () => comfy.sent.at(-1)?.prompt)
  assert.deepEqual((sent['1'] as { inputs: object }).inputs, { file: 'mediagen/up.png', text: good.prompt })
})
