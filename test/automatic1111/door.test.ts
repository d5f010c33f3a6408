import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import { PICTURE_FORM, TEXT_FORM } from '../../src/http/automatic1111/generation-forms.ts'
import { eventually } from '../support/eventually.ts'
import { pngOf, refusal } from '../support/uploads.ts'
import { basic, get, made, openDoor, post } from './clients.ts'
import { openService } from '../support/service.ts'

const PATHS = ['txt2img', 'img2img', 'options', 'sd-models', 'samplers', 'progress', 'openapi.json']

test('without the setting there is no such door', async (t) => {
  const service = await openService(t)
  for (const path of PATHS) {
    const answer = await service.call(`/sdapi/v1/${path}`)
    assert.equal((await refusal(answer)).code, 'route_not_found')
  }
  const document = (await (await service.call('/openapi.json')).json()) as { paths: object }
  assert.deepEqual(
    Object.keys(document.paths).filter((path) => path.startsWith('/sdapi')),
    [],
  )
})

test('the key is the password of Basic authentication or a bearer, and nothing else opens the door', async (t) => {
  const service = await openDoor(t)
  const ask = async (authorization: string): Promise<number> =>
    (await service.call('/sdapi/v1/options', { headers: { authorization } })).status
  assert.equal(await ask(basic(service.key).authorization), 200)
  assert.equal(await ask(basic(service.key, '').authorization), 200)
  assert.equal(await ask(`bearer ${service.key}`), 200)
  for (const wrong of [
    basic('mg_wrong').authorization,
    `Basic ${Buffer.from(service.key).toString('base64')}`,
    `Basic ${Buffer.from(`${service.key}:anyone`).toString('base64')}`,
    'Basic !!!',
    `Digest ${service.key}`,
  ])
    assert.equal(await ask(wrong), 401, wrong)
  for (const path of PATHS.filter((each) => each !== 'openapi.json'))
    assert.ok([401, 405].includes((await service.call(`/sdapi/v1/${path}`, { key: null })).status), path)
  const native = await service.call('/api/ai/models', { headers: basic(service.key) })
  assert.equal((await refusal(native)).code, 'invalid_api_key')
})

test('a user that names a model of the key chooses it, and the choice of one key is not that of another', async (t) => {
  const service = await openDoor(t)
  const current = async (user?: string): Promise<unknown> =>
    ((await get(service, 'options', user)) as { sd_model_checkpoint: string }).sd_model_checkpoint
  assert.deepEqual(
    [await current(), await current('sandbox'), await current('nobody')],
    ['diorama', 'sandbox', 'diorama'],
  )
  const { info } = await made(await post(service, 'txt2img', { prompt: 'a boat' }, 'sandbox'))
  assert.equal(info.sd_model_name, 'sandbox')

  const other = await service.newKey()
  const choose = { json: { sd_model_checkpoint: 'sandbox' }, headers: basic(other) }
  assert.equal((await service.call('/sdapi/v1/options', choose)).status, 200)
  assert.equal(await current(), 'diorama')

  const narrow = await service.newKey({ models: ['sandbox'] })
  const models = await service.call('/sdapi/v1/sd-models', { headers: basic(narrow) })
  assert.deepEqual(
    ((await models.json()) as { title: string }[]).map(({ title }) => title),
    ['sandbox'],
  )
  const named = { json: { prompt: 'a boat' }, headers: basic(narrow, 'diorama') }
  assert.equal((await refusal(await service.call('/sdapi/v1/txt2img', named))).code, 'model_not_allowed')
  const refused = await service.call('/sdapi/v1/options', {
    json: { sd_model_checkpoint: 'diorama' },
    headers: basic(narrow),
  })
  const { code, param } = await refusal(refused)
  assert.deepEqual([code, param], ['model_not_found', 'sd_model_checkpoint'])
})

test('a field that only an add-on knows is passed over with a warning, in the answer and in a header', async (t) => {
  const service = await openDoor(t)
  const answer = await post(service, 'txt2img', { prompt: 'a boat', forge_field: { a: 1 }, other: 0 }, 'sandbox')
  const told = 'forge_field has no effect here and was ignored.'
  assert.ok((answer.headers.get('x-mediagen-warnings') ?? '').includes(told))
  const { info } = await made(answer)
  assert.ok(info.warnings.includes(told), info.warnings.join())
})

