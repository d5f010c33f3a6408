import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { openWeights } from '../../src/compose/weights.ts'
import { readConfig } from '../../src/config.ts'
import { openLocalModels } from '../../src/weights/local-models.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { createTask } from '../../src/actions/tasks/create-task.ts'
import { jsonSchema, multipartSchema } from '../../src/http/body/form-schema.ts'
import { inWordsOf, type GenerationForm } from '../../src/http/body/generation-form.ts'
import { readGeneration } from '../../src/http/body/read-generation.ts'
import { openApp } from '../../src/http/open-app.ts'
import { knownPauses } from '../../src/actions/running/pause-engine.ts'
import { sharpImages } from '../../src/media/sharp-images.ts'
import { PICTURE } from '../reliability/house.ts'
import { hasEnded, openStage } from '../reliability/stage.ts'
import { formOf, refusal } from '../support/uploads.ts'
import { atEnd } from '../support/at-end.ts'

/** An interface that is not ours, as somebody would write it down who adds one: names, and nothing else. */
const FOREIGN: GenerationForm = {
  kind: 'video',
  fields: {
    text: { means: 'prompt', description: 'What to show.' },
    model: { means: 'model', description: 'Which model.' },
    input_reference: {
      means: 'image',
      description: 'The first frame.',
      ours: (value) => (isRecord(value) ? value['image_url'] : value),
    },
    'input_reference[image_url]': { means: 'image', description: 'The first frame, in a form.' },
    resolution: { means: 'size', description: 'Width and height.' },
    noise: { means: 'seed', description: 'Where the dice begin.' },
    quality: { means: 'ignored', description: 'Has no meaning here.', form: { type: 'text', longest: 20 } },
    stream: { means: 'ignored', description: 'Has no meaning here.', form: { type: 'true or false' } },
    extra: { means: 'ignored', description: 'Whatever a client adds.' },
    n: {
      means: 'refused',
      description: 'How many.',
      form: { type: 'whole number', least: 1, most: 10 },
      because: 'one clip is made for each request.',
      unless: (value) => value === 1,
    },
    seconds: {
      means: 'refused',
      description: 'How long.',
      because: 'the model decides how long a clip is, and it makes 4 seconds.',
      unless: (value) => String(value) === '4',
    },
  },
}

const good = { text: 'a fox', model: 'test' }

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// Its processes stay for the next test.
const images = sharpImages()

