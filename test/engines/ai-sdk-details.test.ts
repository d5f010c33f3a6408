import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { aiSdkEngine } from '../../src/engines/ai-sdk/engine.ts'
import type { ModelSettings } from '../../src/engines/model-settings.ts'
import { PROVIDERS, type ProviderId } from '../../src/engines/ai-sdk/providers.ts'
import type { ProviderRow } from '../../src/engines/ai-sdk/provider-row.ts'
import type { EngineJob } from '../../src/ports/engine.ts'
import { manualClock } from '../support/manual-clock.ts'
import { AI_SDK_SUBJECTS, LUMA } from './protocols/ai-sdk-subjects.ts'
import {
  failure,
  follow,
  openSubject,
  quiet,
  reference,
  save,
  WATCH,
  type Opened,
  type Subject,
} from './support/contract.ts'

function subjectOf(name: string): Subject {
  const found = AI_SDK_SUBJECTS.find((subject) => subject.name === name)
  assert.ok(found)
  return found
}

/** The subject with settings of its own for the model. */
async function openWith(
  t: TestContext,
  name: string,
  settings: Partial<ModelSettings>,
  job: Partial<EngineJob> = {},
): Promise<Opened> {
  const subject = subjectOf(name)
  const id = name.split(' ')[0] as ProviderId
  const engine: Subject['engine'] = (url, clock) =>
    aiSdkEngine({
      id,
      row: PROVIDERS[id],
      settings: { apiKey: 'a-secret-key', baseURL: url },
      concurrency: 1,
      clock,
      log: quiet,
      modelSettings: () => ({ options: {}, inputs: {}, ...settings }),
    })
  return openSubject(t, { ...subject, engine }, job)
}

function sentJson({ fake }: Opened): Record<string, unknown> {
  const start = fake.seen.find(({ method }) => method === 'POST')
  assert.ok(start)
  return JSON.parse(start.body.toString()) as Record<string, unknown>
}

const PARAMETERS = { ratio: '9:16', width: null, height: null, resolution: '720p', seed: 7 }

test('fal: ratio, resolution, seed, length and options arrive under the names that fal uses', async (t) => {
  const opened = await openWith(t, 'fal video', { options: { negative_prompt: 'rain' } }, { parameters: PARAMETERS })
  const job = { ...opened.job, model: { ...opened.job.model, seconds: 5 } }
  await opened.engine.start(job, WATCH)
  const body = sentJson(opened)
  assert.deepEqual(
    [body['aspect_ratio'], body['resolution'], body['seed'], body['duration'], body['negative_prompt']],
    ['9:16', '720p', 7, '5s', 'rain'],
  )
})

test('fal: a last frame goes to the input that the config names, for the package has no way for it', async (t) => {
  const inputs = { first_frame: 'start_image_url', last_frame: 'end_image_url' }
  const references = [reference('first_frame'), reference('last_frame')]
  const opened = await openWith(t, 'fal video', { inputs }, { references })
  await opened.engine.start(opened.job, WATCH)
  const body = sentJson(opened)
  assert.match(String(body['start_image_url']), /^data:image\/png;base64,/)
  assert.match(String(body['end_image_url']), /^data:image\/png;base64,/)
  assert.equal(body['image_url'], undefined)
})

test('fal: a picture model that takes aspect_ratio by name gets it by name', async (t) => {
  const opened = await openWith(
    t,
    'fal image',
    { inputs: { aspect_ratio: 'aspect_ratio' } },
    { parameters: PARAMETERS },
  )
  await opened.engine.start(opened.job, WATCH)
  assert.equal(sentJson(opened)['aspect_ratio'], '9:16')
  assert.equal(sentJson(opened)['image_size'], undefined)
})

test('fal: the pictures of a picture model go to the input that the config names, one or a list', async (t) => {
  const references = [reference('reference'), reference('reference')]
  for (const [input, count] of [
    ['control_image_url', 1],
    ['reference_urls[]', 2],
  ] as const) {
    const job = { references: references.slice(0, count) }
    const opened = await openWith(t, 'fal image', { inputs: { reference: input } }, job)
    await opened.engine.start(opened.job, WATCH)
    const body = sentJson(opened)
    const sent = [body[input.replace('[]', '')]].flat()
    assert.equal(sent.length, count)
    for (const url of sent) assert.match(String(url), /^data:image\/png;base64,/)
    assert.deepEqual([body['image_url'], body['image_urls']], [undefined, undefined])
  }
})

