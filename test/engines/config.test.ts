import assert from 'node:assert/strict'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { readModels } from '../../src/compose/catalog.ts'
import { ConfigError, readConfig } from '../../src/config.ts'
import { onePrice } from '../../src/core/money/price.ts'
import type { LocalModel } from '../../src/core/local-model.ts'
import { readCatalogPlan } from '../../src/engines/read-catalog-plan.ts'
import { CURATED } from '../../src/engines/config/curated.ts'
import { PROVIDERS } from '../../src/engines/ai-sdk/providers.ts'
import type { ProviderRow } from '../../src/engines/ai-sdk/provider-row.ts'
import { temporaryFolder } from '../support/at-end.ts'

type Env = Record<string, string>

async function modelsFor(
  t: TestContext,
  config: string | object | undefined,
  env: Env = {},
): ReturnType<typeof readModels> {
  const folder = await temporaryFolder(t)
  if (config === undefined) return readModels(readConfig(env))
  const path = join(folder, typeof config === 'string' ? 'mediagen.config.ts' : 'mediagen.config.json')
  await writeFile(path, typeof config === 'string' ? config : JSON.stringify(config))
  return readModels(readConfig({ ...env, MEDIAGEN_CONFIG: path }))
}

const ids = ({ all }: Awaited<ReturnType<typeof readModels>>): string[] => all.map(({ id }) => id)

test('without a file and without keys there are diorama and sandbox, and nothing else', async (t) => {
  assert.deepEqual(ids(await modelsFor(t, undefined)), ['diorama', 'diorama', 'sandbox', 'sandbox'])
})

test('every provider whose variables are set offers its models, under any of their names', async (t) => {
  for (const [provider, set] of Object.entries(CURATED)) {
    const row: ProviderRow = PROVIDERS[provider as keyof typeof PROVIDERS]
    const env = Object.fromEntries(Object.values(row.variables).map((names) => [names.at(-1) ?? '', 'x']))
    const found = ids(await modelsFor(t, undefined, env))
    assert.deepEqual(found.slice(4), Object.keys(set), provider)
  }
})

test('every provider says which variables turn it on, and those alone do', async (t) => {
  const { providers } = await modelsFor(t, undefined)
  assert.deepEqual(
    providers.map(({ id }) => id),
    Object.keys(CURATED),
  )
  assert.deepEqual(providers.find(({ id }) => id === 'google')?.variables, ['GEMINI_API_KEY'])
  for (const { id, variables, isOn } of providers) {
    assert.equal(isOn, false, id)
    const found = await modelsFor(t, undefined, Object.fromEntries(variables.map((name) => [name, 'x'])))
    assert.deepEqual(
      found.providers.filter((each) => each.isOn).map((each) => each.id),
      [id],
    )
    assert.ok(ids(found).length > 4, id)
  }
  assert.deepEqual((await modelsFor(t, { curated: false })).providers, [])
})

test('one line of config is a model, in TypeScript and in JSON', async (t) => {
  const source = `
    import { defineConfig } from 'mediagen/config'
    export default defineConfig({
      models: { 'kling': { kind: 'video', engine: 'fal', model: 'kling-video/v2.5-turbo/pro/image-to-video' } },
    })`
  const json = {
    models: { kling: { kind: 'video', engine: 'fal', model: 'kling-video/v2.5-turbo/pro/image-to-video' } },
  }
  for (const config of [source, json]) {
    const { all } = await modelsFor(t, config, { FAL_KEY: 'x' })
    const model = all.find(({ id }) => id === 'kling')
    assert.equal(model?.engine, 'fal')
    assert.deepEqual(model?.referenceRoles, ['first_frame'])
  }
})

