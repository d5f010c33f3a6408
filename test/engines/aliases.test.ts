import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { readModels } from '../../src/compose/catalog.ts'
import { ConfigError, readConfig } from '../../src/config.ts'
import { openService, type TestService } from '../support/service.ts'
import { temporaryFolder } from '../support/at-end.ts'

const ALIASES = { 'gpt-image-1': 'sandbox', 'sora-2': { kind: 'video', model: 'sandbox' } }

async function fileWith(t: TestContext, config: object): Promise<string> {
  const path = join(await temporaryFolder(t), 'mediagen.config.json')
  await writeFile(path, JSON.stringify(config))
  return path
}

async function open(t: TestContext): Promise<TestService> {
  const env = { MEDIAGEN_CONFIG: await fileWith(t, { aliases: ALIASES }), MEDIAGEN_FFMPEG: 'off' }
  return openService(t, { env })
}

async function receipt(service: TestService, id: string | null): Promise<{ model: string; warnings: string[] }> {
  const answer = await service.call(`/api/ai/tasks/${id}`)
  assert.equal(answer.status, 200)
  const { model, warnings } = (await answer.json()) as { model: string; warnings: string[] }
  // The engine has warnings of its own.
  return { model, warnings: warnings.filter((text) => text.startsWith('model:')) }
}

const errorOf = async (answer: Response): Promise<{ code: string; message: string }> =>
  ((await answer.json()) as { error: { code: string; message: string } }).error

test('a request for an alias makes a task of its model, and the receipt says which name was asked for', async (t) => {
  const service = await open(t)
  const image = await service.call('/api/ai/images/generations', { json: { model: 'gpt-image-1', prompt: 'a boat' } })
  assert.equal(image.status, 200)
  const made = await receipt(service, image.headers.get('x-task-id'))
  assert.equal(made.model, 'sandbox')
  assert.deepEqual(made.warnings, ["model: 'gpt-image-1' is an alias of 'sandbox'."])

  const video = await service.call('/api/ai/videos', { json: { model: 'sora-2', prompt: 'a boat' } })
  const { id } = (await video.json()) as { id: string }
  assert.equal((await receipt(service, id)).model, 'sandbox')

  const direct = await service.call('/api/ai/images/generations', { json: { model: 'sandbox', prompt: 'a boat' } })
  assert.deepEqual((await receipt(service, direct.headers.get('x-task-id'))).warnings, [])
})

test('an alias of one kind is no name for the other', async (t) => {
  const service = await open(t)
  const answer = await service.call('/api/ai/images/generations', { json: { model: 'sora-2', prompt: 'a boat' } })
  assert.equal(answer.status, 400)
  assert.equal((await errorOf(answer)).code, 'model_not_found')
})

test('a key that may use a model may use it by its alias, and no other key may', async (t) => {
  const service = await open(t)
  const json = { model: 'gpt-image-1', prompt: 'a boat' }
  const allowed = await service.newKey({ models: ['sandbox'] })
  assert.equal((await service.call('/api/ai/images/generations', { json, key: allowed })).status, 200)
  for (const models of [['diorama'], ['gpt-image-1']]) {
    const key = await service.newKey({ models })
    const refused = await service.call('/api/ai/images/generations', { json, key })
    assert.equal(refused.status, 403)
    const { code, message } = await errorOf(refused)
    assert.equal(code, 'model_not_allowed')
    assert.match(message, /'sandbox'/)
  }
})

test('models are listed with their aliases, and clients of OpenAI find an alias like a model', async (t) => {
  const service = await open(t)
  const { data } = (await (await service.call('/api/ai/models')).json()) as {
    data: { id: string; kind: string; aliases: string[] }[]
  }
  assert.deepEqual(
    data.map(({ id, kind, aliases }) => [kind, id, aliases]),
    [
      ['image', 'diorama', []],
      ['video', 'diorama', []],
      ['image', 'sandbox', ['gpt-image-1']],
      ['video', 'sandbox', ['gpt-image-1', 'sora-2']],
    ],
  )
  const listed = (await (await service.call('/v1/models')).json()) as { data: { id: string; kinds: string[] }[] }
  assert.deepEqual(
    listed.data.map(({ id, kinds }) => [id, kinds]),
    [
      ['diorama', ['image', 'video']],
      ['sandbox', ['image', 'video']],
      ['gpt-image-1', ['image', 'video']],
      ['sora-2', ['video']],
    ],
  )
  assert.equal((await service.call('/v1/models/sora-2')).status, 200)
  const json = { model: 'gpt-image-1', prompt: 'a boat' }
  const made = (await (await service.call('/v1/images/generations', { json })).json()) as { data: object[] }
  assert.deepEqual(Object.keys(made.data[0] ?? {}), ['b64_json'])
})

test('every alias that leads nowhere, to another alias, to another kind or away from a model is told at once', async (t) => {
  const path = await fileWith(t, {
    engines: { own: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:1/v1' } },
    models: { mine: { kind: 'image', engine: 'own', model: 'x' } },
    aliases: {
      a: 'nothing',
      b: 'c',
      c: 'mine',
      d: { kind: 'video', model: 'mine' },
      mine: 'sandbox',
      diorama: 'mine',
    },
  })
  await assert.rejects(readModels(readConfig({ MEDIAGEN_CONFIG: path })), (error) => {
    assert.ok(error instanceof ConfigError)
    const said = [
      /aliases\.a: there is no model 'nothing'/,
      /aliases\.b: 'c' is itself an alias/,
      /aliases\.d: 'mine' makes images, and no videos/,
      /aliases\.mine: there is a model of this name, of kind image/,
      /aliases\.diorama: there is a model of this name, of kind image/,
    ]
    for (const words of said) assert.match(error.message, words)
    assert.doesNotMatch(error.message, /aliases\.c/)
    return true
  })
})

test('aliases that are not written as such are told with all else', async (t) => {
  const path = await fileWith(t, {
    aliases: { 'a b': 'sandbox', c: 5, d: { kind: 'sound', model: 'x', more: 1 }, e: '' },
  })
  await assert.rejects(readModels(readConfig({ MEDIAGEN_CONFIG: path })), (error) => {
    assert.ok(error instanceof ConfigError)
    const said = [/aliases: 'a b'/, /aliases\.c must be/, /aliases\.d\.kind/, /aliases\.d\.more/, /aliases\.e must be/]
    for (const words of said) assert.match(error.message, words)
    return true
  })
})

test('an alias takes the place of a model that only a key has brought along', async (t) => {
  const path = await fileWith(t, { aliases: { 'gpt-image-1': { kind: 'image', model: 'diorama' } } })
  const { all } = await readModels(readConfig({ MEDIAGEN_CONFIG: path, OPENAI_API_KEY: 'x' }))
  assert.equal(
    all.some(({ id }) => id === 'gpt-image-1'),
    false,
  )
  assert.deepEqual(all.find(({ id, kind }) => id === 'diorama' && kind === 'image')?.aliases, ['gpt-image-1'])
})