test('google: both frames, ratio and resolution arrive as Veo wants them', async (t) => {
  const references = [reference('first_frame'), reference('last_frame')]
  const opened = await openWith(t, 'google video', {}, { references, parameters: PARAMETERS })
  await opened.engine.start(opened.job, WATCH)
  const body = sentJson(opened) as {
    instances: Record<string, { bytesBase64Encoded: string }>[]
    parameters: Record<string, unknown>
  }
  assert.ok((body.instances[0]?.['image']?.bytesBase64Encoded.length ?? 0) > 0)
  assert.ok((body.instances[0]?.['lastFrame']?.bytesBase64Encoded.length ?? 0) > 0)
  assert.deepEqual(
    [body.parameters['aspectRatio'], body.parameters['resolution'], body.parameters['seed']],
    ['9:16', '720p', 7],
  )
})

test('bytedance: frames carry their roles, and the resolution its name', async (t) => {
  const references = [reference('first_frame'), reference('last_frame')]
  const opened = await openWith(t, 'bytedance video', {}, { references, parameters: PARAMETERS })
  await opened.engine.start(opened.job, WATCH)
  const body = sentJson(opened) as { content: { role?: string }[]; resolution: string; ratio: string }
  assert.deepEqual(body.content.map(({ role }) => role).slice(1), ['first_frame', 'last_frame'])
  assert.deepEqual([body.resolution, body.ratio], ['720p', '9:16'])
})

test('for whom a picture is made arrives at providers that can be told, unless the operator names another', async (t) => {
  for (const [name, option, field] of [
    ['openai image', 'safetyIdentifier', 'safety_identifier'],
    ['xai image', 'user', 'user'],
  ] as const) {
    const told = async (options: ModelSettings['options'], job: Partial<EngineJob>): Promise<unknown> => {
      const opened = await openWith(t, name, { options }, job)
      await opened.engine.start(opened.job, WATCH)
      return sentJson(opened)[field]
    }
    assert.equal(await told({}, { endUser: 'a-pseudonym' }), 'a-pseudonym', name)
    assert.equal(await told({ [option]: 'own' }, { endUser: 'a-pseudonym' }), 'own', name)
    assert.equal(await told({}, {}), undefined, name)
  }
})

test('what the package warns of at the start reaches the receipt at the end', async (t) => {
  const opened = await openWith(
    t,
    'alibaba video',
    {},
    { references: [reference('first_frame'), reference('last_frame')] },
  )
  const done = await follow(opened, await opened.engine.start(opened.job, WATCH))
  assert.ok(done.kind === 'done')
  assert.ok(
    done.warnings?.some((line) => /last_frame|last frame/.test(line)),
    done.warnings?.join('\n') ?? '',
  )
})

test('a seed of 0, which packages take for none, is warned of', async (t) => {
  const opened = await openWith(t, 'xai video', {}, { parameters: { ...PARAMETERS, seed: 0 } })
  const done = await follow(opened, await opened.engine.start(opened.job, WATCH))
  assert.ok(done.kind === 'done' && done.warnings?.some((line) => line.startsWith('seed: 0')))
})

test('xai: progress that the provider tells is handed on', async (t) => {
  const opened = await openSubject(t, subjectOf('xai video'))
  opened.fake.onStatus.push(subjectOf('xai video').protocol.pending!(opened.fake))
  const started = await opened.engine.start(opened.job, WATCH)
  assert.ok(started.kind === 'running')
  const asked = await opened.engine.status(started.operation, opened.job, WATCH)
  assert.ok(asked.kind === 'running')
  assert.equal(asked.progress, 40)
})

for (const name of [
  'fal image',
  'fal video',
  'replicate image',
  'replicate video',
  'alibaba video',
  'bytedance video',
]) {
  test(`${name}: a running job is cancelled at the provider, with the key`, async (t) => {
    const opened = await openSubject(t, subjectOf(name))
    const started = await opened.engine.start(opened.job, WATCH)
    assert.ok(started.kind === 'running')
    assert.equal(await opened.another().cancel(started.operation, opened.job.model), 'stopped')
    assert.equal(opened.fake.cancels.length, 1)
    assert.match(opened.fake.cancels[0]?.headers.authorization ?? '', /a-secret-key$/)
  })
}

