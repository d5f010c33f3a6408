import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { test, type TestContext } from 'node:test'
import { readModels } from '../../src/compose/catalog.ts'
import { ConfigError, readConfig } from '../../src/config.ts'
import { MAX_PROMPT_CHARACTERS } from '../../src/core/tasks/generation-request.ts'
import { priceText } from '../../src/core/money/money-text.ts'
import { describePrice, type Price } from '../../src/core/money/price.ts'
import { CURATED_AS_OF, CURATED_PRICES } from '../../src/engines/config/curated-prices.ts'
import { CURATED } from '../../src/engines/config/curated.ts'
import { priceKey } from '../../src/engines/config/price-table.ts'
import { temporaryFolder } from '../support/at-end.ts'

type Wanted = { models?: object; engines?: object; prices?: unknown; env?: Record<string, string> }

async function pricesOf(t: TestContext, { models, engines, prices, env = {} }: Wanted): Promise<Map<string, Price>> {
  const folder = await temporaryFolder(t)
  const path = join(folder, 'mediagen.config.json')
  await writeFile(path, JSON.stringify({ builtIn: false, models: models ?? {}, engines: engines ?? {} }))
  const all: Record<string, string> = { ...env, MEDIAGEN_CONFIG: path }
  if (prices !== undefined) {
    all['MEDIAGEN_PRICES'] = join(folder, 'prices.json')
    await writeFile(all['MEDIAGEN_PRICES'], typeof prices === 'string' ? prices : JSON.stringify(prices))
  }
  const read = await readModels(readConfig(all))
  return new Map(read.all.flatMap(({ id, price }) => (price === undefined ? [] : [[id, price] as const])))
}

async function problemsOf(t: TestContext, wanted: Wanted): Promise<string> {
  const error: unknown = await pricesOf(t, wanted).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof ConfigError)
  return error.message
}

const image = { kind: 'image', engine: 'openai', model: 'gpt-image-1' }
const video = { kind: 'video', engine: 'fal', model: 'kling' }
const KEYS = { OPENAI_API_KEY: 'x', FAL_KEY: 'x' }

test('a price is one rule or a list of rules, and what asks for other options than the model has never counts', async (t) => {
  const list = [
    { when: { size: '1024x1024', options: { quality: 'high' } }, perImage: 0.167 },
    { when: { size: ['1536x1024', '1024x1536'], options: { quality: 'high' } }, perImage: 0.25 },
    { when: { options: { quality: 'low' } }, perImage: 0.01 },
  ]
  const models = {
    high: { ...image, options: { quality: 'high' }, price: list },
    low: { ...image, options: { quality: 'low' }, price: list },
    open: { ...image, price: list },
    parts: { ...image, price: { perImage: 0.04, perInputImage: 0.001 } },
    flux: { ...image, price: { perMegapixel: 0.025, wholeMegapixels: true } },
    clips: {
      ...video,
      price: [
        { when: { resolution: '1080p' }, perSecond: 0.3 },
        { perSecond: 0.1, perTask: 0.02 },
      ],
    },
    given: { ...video, price: { perTask: 0 } },
  }
  const found = await pricesOf(t, { models, env: KEYS })
  const words = (id: string): string | undefined => {
    const price = found.get(id)
    return price === undefined ? undefined : describePrice(price)
  }
  assert.equal(words('high'), '$0.167 an image at 1024x1024; $0.25 an image at 1536x1024 or 1024x1536')
  assert.equal(words('low'), '$0.01 an image')
  assert.equal(words('open'), undefined)
  assert.equal(words('parts'), '$0.04 an image and $0.001 an input image')
  assert.equal(words('flux'), '$0.025 a started megapixel')
  assert.equal(words('clips'), '$0.30 a second at 1080p; $0.02 a task and $0.10 a second')
  assert.equal(words('given'), 'Free')
  assert.equal(found.get('high')?.source, 'config')
})

