import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Model } from '../../src/core/tasks/model.ts'
import { onePrice, type Price, type PriceRule } from '../../src/core/money/price.ts'
import { DIORAMA_PICTURES } from '../../src/engines/built-in-models.ts'
import { eventually } from '../support/eventually.ts'
import { openService, type TestService } from '../support/service.ts'
import { assertNothingStored, formOf, pngOf, refusal } from '../support/uploads.ts'

type Json = Record<string, unknown>

const rule = (usd: PriceRule['usd'], when: PriceRule['when'] = {}): PriceRule => ({ when, usd, wholeMegapixels: false })
const list = (...rules: PriceRule[]): Price => ({ rules, source: 'config', asOf: '2026-10-01' })

const base = {
  description: 'for tests',
  maxReferences: 3,
  referenceRoles: ['reference'],
  seed: 'optional',
  queueTimeoutMs: 60_000,
  runTimeoutMs: 60_000,
} as const

const free = {
  form: 'free',
  defaultSize: { width: 96, height: 96 },
  minSide: 64,
  maxSide: 512,
  maxArea: 512 * 512,
} as const

/** Pictures by the pixel with a fee for each input, clips by the second, and one that nobody named a price for. */
const MODELS: readonly Model[] = [
  {
    ...base,
    id: 'by-pixel',
    kind: 'image',
    engine: DIORAMA_PICTURES,
    engineModel: 'diorama',
    seed: 'from-prompt',
    sizes: { ...free, multipleOf: 8 },
    price: list(rule({ megapixel: 3, input_image: 0.01 })),
  },
  {
    ...base,
    id: 'by-size',
    kind: 'image',
    engine: DIORAMA_PICTURES,
    engineModel: 'diorama',
    seed: 'from-prompt',
    sizes: { form: 'sizes', sizes: ['128x128', '192x128', '128x192'], defaultSize: '128x128' },
    price: list(rule({ image: 0.1 }, { sizes: ['128x128'] }), rule({ image: 0.15 })),
  },
  {
    ...base,
    id: 'clips',
    kind: 'video',
    engine: 'sandbox',
    engineModel: 'sandbox',
    sizes: { ...free, multipleOf: 2 },
    seconds: 1,
    price: onePrice('second', 0.07),
    fallbacks: ['dearer'],
  },
  {
    ...base,
    id: 'dearer',
    kind: 'video',
    engine: 'sandbox',
    engineModel: 'sandbox',
    sizes: { ...free, multipleOf: 2 },
    seconds: 1,
    price: onePrice('task', 0.3),
  },
  {
    ...base,
    id: 'unpriced',
    kind: 'video',
    engine: 'sandbox',
    engineModel: 'sandbox',
    sizes: { ...free, multipleOf: 2 },
  },
]

const open = (t: TestContext, models = MODELS): Promise<TestService> =>
  openService(t, { env: { MEDIAGEN_RENDER_THREADS: '1' }, replacements: { extraModels: models } })

async function estimate(service: TestService, json: Json): Promise<Json> {
  const answer = await service.call('/api/ai/estimate', { json: { prompt: 'a fox', ...json } })
  assert.equal(answer.status, 200, await answer.clone().text())
  return (await answer.json()) as Json
}

test('an estimate is exact, a range or unknown, and makes, stores and fetches nothing', async (t) => {
  const service = await open(t)
  const exact = await estimate(service, { model: 'by-size', size: '192x128', n: 3 })
  assert.deepEqual(exact, {
    object: 'estimate',
    kind: 'exact',
    usd: 0.45,
    usd_min: 0.45,
    usd_max: 0.45,
    currency: 'USD',
    count: 3,
    usd_per_task_min: 0.15,
    usd_per_task_max: 0.15,
    model: 'by-size',
    fallbacks: [],
    unit: null,
    source: 'config',
    as_of: '2026-10-01',
    reason: null,
    warnings: [],
  })
  // Nobody listens there: an address that was fetched would be an error.
  const image = 'http://127.0.0.1:1026/place.png'
  const range = await estimate(service, { model: 'by-size', image, n: 2 })
  assert.deepEqual([range['kind'], range['usd'], range['usd_min'], range['usd_max']], ['range', null, 0.2, 0.3])
  const unknown = await estimate(service, { model: 'unpriced' })
  assert.deepEqual(
    [unknown['kind'], unknown['usd'], unknown['usd_max'], unknown['source']],
    ['unknown', null, null, null],
  )
  assert.match(String(unknown['reason']), /No price is set for the model 'unpriced'/)
  await assertNothingStored(service)
})