test('interrupt cancels what the key waits for here, and nothing else; skip the oldest alone', async (t) => {
  const service = await openDoor(t)
  const tasks = async (): Promise<string[]> =>
    (await service.store.tasks.list({ keyId: service.apiKey.id, limit: 9 }))
      .toSorted((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
      .map(({ kind, error }) => `${kind} ${error?.code ?? ''}`.trim())
  await (await service.call('/api/ai/videos', { json: { model: 'sandbox', prompt: '[[hang]]' } })).text()
  const ask = () => post(service, 'txt2img', { prompt: '[[hang]]' }, 'sandbox')
  const first = ask()
  await eventually(async () => ((await tasks()).length === 2 ? true : undefined))
  const second = ask()
  await eventually(async () => ((await tasks()).length === 3 ? true : undefined))
  assert.deepEqual(await (await post(service, 'skip', {})).json(), {})
  assert.equal((await refusal(await first)).code, 'cancelled')
  assert.equal((await tasks()).filter((task) => task.endsWith('cancelled')).length, 1)
  const other = await service.newKey()
  const foreign = await service.call('/sdapi/v1/interrupt', { method: 'POST', headers: basic(other) })
  assert.equal(foreign.status, 200)
  // Its client has gone, as those do whose user has pressed Stop; the picture is not to be made all the same.
  const gone = new AbortController()
  const json = { prompt: '[[hang]]' }
  const third = service
    .call('/sdapi/v1/txt2img', { json, headers: basic(service.key, 'sandbox'), signal: gone.signal })
    .catch((error: unknown) => error)
  await eventually(async () => ((await tasks()).length === 4 ? true : undefined))
  gone.abort()
  await third
  assert.deepEqual(await (await post(service, 'interrupt', {})).json(), {})
  assert.equal((await refusal(await second)).code, 'cancelled')
  assert.deepEqual((await tasks()).toSorted(), ['image cancelled', 'image cancelled', 'image cancelled', 'video'])
})

test('settings that mean nothing here are named in a header', async (t) => {
  const service = await openDoor(t)
  const answer = await post(service, 'options', { sd_vae: 'x', samples_format: 'png', 'ä\n': 1 })
  assert.equal(answer.headers.get('x-mediagen-warnings'), 'ignored: sd_vae, ??')
})

test('more pictures than ten, masks and missing pictures are refused with a reason', async (t) => {
  const service = await openDoor(t)
  const png = (await pngOf()).toString('base64')
  const refusedFor = async (path: string, json: object): Promise<[string, string]> => {
    const { code, param } = await refusal(await post(service, path, { prompt: 'a boat', ...json }))
    return [code, param]
  }
  assert.deepEqual(await refusedFor('txt2img', { batch_size: 11 }), ['invalid_parameter', 'batch_size'])
  assert.deepEqual(await refusedFor('txt2img', { batch_size: 0 }), ['invalid_parameter', 'batch_size'])
  assert.deepEqual(await refusedFor('img2img', { init_images: [png], batch_size: 3, n_iter: 4 }), [
    'invalid_parameter',
    'n_iter',
  ])
  assert.deepEqual(await refusedFor('txt2img', { override_settings: 'x' }), ['invalid_parameter', 'override_settings'])
  assert.deepEqual(await refusedFor('txt2img', { width: 0 }), ['invalid_parameter', 'width'])
  assert.deepEqual(await refusedFor('txt2img', { prompt: 'a'.repeat(3001) }), ['prompt_too_long', 'prompt'])
  assert.deepEqual(await refusedFor('img2img', {}), ['missing_parameter', 'init_images'])
  assert.deepEqual(await refusedFor('img2img', { init_images: [png], mask: png }), ['unsupported_request', 'mask'])
  assert.deepEqual(await refusedFor('img2img', { init_images: ['AAAA'] }), ['invalid_image', 'init_images'])
  assert.deepEqual(await refusedFor('img2img', { init_images: ['%%%%%%%%'] }), ['invalid_image', 'init_images'])
  const unknown = { override_settings: { sd_model_checkpoint: 'nothing' } }
  assert.equal((await refusedFor('txt2img', unknown))[0], 'model_not_found')
  for (const sd_model_checkpoint of [5, true, ['sandbox'], { title: 'sandbox' }])
    assert.deepEqual(await refusedFor('txt2img', { override_settings: { sd_model_checkpoint } }), [
      'invalid_parameter',
      'override_settings',
    ])
  const spooled = await service.store.tasks.list({ keyId: service.apiKey.id, limit: 10 })
  assert.deepEqual(spooled, [])
})

test('batch_size times n_iter pictures are made, each with a seed and a text of its own; one that fails is told of', async (t) => {
  const service = await openDoor(t)
  const several = {
    prompt: 'a boat',
    seed: 7,
    batch_size: 2,
    n_iter: 2,
    override_settings: { sd_model_checkpoint: 'sandbox' },
  }
  const answer = await post(service, 'txt2img', several)
  assert.equal(answer.status, 200)
  type Answer = { images: string[]; info: string }
  type Info = { all_seeds: number[]; infotexts: string[]; task_id: string; warnings: string[]; batch_size: number }
  const { images, info } = (await answer.json()) as Answer
  const told = JSON.parse(info) as Info
  assert.deepEqual([images.length, told.all_seeds, told.batch_size], [4, [7, 8, 9, 10], 4])
  assert.deepEqual([new Set(told.infotexts).size, told.task_id], [4, answer.headers.get('x-task-id')])
  for (const image of images) assert.ok(Buffer.from(image, 'base64').subarray(1, 4).equals(Buffer.from('PNG')))
  const tasks = await service.store.tasks.list({ keyId: service.apiKey.id, limit: 10 })
  assert.equal(tasks.length, 4)
})

test('where two names of a model are given, the one that was passed over is told of', async (t) => {
  const service = await openDoor(t)
  const both = { prompt: 'a boat', model: 'diorama', override_settings: { sd_model_checkpoint: 'sandbox' } }
  await post(service, 'options', { sd_model_checkpoint: 'sandbox' })
  const { info } = (await (await post(service, 'txt2img', both)).json()) as { info: string }
  const { sd_model_name: made, warnings } = JSON.parse(info) as { sd_model_name: string; warnings: string[] }
  assert.equal(made, 'sandbox')
  assert.ok(warnings.includes("model: 'diorama' was ignored; override_settings names 'sandbox'."))
})

test('progress counts the pictures of this key that are under way, and those of no other', async (t) => {
  const service = await openDoor(t)
  const other = await service.newKey()
  const slow = service.call('/sdapi/v1/txt2img', {
    json: { prompt: 'a boat [[delay 2s]]', override_settings: { sd_model_checkpoint: 'sandbox' } },
    headers: basic(service.key),
  })
  type Progress = { progress: number; state: { job_count: number } }
  await eventually(async () =>
    ((await get(service, 'progress')) as Progress).state.job_count === 1 ? true : undefined,
  )
  const theirs = await service.call('/sdapi/v1/progress', { headers: basic(other) })
  assert.equal(((await theirs.json()) as Progress).state.job_count, 0)
  assert.equal((await slow).status, 200)
  assert.equal(((await get(service, 'progress')) as Progress).state.job_count, 0)
})

test('its document is valid by the judgement of somebody else, and names the fields that are taken', async (t) => {
  const service = await openDoor(t)
  type Operation = { requestBody?: { content: Record<string, { schema: { properties: object } }> } }
  const document = (await (await service.call('/sdapi/v1/openapi.json', { key: null })).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  const judged = await new Validator().validate(document)
  assert.deepEqual([judged.valid, judged.errors ?? []], [true, []])
  for (const [path, { fields }] of [
    ['txt2img', TEXT_FORM],
    ['img2img', PICTURE_FORM],
  ] as const) {
    const taken = Object.keys(fields).sort()
    const content = document.paths[`/sdapi/v1/${path}`]?.['post']?.requestBody?.content ?? {}
    for (const { schema } of Object.values(content)) assert.deepEqual(Object.keys(schema.properties).sort(), taken)
  }
})