test('a cancellation tells what came of it, and is worth another try when the answer was about something else', async (t) => {
  const opened = await openSubject(t, subjectOf('fal video'))
  const started = await opened.engine.start(opened.job, WATCH)
  assert.ok(started.kind === 'running')
  const cancel = (): ReturnType<Opened['engine']['cancel']> => opened.engine.cancel(started.operation, opened.job.model)
  opened.fake.onCancel.push(
    { status: 202, json: { status: 'CANCELLATION_REQUESTED' } },
    { status: 400, json: { status: 'ALREADY_COMPLETED' } },
    { status: 404, json: { status: 'NOT_FOUND' } },
    { status: 405, json: {} },
    { status: 409, json: {} },
  )
  const told = []
  for (let time = 0; time < 5; time++) told.push(await cancel())
  assert.deepEqual(told, ['stopped', 'already over', 'already over', 'cannot', 'cannot'])
  for (const trouble of [{ status: 401 }, { status: 429 }, { status: 500 }, { status: 503 }, 'drop'] as const) {
    opened.fake.onCancel.push(trouble)
    await assert.rejects(async () => cancel(), { name: 'CancelNotTaken' })
  }
})

test('replicate: a prediction that was over before is not stopped', async (t) => {
  const opened = await openSubject(t, subjectOf('replicate video'))
  const started = await opened.engine.start(opened.job, WATCH)
  assert.ok(started.kind === 'running')
  opened.fake.onCancel.push({ json: { id: 'p1', status: 'succeeded' } })
  assert.equal(await opened.engine.cancel(started.operation, opened.job.model), 'already over')
})

test('every provider can cancel or says why it cannot, and one that cannot tells so without being asked', async (t) => {
  for (const [id, row] of Object.entries(PROVIDERS) as [string, ProviderRow][])
    assert.notEqual(row.cancel === undefined, row.noCancel === undefined, id)
  const opened = await openSubject(t, subjectOf('xai video'))
  const started = await opened.engine.start(opened.job, WATCH)
  assert.ok(started.kind === 'running')
  assert.equal(await opened.engine.cancel(started.operation, opened.job.model), 'cannot')
  assert.equal(opened.fake.cancels.length, 0)
})

test('luma: a picture that is being made is stopped by deleting it', async (t) => {
  const opened = await openSubject(t, LUMA)
  const started = await opened.engine.start(opened.job, WATCH)
  assert.ok(started.kind === 'running')
  assert.equal(await opened.engine.cancel(started.operation, opened.job.model), 'stopped')
  assert.equal(opened.fake.cancels[0]?.path, '/dream-machine/v1/generations/l1')
})

test('a provider is loaded once for all jobs of its engine, and each job keeps its own answers', async (t) => {
  let loads = 0
  const row: ProviderRow = {
    ...PROVIDERS.xai,
    load: (settings) => {
      loads++
      return PROVIDERS.xai.load(settings)
    },
  }
  const engine: Subject['engine'] = (url, clock) =>
    aiSdkEngine({
      id: 'x',
      row,
      settings: { apiKey: 'k', baseURL: `${url}/v1` },
      concurrency: 4,
      clock,
      log: quiet,
      modelSettings: () => ({ options: {}, inputs: {} }),
    })
  const opened = await openSubject(t, { ...subjectOf('xai video'), engine })
  opened.fake.onStart.push({ status: 422, json: { error: 'no' } }, { json: { request_id: 'x1' } }, { status: 500 })
  const states = await Promise.all([1, 2, 3].map(() => opened.engine.start(opened.job, WATCH)))
  const kinds = states.map((state) => (state.kind === 'failed' ? state.code : state.kind))
  assert.deepEqual(kinds.toSorted(), ['provider_error', 'running', 'start_unknown'])
  assert.equal(loads, 1)
})

test('project and region are no secrets: a message that names them keeps them', async (t) => {
  const row: ProviderRow = { ...PROVIDERS.openai, name: 'P' }
  const settings = { apiKey: 'a-secret-key', region: 'eu-west-1', project: 'my-project' }
  const opened = await openSubject(t, {
    ...subjectOf('openai image'),
    engine: (url, clock) =>
      aiSdkEngine({
        id: 'x',
        row,
        settings: { ...settings, baseURL: `${url}/v1` },
        concurrency: 1,
        clock,
        log: quiet,
        modelSettings: () => ({ options: {}, inputs: {} }),
      }),
  })
  const message = 'my-project has no such model in eu-west-1 for a-secret-key'
  opened.fake.onStart.push({ status: 400, json: { error: { message, code: 'bad' } } })
  const failed = failure(await opened.engine.start(opened.job, WATCH))
  assert.match(failed.message, /my-project has no such model in eu-west-1 for \[secret\]$/)
})