test('what is built in costs exactly nothing, and fallbacks widen the range', async (t) => {
  const service = await open(t)
  const free = await estimate(service, { model: 'diorama', kind: 'image' })
  assert.deepEqual([free['kind'], free['usd'], free['source']], ['exact', 0, 'built-in'])
  const clips = await estimate(service, { model: 'clips' })
  assert.deepEqual(
    [clips['kind'], clips['usd_min'], clips['usd_max'], clips['fallbacks']],
    ['range', 0.07, 0.3, ['dearer']],
  )
  assert.equal(clips['unit'], 'second')
})

test('a file in a form decides the shape, and nothing of it stays behind', async (t) => {
  const service = await open(t)
  const body = formOf({ prompt: 'a fox', model: 'by-size', image: await pngOf(30, 20) })
  const answer = await service.call('/api/ai/estimate', { method: 'POST', body })
  const { kind, usd } = (await answer.json()) as Json
  assert.deepEqual([answer.status, kind, usd], [200, 'exact', 0.15])
  await assertNothingStored(service)
})

test('an estimate is refused as the generation would be, in the same words', async (t) => {
  const service = await open(t)
  const bodies: [kind: 'image' | 'video', body: Json][] = [
    ['image', { model: 'by-size' }],
    ['image', { prompt: 'x'.repeat(3001), model: 'by-size' }],
    ['image', { prompt: 'a fox', model: 'nobody' }],
    ['image', { prompt: 'a fox', model: 'by-size', size: '999x128' }],
    ['image', { prompt: 'a fox', model: 'by-size', size: 'large' }],
    ['image', { prompt: 'a fox', model: 'by-size', n: 11 }],
    ['image', { prompt: 'a fox', model: 'by-size', seed: -1 }],
    ['image', { prompt: 'a fox', model: 'by-size', image: Array(4).fill('http://127.0.0.1:1026/a.png') }],
    ['image', { prompt: 'a fox', model: 'by-size', image: 'data:image/png;base64,AAAA' }],
    ['video', { prompt: 'a fox', model: 'clips', n: 2 }],
    ['video', { prompt: 'a fox', model: 'clips', webhookUrl: 'ftp://example.com' }],
    ['video', { prompt: 'a fox', model: 'clips', size: '9:1' }],
  ]
  const paths = { image: '/api/ai/images/generations', video: '/api/ai/videos' }
  for (const [kind, json] of bodies) {
    const meant = await refusal(await service.call(paths[kind], { json }))
    assert.deepEqual(
      await refusal(await service.call('/api/ai/estimate', { json })),
      meant,
      JSON.stringify(json).slice(0, 80),
    )
  }
  await assertNothingStored(service)
})

test('a model of both kinds needs the kind, and a key needs the scope and the model', async (t) => {
  const service = await open(t)
  const ask = async (json: Json, key?: string): Promise<unknown[]> => {
    const init = key === undefined ? {} : { key }
    const answer = await service.call('/api/ai/estimate', { json: { prompt: 'a fox', ...json }, ...init })
    const { status, code, param } = await refusal(answer)
    return [status, code, param]
  }
  assert.deepEqual(await ask({ model: 'diorama' }), [400, 'invalid_parameter', 'kind'])
  assert.deepEqual(await ask({ model: 'diorama', kind: 'sound' }), [400, 'invalid_parameter', 'kind'])
  assert.deepEqual(await ask({ model: 'by-size', kind: 'video' }), [400, 'model_not_found', 'model'])
  assert.deepEqual(await ask({ model: 'clips', colour: 'red' }), [400, 'invalid_parameter', 'colour'])
  const videos = await service.newKey({ scopes: ['videos:write'] })
  assert.deepEqual(await ask({ model: 'by-size' }, videos), [403, 'insufficient_scope', null])
  const narrow = await service.newKey({ models: ['clips'] })
  assert.deepEqual(await ask({ model: 'by-size' }, narrow), [403, 'model_not_allowed', 'model'])
})