test('what is wrong with a price is told field by field, all at once', async (t) => {
  const models = {
    a: { ...image, price: { perImge: 1 } },
    b: { ...image, price: { perImage: -1 } },
    c: { ...image, price: { perImage: '0.04' } },
    d: { ...image, price: [] },
    e: { ...image, price: [{ perImage: 1 }, { when: { size: '1x1' }, perImage: 2 }] },
    f: {
      ...image,
      price: { when: { size: 'big', resolution: '720', maxPixels: 1.5, options: { a: {} } }, perImage: 1 },
    },
    g: { ...image, price: { perSecond: 1 } },
    h: { ...video, price: { perImage: 1 } },
    i: { ...video, price: [{ perMegapixel: 1 }] },
    j: { ...image, price: { when: { colour: 'red' } } },
    k: { ...image, price: 0.04 },
    l: { ...image, price: { perImage: 1, wholeMegapixels: true } },
    m: { ...image, price: { perImage: 1e-12 } },
    n: { ...image, price: { perImage: 1e9 } },
  }
  const said = await problemsOf(t, { models, env: KEYS })
  for (const words of [
    /models\.a\.price\.perImge is not a setting\. Did you mean 'perImage'\?/,
    /models\.b\.price\.perImage must be US dollars/,
    /models\.c\.price\.perImage must be US dollars/,
    /models\.d\.price must not be empty/,
    /models\.e\.price\[0\] matches everything/,
    /models\.f\.price\.when\.size must be a size such as 1024x1024/,
    /models\.f\.price\.when\.resolution must be one of 480p, 720p, 1080p, 2160p/,
    /models\.f\.price\.when\.maxPixels must be a whole number/,
    /models\.f\.price\.when\.options must be an object whose/,
    /models\.g\.price: an image has no length in seconds/,
    /models\.h\.price: perImage does not apply to a video/,
    /models\.i\.price: a video is not counted in megapixels/,
    /models\.j\.price\.when\.colour is not a setting/,
    /models\.j\.price has no amount/,
    /models\.k\.price must be an object/,
    /models\.l\.price\.wholeMegapixels has no effect/,
    /models\.m\.price\.perImage must be US dollars/,
    /models\.n\.price\.perImage must be US dollars/,
  ])
    assert.match(said, words)
})

test('the config wins over what was imported, and that over what came along', async (t) => {
  const prices = { asOf: '2026-10-01', prices: { 'google video veo-3.1-generate-preview': [{ perSecond: 0.5 }] } }
  const veo = { kind: 'video', engine: 'google', model: 'veo-3.1-generate-preview' }
  const env = { GEMINI_API_KEY: 'x' }
  const seen = (price: Price | undefined): unknown => [price?.source, price?.asOf, price?.rules[0]?.usd.second]
  const came = await pricesOf(t, { models: { mine: { ...veo } }, env })
  assert.deepEqual(seen(came.get('mine')), ['curated', '2026-11-18', 0.6])
  assert.deepEqual(seen(came.get('veo-3.1')), ['curated', '2026-11-18', 0.6])
  const imported = await pricesOf(t, { models: { mine: { ...veo, price: { perSecond: 0.3 } } }, env, prices })
  assert.deepEqual(seen(imported.get('mine')), ['config', null, 0.3])
  assert.deepEqual(seen(imported.get('veo-3.1')), ['imported', '2026-10-01', 0.5])
  assert.deepEqual(seen(imported.get('veo-3.1-fast')), ['curated', '2026-11-18', 0.12])
})

test('a second account has the list price, a server at an address of its own has none', async (t) => {
  const engines = {
    second: { type: 'google', keyVariable: 'OTHER' },
    proxy: { type: 'google', keyVariable: 'OTHER', baseURL: 'http://127.0.0.1:1' },
    local: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:1/v1' },
  }
  const veo = { kind: 'video', model: 'veo-3.1-generate-preview' }
  const models = {
    a: { ...veo, engine: 'second' },
    b: { ...veo, engine: 'proxy' },
    c: { ...veo, engine: 'local' },
    d: { ...veo, engine: 'local', price: { perTask: 0 } },
  }
  const found = await pricesOf(t, { models, engines, env: { OTHER: 'x' } })
  assert.deepEqual([...found.keys()], ['a', 'd'])
})

test('a file of prices that is wrong is told when the service starts, and one that was named must be there', async (t) => {
  await assert.rejects(readModels(readConfig({ MEDIAGEN_PRICES: './nowhere.json' })), /there is no such file/)
  const good = { asOf: '2026-10-01', prices: {} }
  for (const [prices, words] of [
    ['{', /prices\.json cannot be read/],
    ['[]', /prices must be an object/],
    [{ prices: {} }, /asOf is missing/],
    [{ ...good, asOf: 'yesterday' }, /asOf must be a day/],
    [{ ...good, more: 1 }, /prices\.more is not a setting/],
    [{ ...good, prices: { nonsense: [{ perImage: 1 }] } }, /'nonsense' is not a name/],
    [{ ...good, prices: { 'fal image x': [{ perImage: 'free' }] } }, /perImage must be US dollars/],
    [{ ...good, prices: { 'fal image x': [{ perSecond: 1 }] } }, /an image has no length in seconds/],
  ] as const)
    assert.match(await problemsOf(t, { prices }), words)
})

test('every price that came along belongs to a model that came along', () => {
  const known = Object.entries(CURATED).flatMap(([provider, set]) =>
    Object.values(set).map(({ kind, model }) => priceKey(provider, kind, model)),
  )
  for (const key of CURATED_PRICES.keys()) assert.ok(known.includes(key), key)
})