test('a bad config is one message with every problem in it', async (t) => {
  const config = {
    modles: {},
    engines: { mine: { type: 'comfyui', baseURL: 'ftp://x', concurency: 1 }, sandbox: { type: 'fal' } },
    models: {
      a: { kind: 'sound', engine: 'fal', model: 'x' },
      b: { kind: 'video', engine: 'fal' },
      c: { kind: 'image', engine: 'fal', model: 'x', ratios: ['16/9'], sizes: ['1x1'], price: { perSecond: 1 } },
      'd d': { kind: 'image', engine: 'fal', model: 'x' },
    },
  }
  const words = [
    'modles',
    'ftp',
    'concurency',
    'a.kind',
    'b.model',
    'c.ratios',
    'c has ratios and sizes',
    'c.price',
    'd d',
  ]
  await assert.rejects(modelsFor(t, config), (error) => {
    assert.ok(error instanceof ConfigError)
    for (const word of words.filter((each) => each !== 'ftp'))
      assert.ok(error.message.includes(word), `${word} in ${error.message}`)
    assert.ok(error.message.includes('engines.mine.baseURL'))
    assert.ok(error.message.includes("'sandbox' cannot be the name of an engine"))
    return true
  })
})

test('several servers are for engines of your own, and each is named once', async (t) => {
  const wrong = (engine: object): Promise<unknown> =>
    modelsFor(t, { engines: { mine: engine } }, { FAL_KEY: 'x' }).then(
      () => 'nothing was wrong',
      (error: unknown) => String(error),
    )
  const two = ['http://a:1', 'http://b:1']
  const cases: [object, RegExp][] = [
    [
      { type: 'fal', baseURL: two },
      /lists of servers and discovery work only with comfyui and openai-compatible, not with fal/,
    ],
    [{ type: 'comfyui', baseURL: [] }, /must be an http or https URL, or a list of them/],
    [{ type: 'comfyui', baseURL: ['http://a:1', 'http://a:1/x'] }, /two have the same host and port/],
    [{ type: 'comfyui', baseURL: two, discovery: 'dns' }, /requires a single baseURL/],
    [{ type: 'comfyui', baseURL: 'https://a:1', discovery: 'dns' }, /works only with http/],
    [{ type: 'comfyui', baseURL: 'http://a:1', discovery: 'mdns' }, /must be one of dns/],
  ]
  for (const [engine, words] of cases) assert.match(String(await wrong(engine)), words)
})

test('what makes no sense is told too, all at once', async (t) => {
  const config = {
    models: {
      a: { kind: 'video', engine: 'fal', model: 'x', references: ['first_frame', 'last_frame'] },
      b: { kind: 'video', engine: 'nowhere', model: 'x' },
      c: { kind: 'video', engine: 'google', model: 'x', references: ['first_frame', 'reference'] },
      d: { kind: 'video', engine: 'openai', model: 'x' },
      e: { kind: 'image', engine: 'fal', model: 'x', fallbacks: ['e', 'a'] },
      diorama: { kind: 'image', engine: 'fal', model: 'x' },
      f: { kind: 'image', engine: 'xai', model: 'x' },
      g: { kind: 'image', engine: 'fal', model: 'x', ratios: ['1:1'], resolutions: ['720p'] },
      h: { kind: 'image', engine: 'own', model: 'x', ratios: ['1:1'], resolutions: ['720p'] },
      i: { kind: 'image', engine: 'fal', model: 'x', maxReferences: 2, inputs: { reference: 'image_url' } },
    },
    engines: { own: { type: 'openai-compatible', baseURL: 'http://127.0.0.1:1/v1' } },
  }
  const env = { FAL_KEY: 'x', OPENAI_API_KEY: 'x', GEMINI_API_KEY: 'x' }
  await assert.rejects(modelsFor(t, config, env), (error) => {
    assert.ok(error instanceof ConfigError)
    const said = [
      /models\.a: fal has no parameter for the role 'last_frame'/,
      /models\.b: there is no engine 'nowhere'/,
      /models\.c: Google accepts frames or references/,
      /models\.d: OpenAI does not make videos/,
      /models\.e: the fallback 'e'/,
      /models\.e: the fallback 'a'/,
      /models\.diorama: a built-in model has this name/,
      /models\.f: xAI requires XAI_API_KEY/,
      /models\.g: fal has no parameter for the resolution '720p'/,
      /models\.i: maxReferences is 2, but 'image_url' accepts one image: a name ending in \[\] accepts a list/,
      /models\.h: an OpenAI-compatible server has no field for resolutions/,
    ]
    for (const words of said) assert.match(error.message, words)
    return true
  })
})