/** A server whose one route reads with the foreign table; all below it is real. */
async function openForeign(t: TestContext) {
  const fetched = { ok: true, status: 200, headers: {}, discard: () => {} } as const
  const stage = await openStage(t, {
    model: { seed: 'optional' },
    fetch: { mayTry: () => true, request: async () => ({ ...fetched, body: Readable.from([PICTURE]) }) },
  })
  const signals = { draining: new AbortController().signal, closing: new AbortController().signal }
  const parts = {
    ...stage.deps,
    images,
    ...signals,
    imageWaitMs: 1_000,
    adoptRetries: true,
    keyUses: { note() {}, async close() {} },
    pauses: knownPauses(stage.deps),
    localModels: openLocalModels(
      openWeights(readConfig({ MEDIAGEN_DATA_DIR: await temporaryFolder(t) }), stage.deps),
      stage.deps.log,
    ),
    convertPicture: async () => PICTURE,
    contactSheetOf: async () => undefined,
    bytesAt: async () => PICTURE,
    version: '0',
  }
  const app = openApp(parts)
  app.post('/foreign', { config: { auth: 'none' } }, async (request) => {
    const generation = await readGeneration(parts, request, FOREIGN)
    const input = { caller: stage.key, ...generation, idempotencyKey: null }
    return { id: (await inWordsOf(FOREIGN, () => createTask(parts, input))).id }
  })
  const url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/foreign`
  atEnd(t, () => app.close())
  const json = (body: object): Promise<Response> =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const form = (fields: Record<string, unknown>): Promise<Response> =>
    fetch(url, { method: 'POST', body: formOf(fields) })
  const taskOf = async (answer: Response) => {
    assert.equal(answer.status, 200, await answer.clone().text())
    return stage.house.row(((await answer.json()) as { id: string }).id)
  }
  return { json, form, taskOf, stage }
}

test('a foreign interface is a table: the same request in JSON and as a form becomes the same task', async (t) => {
  const { json, form, taskOf } = await openForeign(t)
  const fields = { ...good, resolution: '1280x720', noise: 7, n: 1, seconds: '4', quality: 'high', stream: false }
  const picture = `data:image/png;base64,${PICTURE.toString('base64')}`
  const sent = [
    await json({ ...fields, input_reference: { image_url: picture } }),
    await json({ ...fields, input_reference: picture }),
    await form({ ...fields, input_reference: PICTURE }),
    await form({ ...fields, 'input_reference[image_url]': picture }),
  ]
  for (const answer of sent) {
    const task = await taskOf(answer)
    assert.deepEqual(
      [task.kind, task.prompt, task.askedSize, task.askedSeed, task.references.length],
      ['video', 'a fox', '1280x720', 7, 1],
    )
    assert.deepEqual(task.warnings, [
      'quality has no effect here and was ignored.',
      'stream has no effect here and was ignored.',
    ])
  }
})

test('what was passed over is still in the receipt when a worker has looked at the reference', async (t) => {
  const { json, taskOf, stage } = await openForeign(t)
  const input_reference = 'https://example.com/first.png'
  const { id, effective } = await taskOf(await json({ ...good, input_reference, quality: 'high', extra: [1] }))
  assert.equal(effective, null)
  stage.start()
  const ended = await stage.until(id, hasEnded)
  assert.equal(ended.status, 'success', JSON.stringify(ended.error))
  assert.deepEqual(ended.warnings, [
    'quality has no effect here and was ignored.',
    'extra has no effect here and was ignored.',
  ])
})

test('errors name the parameter as the foreign interface does, wherever they come from', async (t) => {
  const { json, form } = await openForeign(t)
  const refusals: [string, Record<string, unknown>, string, string, RegExp][] = [
    ['a missing one', { model: 'test' }, 'missing_parameter', 'text', /^text is required/],
    ['a long one', { ...good, text: 'x'.repeat(3001) }, 'prompt_too_long', 'text', /3000/],
    ['our own name for it', { ...good, prompt: 'a fox' }, 'invalid_parameter', 'prompt', /Known: text, model/],
    ['a wrong size', { ...good, resolution: 'huge' }, 'invalid_parameter', 'resolution', /is not a size/],
    ['a size past the model', { ...good, resolution: '9000x9000' }, 'invalid_parameter', 'resolution', /./],
    ['a wrong number', { ...good, noise: 'x' }, 'invalid_parameter', 'noise', /^noise must be a whole number from 0/],
    ['no picture', { ...good, input_reference: 'cat.png' }, 'invalid_parameter', 'input_reference', /http/],
    [
      'three pictures',
      { ...good, input_reference: Array(3).fill('https://a.io/') },
      'too_many_images',
      'input_reference',
      /2/,
    ],
    ['more than one', { ...good, n: 2 }, 'invalid_parameter', 'n', /^n: one clip is made/],
    ['none', { ...good, n: 0 }, 'invalid_parameter', 'n', /^n must be a whole number from 1 to 10/],
    ['another length', { ...good, seconds: 8 }, 'invalid_parameter', 'seconds', /4 seconds/],
    ['an ignored one of another form', { ...good, stream: 'maybe' }, 'invalid_parameter', 'stream', /true or false/],
    ['an ignored one that is endless', { ...good, quality: 'x'.repeat(21) }, 'invalid_parameter', 'quality', /20/],
  ]
  for (const [name, fields, code, param, says] of refusals) {
    for (const answer of [await json(fields), await form(fields)]) {
      const refused = await refusal(answer)
      assert.deepEqual([refused.code, refused.param], [code, param], name)
      assert.match(refused.message, says, name)
    }
  }
  const files: [Record<string, unknown>, string, string, RegExp][] = [
    [{ ...good, input_reference: Buffer.from('no picture') }, 'invalid_image', 'input_reference', /PNG/],
    [{ ...good, mask: PICTURE }, 'invalid_parameter', 'mask', /in the field 'input_reference'/],
    [{ ...good, text: 'x'.repeat(70_000) }, 'prompt_too_long', 'text', /3000/],
  ]
  for (const [fields, code, param, says] of files) {
    const refused = await refusal(await form(fields))
    assert.deepEqual([refused.code, refused.param], [code, param])
    assert.match(refused.message, says)
  }
})

test('the table also describes the body, in both forms', () => {
  const json = jsonSchema(FOREIGN)
  assert.deepEqual(json.required, ['text', 'model'])
  assert.deepEqual(Object.keys(json.properties), Object.keys(FOREIGN.fields))
  assert.deepEqual(
    { ...json.properties['noise'] },
    {
      type: 'integer',
      minimum: 0,
      maximum: 2 ** 32 - 1,
      description: 'Where the dice begin.',
    },
  )
  const { properties } = multipartSchema(FOREIGN) as unknown as { properties: Record<string, { type?: string }> }
  assert.equal(properties['input_reference']?.type, 'array')
  assert.equal(properties['stream']?.type, 'boolean')
})