test('of the models that come along and are still sold, more than two fifths have a price whatever options they are given', () => {
  const sold = Object.entries(CURATED).flatMap(([provider, set]) =>
    Object.values(set)
      .filter(({ retires }) => retires === undefined || retires > CURATED_AS_OF)
      .map(({ kind, model }) => priceKey(provider, kind, model)),
  )
  const priced = sold.filter((key) =>
    CURATED_PRICES.get(key)?.rules.some(({ when }) => Object.keys(when?.options ?? {}).length === 0),
  )
  assert.ok(priced.length / sold.length > 2 / 5, `${priced.length} of ${sold.length}`)
})

/** Which sizes the installed package of OpenAI names for its models. */
async function packageSizes(): Promise<{ presets: string[]; named: Map<string, string> }> {
  const catalog = resolve(import.meta.dirname, '../../node_modules/@ai-sdk/openai/src/openai-model-catalog.ts')
  const text = await readFile(catalog, 'utf8')
  const list = /gptImageSizes = \[([^\]]*)\]/.exec(text)?.[1] ?? ''
  const entries = [...text.matchAll(/'(gpt-image-[^']+)': createGptImageEntry\((\w+)\)/g)]
  return {
    presets: list.match(/\d+x\d+/g) ?? [],
    named: new Map(entries.map(([, id = '', sizes = '']) => [id, sizes])),
  }
}

/** Whether OpenAI takes this custom size, by the words of its own client. */
function isTaken(size: string): boolean {
  const [long = 0, short = 0] = size
    .split('x')
    .map(Number)
    .sort((a, b) => b - a)
  return long % 16 === 0 && short % 16 === 0 && long <= 3 * short && long * short <= 3840 * 2160
}

test('the sizes of models of OpenAI are those that its package names for them', async () => {
  const { presets, named } = await packageSizes()
  assert.equal(presets.length, 3)
  for (const { model, sizes = [] } of Object.values(CURATED['openai'] ?? {})) {
    assert.ok(named.has(model) || model === 'gpt-image-1', `${model} is not in the package`)
    assert.equal(sizes.length > 0, named.get(model) === 'customImageSizes', model)
    if (sizes.length > 0) for (const size of presets) assert.ok(sizes.includes(size), `${model} ${size}`)
    for (const size of sizes) assert.ok(isTaken(size), `${model} ${size}`)
  }
})

test('a prompt that is accepted is one that OpenAI takes, by the words of its own client', async () => {
  const types = await readFile(resolve(import.meta.dirname, '../../node_modules/openai/resources/images.d.ts'), 'utf8')
  const text = types.replaceAll(/\s+\*\s+/g, ' ')
  const limits = [...text.matchAll(/maximum length is (\d+) characters/g)]
  assert.equal(limits.length, 2, 'for making and for editing')
  for (const [, most] of limits) assert.ok(MAX_PROMPT_CHARACTERS <= Number(most), String(most))
})

test('the page on money shows every price that came along, with all its amounts and the day', async () => {
  const page = await readFile(resolve(import.meta.dirname, '../../docs/money.md'), 'utf8')
  const lines = page.split('\n').filter((line) => line.startsWith('| `'))
  for (const [key, { rules, asOf }] of CURATED_PRICES) {
    const [provider, , model] = key.split(' ')
    const line = lines.find((each) => each.startsWith(`| \`${provider}\` | \`${model}\``)) ?? ''
    for (const rule of rules)
      for (const usd of [rule.perImage, rule.perInputImage, rule.perSecond, rule.perTask, rule.perMegapixel])
        if (usd !== undefined) assert.match(line, new RegExp(`${RegExp.escape(priceText(usd))}(?!\\d)`), key)
    assert.ok(page.includes(`list of ${asOf}`), key)
  }
})

test('the config on the page on money is one that works', async (t) => {
  const page = await readFile(resolve(import.meta.dirname, '../../docs/money.md'), 'utf8')
  const [, source = ''] = /^```ts\n([\s\S]*?)^```$/m.exec(page) ?? []
  const path = join(await temporaryFolder(t), 'mediagen.config.ts')
  await writeFile(path, source)
  const env = { MEDIAGEN_CONFIG: path, FAL_KEY: 'x', OPENAI_API_KEY: 'x', GEMINI_API_KEY: 'x' }
  const { all } = await readModels(readConfig({ ...env, MEDIAGEN_COMFYUI_URL: 'http://127.0.0.1:1' }))
  const named = all.filter(({ price }) => price?.source === 'config').map(({ id }) => id)
  assert.deepEqual(named, ['kling', 'flux-dev', 'poster', 'veo', 'local'])
})