test('the config decides on sizes, roles, limits, prices and what else is offered', async (t) => {
  const config = {
    builtIn: false,
    curated: false,
    engines: { second: { type: 'fal', keyVariable: 'MY_KEY' } },
    models: {
      m: {
        kind: 'video',
        engine: 'second',
        model: 'x',
        sizes: ['1280x720'],
        inputs: { last_frame: 'tail_image_url' },
        seed: false,
        seconds: 5,
        concurrency: 2,
        fleetConcurrency: 3,
        timeoutSeconds: 60,
        price: { perSecond: 0.1 },
      },
    },
  }
  const { all, engines } = await modelsFor(t, config, { MY_KEY: 'y', FAL_KEY: 'x' })
  assert.equal(all.length, 1)
  const [model] = all
  assert.deepEqual(model?.referenceRoles, ['first_frame', 'last_frame'])
  assert.deepEqual([model?.seed, model?.seconds, model?.runTimeoutMs], ['none', 5, 60_000])
  assert.deepEqual(model?.price, onePrice('second', 0.1))
  assert.equal(model?.engine, 'second:m')
  const [engine] = engines
  assert.ok(engine?.type === 'ai-sdk')
  assert.deepEqual([engine.id, engine.settings['apiKey']], ['second:m', 'y'])
  assert.deepEqual([engine.concurrency, engine.fleetConcurrency], [2, 3])
})

test('a local model is its files: family, steps and sizes follow from them, it costs nothing, and what is wrong is told', async (t) => {
  const files = { diffusion_model: '/m/k.gguf', text_encoder: '/m/q.gguf', vae: '/m/v.safetensors' }
  const models = {
    klein: { kind: 'image', engine: 'local', files },
    own: { kind: 'image', engine: 'local', files: { model: '/m/dreamXL.safetensors' }, sizes: ['832x1216'] },
  }
  const { all, engines, models: planned } = await modelsFor(t, { models, local: { device: 'gpu' } })
  const [klein, own] = ['klein', 'own'].map((name) => all.find(({ id }) => id === name))
  assert.deepEqual([klein?.engine, klein?.seed, klein?.maxReferences], ['local', 'optional', 1])
  assert.equal(own?.maxReferences, 0)
  assert.equal(klein?.sizes.form === 'sizes' && klein.sizes.defaultSize, '1024x1024')
  assert.deepEqual(own?.sizes, { form: 'sizes', sizes: ['832x1216'], defaultSize: '832x1216' })
  assert.deepEqual(klein?.price, onePrice('task', 0, 'built-in'))
  assert.deepEqual(
    planned.map(({ settings }) => settings.local?.family),
    ['flux2-klein', 'sdxl'],
  )
  const [engine] = engines
  assert.deepEqual([engine?.id, engine?.concurrency, engine?.fleetConcurrency], ['local', 1, 1])
  const installed: LocalModel[] = [
    { ...planned[0]!.settings.local!, id: 'mine', sizes: ['768x768'] },
    // The server for the first is not named, and a judge draws nothing.
    { ...planned[0]!.settings.local!, id: 'z-image', driver: 'sd-server' },
    { ...planned[0]!.settings.local!, id: 'judge', does: 'moderate' },
    {
      ...planned[0]!.settings.local!,
      id: 'cut',
      does: 'cutout',
      driver: 'onnx',
      files: { onnx: '/m/blob' },
      sizes: [],
    },
  ]
  const timeouts = { queueTimeoutMs: 1, runTimeoutMs: 1 }
  const input = { file: undefined, variable: () => undefined, comfyUiUrls: undefined, builtIn: [], timeouts }
  const offered = await readCatalogPlan({ ...input, installed: async () => installed })
  assert.deepEqual(
    offered.models.map(({ model, settings }) => [model.id, settings.local]),
    [
      ['mine', installed[0]],
      ['cut', installed.at(-1)],
    ],
  )
  const wrong = {
    local: { device: 'vulkan', threads: 0 },
    models: {
      none: { kind: 'image', engine: 'local' },
      pickle: { kind: 'image', engine: 'local', files: { model: '/m/a.ckpt', lora: '/m/b.safetensors' } },
      relative: { kind: 'image', engine: 'local', files: { model: 'a.gguf' } },
      half: { kind: 'image', engine: 'local', files: { vae: '/m/v.gguf' } },
      graph: { kind: 'image', engine: 'local', files: { onnx: '/m/v.gguf' } },
      clip: { kind: 'video', engine: 'local', files: { model: '/m/wan.gguf' }, driver: 'sd-server' },
      odd: { kind: 'image', engine: 'local', files: { model: '/m/a.gguf' }, sizes: ['500x512'], concurrency: 2 },
      hosted: { kind: 'image', engine: 'fal', model: 'x', files: { model: '/m/a.gguf' } },
    },
  }
  await assert.rejects(modelsFor(t, wrong, { FAL_KEY: 'x' }), (error: Error) => {
    for (const problem of [
      'local.device must be one of auto, cpu, gpu',
      'local.threads must be a whole number from 1 to 1024',
      'models.none.files is missing',
      'models.pickle.files.model must be a .safetensors or .gguf file: other formats can run code',
      'models.pickle.files.lora is not a role of a file',
      'models.relative.files.model must be an absolute path',
      'models.half.files requires model, or diffusion_model with text_encoder and vae, or upscaler, or onnx',
      'models.graph.files.onnx must be an .onnx file',
      "models.clip.driver: only 'bare' makes clips",
      'models.odd.sizes: 500x512: both sides must be multiples of 16',
      'models.odd.concurrency: local models share one machine',
      "models.hosted.files has no effect unless engine is 'local'",
    ])
      assert.ok(error.message.includes(problem), `${problem}\n${error.message}`)
    return error instanceof ConfigError
  })
})