test('the answer and the receipt carry what was paid for what was really made, and the estimate held it', async (t) => {
  const service = await open(t)
  let compared = 0
  for (const size of ['64x64', '96x160', '128x72', '1:2', '2:1', null])
    for (const pictures of [[], [await pngOf(40, 20)]]) {
      const fields = { model: 'by-pixel', prompt: 'a fox', ...(size === null ? {} : { size }), image: pictures }
      const guess = (await (
        await service.call('/api/ai/estimate', { method: 'POST', body: formOf(fields) })
      ).json()) as Json
      const made = await service.call('/api/ai/images/generations', { method: 'POST', body: formOf(fields) })
      assert.equal(made.status, 200, await made.clone().text())
      const receipt = (await (await service.call(`/api/ai/tasks/${made.headers.get('x-task-id')}`)).json()) as Json
      const file = (receipt['files'] as Json[]).find(({ role }) => role === 'output')
      const micros = Math.round(Number(file?.['width']) * Number(file?.['height']) * 3) + 10_000 * pictures.length
      assert.deepEqual(receipt['cost'], {
        usd: micros / 1e6,
        source: 'config',
        basis: '$0.01 an input image and $3.00 a megapixel',
      })
      assert.equal(Number(made.headers.get('x-mediagen-cost-usd')), micros / 1e6)
      assert.ok(Number(guess['usd_min']) <= micros / 1e6 && Number(guess['usd_max']) >= micros / 1e6, `${size}`)
      compared++
    }
  assert.equal(compared, 12)
})

test('a failure costs nothing, what may have been billed is unknown, and usage tells both', async (t) => {
  const service = await open(t)
  const end = async (
    model: string,
    prompt: string,
    meanwhile: (id: string) => Promise<unknown> = async () => {},
  ): Promise<Json> => {
    const answer = await service.call('/api/ai/videos', { json: { model, prompt } })
    const { id } = (await answer.json()) as { id: string }
    await meanwhile(id)
    return eventually(async () => {
      const receipt = (await (await service.call(`/api/ai/tasks/${id}`)).json()) as Json
      if (receipt['finished'] !== null) return receipt['cost'] as Json
      assert.equal(receipt['cost'], null)
      return undefined
    })
  }
  const cancelInWork = async (id: string): Promise<void> => {
    await eventually(async () => {
      const { status } = (await (await service.call(`/api/ai/tasks/${id}`)).json()) as Json
      return status === 'processing' ? true : undefined
    })
    assert.equal((await service.call(`/api/ai/tasks/${id}/cancel`, { method: 'POST' })).status, 200)
  }
  assert.equal((await end('clips', 'a fox'))['usd'], 0.07)
  assert.deepEqual(await end('clips', 'no [[fail content_policy_violation]]'), {
    usd: 0,
    source: null,
    basis: 'Nothing was made.',
  })
  assert.equal((await end('clips', 'stuck [[hang]]', cancelInWork))['usd'], null)
  assert.equal((await end('sandbox', 'stuck [[hang]]', cancelInWork))['usd'], 0)
  assert.equal((await end('unpriced', 'a fox'))['usd'], null)
  const { data } = (await (await service.call('/api/ai/usage')).json()) as { data: Json[] }
  const usage = data.map(({ model, tasks, succeeded, usd, unpriced }) => [model, tasks, succeeded, usd, unpriced])
  assert.deepEqual(
    usage.toSorted((a, b) => String(a[0]).localeCompare(String(b[0]))),
    [
      ['clips', 3, 1, 0.07, 1],
      ['sandbox', 1, 0, 0, 0],
      ['unpriced', 1, 1, null, 1],
    ],
  )
})