test('luma: the package that waits by itself is cut into a start and questions', async (t) => {
  const opened = await openSubject(t, LUMA)
  opened.fake.onStatus.push(LUMA.protocol.pending!(opened.fake))
  const started = await opened.engine.start(opened.job, WATCH)
  assert.equal(started.kind, 'running')
  await save(t, 'image', await follow(opened, started))
  assert.equal(opened.fake.starts, 1)
})

test('replicate: a clip that comes as a list of one is a clip', async (t) => {
  const subject = subjectOf('replicate video')
  const opened = await openSubject(t, subject)
  const done = subject.protocol.done!(opened.fake)
  opened.fake.onStatus.push({ ...done, json: { ...(done.json as object), output: [opened.fake.resultUrl] } })
  await save(t, 'video', await follow(opened, await opened.engine.start(opened.job, WATCH)))
})

test('messages repeat the provider, but never our key', async (t) => {
  const opened = await openSubject(t, subjectOf('openai image'))
  const message = 'the key a-secret-key may not use 1x1'
  opened.fake.onStart.push({ status: 400, json: { error: { message, code: 'bad' } } })
  const failed = failure(await opened.engine.start(opened.job, WATCH))
  assert.match(failed.message, /may not use 1x1/)
  assert.doesNotMatch(failed.message, /a-secret-key/)
})

test('the key is not in a stored operation', async (t) => {
  for (const subject of AI_SDK_SUBJECTS) {
    const opened = await openSubject(t, subject)
    const started = await opened.engine.start(opened.job, WATCH)
    assert.doesNotMatch(JSON.stringify(started), /a-secret-key/, subject.name)
  }
})

test('a provider that documents idempotency gets the start key, and may be started again', async (t) => {
  const row: ProviderRow = { ...PROVIDERS.openai, idempotent: true }
  const subject = subjectOf('openai image')
  const opened = await openSubject(t, {
    ...subject,
    engine: (url) =>
      aiSdkEngine({
        id: 'x',
        row,
        settings: { apiKey: 'k', baseURL: `${url}/v1` },
        concurrency: 1,
        clock: manualClock(),
        log: quiet,
        modelSettings: () => ({ options: {}, inputs: {} }),
      }),
  })
  await opened.engine.start(opened.job, WATCH)
  assert.equal(opened.engine.safeToRestart, true)
  assert.equal(opened.fake.seen[0]?.headers['idempotency-key'], opened.job.startKey)
})

test('every provider of the table loads, and has the models that its row promises', async () => {
  for (const [id, row] of Object.entries(PROVIDERS) as [string, ProviderRow][]) {
    const settings = {
      apiKey: 'k',
      apiToken: 'k',
      baseURL: 'http://127.0.0.1:1/v1',
      region: 'us-east-1',
      accessKeyId: 'a',
      secretAccessKey: 's',
      project: 'p',
      location: 'l',
      resourceName: 'r',
      fetch: async (): Promise<never> => assert.fail('nothing may be fetched'),
    }
    const provider = await row.load(settings)
    if (row.sizes.image !== undefined) assert.equal(typeof provider.imageModel?.('m').doGenerate, 'function', id)
    if (row.sizes.video === undefined) continue
    const model = provider.videoModel?.('m')
    assert.ok(model?.doStart !== undefined || model?.doGenerate !== undefined, id)
  }
})

test('a key goes to its own provider alone: an address of somebody else in an answer is not asked', async (t) => {
  const elsewhere = 'http://results.evil.example/v1/predictions/p1'
  const promised = {
    status: 201,
    json: { id: 'p1', status: 'starting', output: null, error: null, urls: { get: elsewhere } },
  }
  for (const name of ['replicate image', 'replicate video']) {
    const opened = await openSubject(t, subjectOf(name))
    opened.fake.onStart.push(promised)
    const started = await opened.engine.start(opened.job, WATCH)
    assert.ok(started.kind === 'running', name)
    const asked = failure(await opened.engine.status(started.operation, opened.job, WATCH))
    assert.deepEqual([asked.code, asked.final], ['provider_error', true], name)
    assert.match(asked.message, /a URL on another host/)
    assert.equal(await opened.engine.cancel(started.operation, opened.job.model), 'cannot')
  }
})