test('a config file that is named must be there, and one that breaks says how', async (t) => {
  await assert.rejects(readModels(readConfig({ MEDIAGEN_CONFIG: './nowhere.ts' })), /there is no such file/)
  await assert.rejects(modelsFor(t, 'export default {'), /cannot be read/)
  await assert.rejects(modelsFor(t, 'export const x = 1'), /exports nothing/)
  await assert.rejects(
    modelsFor(t, 'export default defineConfig({})'),
    /begin it with import \{ defineConfig \} from 'mediagen/,
  )
})

test('a config file may have any usual ending and lie anywhere, also where files are CommonJS by default or are links', async (t) => {
  const folder = await temporaryFolder(t)
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'commonjs' }))
  const source = "import { defineConfig } from 'mediagen/config'\nexport default defineConfig({ builtIn: false })"
  for (const ending of ['ts', 'mts', 'js', 'mjs']) {
    const path = join(folder, `mediagen.config.${ending}`)
    await writeFile(path, source)
    await symlink(path, join(folder, `link.${ending}`))
    for (const file of [path, join(folder, `link.${ending}`)])
      assert.deepEqual(ids(await readModels(readConfig({ MEDIAGEN_CONFIG: file }))), [], file)
  }
})

test('a folder of workflows that is not there is told', async (t) => {
  const workflows = join(await temporaryFolder(t), 'nowhere')
  const engines = { mine: { type: 'comfyui', baseURL: 'http://127.0.0.1:1', workflows } }
  const models = { m: { kind: 'image', engine: 'mine', model: 'good.json' } }
  await assert.rejects(modelsFor(t, { engines, models }), /the folder of workflows '.*nowhere' cannot be read/)
})

test('the workflow files of a ComfyUI become models, and a broken one is told', async (t) => {
  const folder = await temporaryFolder(t)
  await mkdir(join(folder, 'w'))
  await writeFile(join(folder, 'w/good.json'), JSON.stringify({ 1: { class_type: 'X', inputs: {} } }))
  await writeFile(join(folder, 'w/editor.json'), JSON.stringify({ nodes: [], links: [] }))
  const engines = { mine: { type: 'comfyui', baseURL: 'http://127.0.0.1:1', workflows: join(folder, 'w') } }
  const models = { m: { kind: 'image', engine: 'mine', model: 'good.json' } }
  await assert.rejects(modelsFor(t, { engines, models }), /editor\.json: it is in the editor/)
})
