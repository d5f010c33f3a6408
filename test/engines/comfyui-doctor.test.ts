import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { checkEngines } from '../../src/compose/check-engines.ts'
import { readConfig } from '../../src/config.ts'
import { openFakeComfyUi } from './support/fake-comfyui.ts'
import { atEnd, temporaryFolder } from '../support/at-end.ts'

type Finding = Awaited<ReturnType<typeof checkEngines>>[number]

const NODES = {
  CheckpointLoaderSimple: { input: { required: { ckpt_name: [['sd15.safetensors', 'sdxl.safetensors'], {}] } } },
  KSampler: {
    input: {
      required: { seed: ['INT', { default: 0 }], steps: ['INT', { default: 20 }], model: ['MODEL', {}] },
      optional: { scheduler: ['COMBO', { options: ['simple', 'karras'] }] },
    },
  },
  CLIPTextEncode: { input: { required: { text: ['STRING', { multiline: true }], clip: ['CLIP', {}] } } },
  LoadImage: { input: { required: { image: [['a.png'], { image_upload: true }] } } },
  SaveImage: { input: { required: { images: ['IMAGE', {}] } }, output_node: true },
}

async function examine(t: TestContext, graphs: Record<string, object>): Promise<(name: string) => Finding> {
  const fake = await openFakeComfyUi(t)
  fake.nodes = NODES
  const folder = await temporaryFolder(t)
  for (const [name, graph] of Object.entries(graphs)) {
    await writeFile(join(folder, `${name}.json`), JSON.stringify(graph))
  }
  const models = Object.keys(graphs).map((name) => [name, { kind: 'image', engine: 'mine', model: `${name}.json` }])
  const path = join(await temporaryFolder(t), 'mediagen.config.json')
  const engines = { mine: { type: 'comfyui', baseURL: fake.url, workflows: folder } }
  await writeFile(path, JSON.stringify({ engines, models: Object.fromEntries(models) as object }))
  const found = await checkEngines(readConfig({ MEDIAGEN_CONFIG: path, MEDIAGEN_FFMPEG: 'off' }))
  return (name) => found.find(({ what }) => what.endsWith(name))!
}

const save = { class_type: 'SaveImage', inputs: { images: ['1', 0] } }

test('the doctor asks ComfyUI for the nodes and weights of each workflow', async (t) => {
  const of = await examine(t, {
    good: {
      1: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'sdxl.safetensors' } },
      2: { class_type: 'KSampler', inputs: { seed: '{{seed}}', steps: 20, model: ['1', 0], scheduler: 'karras' } },
      3: { class_type: 'LoadImage', inputs: { image: '{{reference}}' } },
      4: { class_type: 'CLIPTextEncode', inputs: { text: 'a {{prompt}}', clip: ['1', 1] } },
      9: save,
    },
    weights: { 1: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'flux.safetensors' } }, 9: save },
    combo: { 2: { class_type: 'KSampler', inputs: { model: ['1', 0], scheduler: 'fancy' } }, 9: save },
    nodes: { 1: { class_type: 'SomeCustomNode', inputs: {} }, 9: save },
    typed: { 2: { class_type: 'KSampler', inputs: { seed: '{{prompt}}', model: ['1', 0] } }, 9: save },
    nowhere: { 4: { class_type: 'CLIPTextEncode', inputs: { txt: '{{prompt}}', clip: ['1', 1] } }, 9: save },
    unsaved: { 1: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'sdxl.safetensors' } } },
  })
  assert.equal(of('mine').ok, true)
  assert.doesNotMatch(of('mine').detail, /key/)
  assert.deepEqual([of('good').ok, of('good').detail], [true, 'good.json: all nodes and weights are present'])
  for (const [name, words] of [
    ['weights', /node 1 \(CheckpointLoaderSimple\): ckpt_name 'flux\.safetensors' is not installed; it has sd15/],
    ['combo', /scheduler 'fancy' is not installed; it has simple, karras/],
    ['nodes', /node 1 \(SomeCustomNode\): this ComfyUI has no such node/],
    ['typed', /seed must be a number, but \{\{prompt\}\} is text/],
    ['nowhere', /the input text is missing.*it has no input txt, so \{\{prompt\}\} would go nowhere/],
    ['unsaved', /no node saves anything/],
  ] as const) {
    assert.equal(of(name).ok, false, name)
    assert.match(of(name).detail, words)
  }
})

for (const [status, key, ok, words] of [
  [200, 'k', true, /responds and accepts the key/],
  [200, undefined, true, /responds$/],
  [401, 'k', false, /rejects the key/],
  [403, 'k', false, /rejects the key/],
  [401, undefined, false, /requires a key/],
  [404, 'k', true, /not to this check \(status 404\); the key was not checked/],
  [429, 'k', true, /busy/],
  [400, 'k', false, /an error \(status 400\)/],
  [302, 'k', false, /an error \(status 302\)/],
  [500, 'k', false, /an error \(status 500\)/],
  [503, undefined, false, /an error \(status 503\)/],
] as const) {
  const with_ = key === undefined ? 'without a key' : 'with a key'
  test(`a server of one's own that answers ${status} ${with_} is ${ok ? 'well' : 'not well'}`, async (t) => {
    const server = createServer((_request, response) => void response.writeHead(status).end('{}'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
    atEnd(t, () => void server.close())
    const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    const path = join(await temporaryFolder(t), 'mediagen.config.json')
    const engine = { type: 'openai-compatible', baseURL, ...(key === undefined ? {} : { keyVariable: 'KEY' }) }
    const models = { m: { kind: 'image', engine: 'mine', model: 'x' } }
    await writeFile(path, JSON.stringify({ engines: { mine: engine }, models }))
    const found = await checkEngines(readConfig({ MEDIAGEN_CONFIG: path, MEDIAGEN_FFMPEG: 'off', KEY: 'k' }))
    const line = found.find(({ what }) => what === 'mine')!
    assert.equal(line.ok, ok, line.detail)
    assert.match(line.detail, words)
  })
}
