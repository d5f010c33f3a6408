import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { TaskKind } from '../../src/core/tasks/model.ts'
import { SETTING_NAMES, type SettingName, type Settings } from '../../src/core/tasks/settings.ts'
import { AI_SDK_SUBJECTS } from '../engines/protocols/ai-sdk-subjects.ts'
import { SERVER_SUBJECTS } from '../engines/protocols/server-subjects.ts'
import { CLIP, PICTURE } from '../engines/support/contract.ts'
import { openFakeComfyUi } from '../engines/support/fake-comfyui.ts'
import { openFake, type FakeProvider } from '../engines/support/fake-provider.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import { openService, type TestService } from '../support/service.ts'
import { refusal } from '../support/uploads.ts'

const PATHS = { image: '/api/ai/images/generations', video: '/api/ai/videos' } as const
const FOREIGN: Readonly<Record<TaskKind, readonly SettingName[]>> = {
  image: ['seconds', 'audio'],
  video: ['background', 'output_format'],
}

/** A value for each that is nobody's default. */
const ASKED = {
  seconds: 6,
  audio: false,
  negative_prompt: 'no-hats',
  quality: 'high',
  background: 'opaque',
  output_format: 'webp',
  strength: 0.37,
  style: 'brand',
  options: { steps: 23 },
} as const satisfies Required<Settings>

const STYLE = { brand: { lora: 'brand-lora' } }
const STEPS = { steps: { type: 'integer', minimum: 1, maximum: 50 } }

type Cell = {
  model: string
  kind: TaskKind
  /** What it says to the engine, by what it was asked for. */
  says: Partial<Record<SettingName, object>>
  /** What arrived there last. */
  told: () => unknown
}

const bodyOf = (fake: FakeProvider): unknown => JSON.parse(String(fake.seen.at(-1)?.body))

async function formOf(fake: FakeProvider): Promise<object> {
  const { headers, body } = fake.seen.find(({ method }) => method === 'POST') ?? assert.fail('nothing was sent')
  const answer = new Response(new Uint8Array(body), { headers: { 'content-type': headers['content-type'] ?? '' } })
  return Object.fromEntries(await answer.formData())
}

/** One service with a model of each kind of engine. */
async function openAll(t: TestContext): Promise<{ service: TestService; cells: Cell[] }> {
  const protocolOf = (name: string) =>
    [...AI_SDK_SUBJECTS, ...SERVER_SUBJECTS].find((subject) => subject.name === name)?.protocol ??
    assert.fail(`the protocol of ${name} is gone`)
  const openai = await openFake(t, protocolOf('openai image'), PICTURE)
  const google = await openFake(t, protocolOf('google video'), CLIP)
  const pictures = await openFake(t, protocolOf('openai-compatible image in base64'), PICTURE)
  const clips = await openFake(t, protocolOf('openai-compatible video'), CLIP)
  const comfy = await openFakeComfyUi(t)
  const folder = await temporaryFolder(t)
  const workflows = join(folder, 'workflows')
  await mkdir(workflows)
  const head = {
    kind: 'video',
    seconds: 4,
    sizes: ['64x64'],
    takes: { seconds: { from: 2, to: 8 }, strength: true, audio: true, style: STYLE, options: STEPS },
    options: { steps: 10, strength: 1, lora: 'none' },
  }
  const inputs = Object.fromEntries(
    ['prompt', 'negative_prompt', 'seconds', 'strength', 'audio', 'steps', 'lora'].map((slot) => [slot, `{{${slot}}}`]),
  )
  const graph = { mediagen: head, 1: { class_type: 'KSampler', inputs }, 9: { class_type: 'SaveImage', inputs: {} } }
  await writeFile(join(workflows, 'clip.json'), JSON.stringify(graph))
  const everywhere = { negative_prompt: true, strength: true, quality: ['low', 'high'], style: STYLE, options: STEPS }
  const config = {
    engines: {
      openai: { type: 'openai', keyVariable: 'A_KEY', baseURL: `${openai.url}/v1` },
      google: { type: 'google', keyVariable: 'A_KEY', baseURL: google.url },
      pictures: { type: 'openai-compatible', baseURL: `${pictures.url}/v1` },
      clips: { type: 'openai-compatible', baseURL: `${clips.url}/v1` },
      comfy: { type: 'comfyui', baseURL: comfy.url, workflows },
    },
    models: {
      'sdk-image': {
        kind: 'image',
        engine: 'openai',
        model: 'gpt-image-1',
        takes: { quality: ['low', 'high'], background: ['opaque'], output_format: ['webp', 'png'] },
      },
      'sdk-video': {
        kind: 'video',
        engine: 'google',
        model: 'veo-3.1-generate-preview',
        takes: { seconds: [4, 6, 8], negative_prompt: true },
      },
      'server-image': {
        kind: 'image',
        engine: 'pictures',
        model: 'm',
        inputs: { strength: 'denoise' },
        takes: { ...everywhere, background: ['opaque'] },
      },
      'server-video': {
        kind: 'video',
        engine: 'clips',
        model: 'm',
        takes: { ...everywhere, seconds: [4, 6], audio: true },
      },
      'comfy-video': { kind: 'video', engine: 'comfy', model: 'clip.json' },
    },
  }
  const path = join(folder, 'mediagen.config.json')
  await writeFile(path, JSON.stringify(config))
  const service = await openService(t, {
    env: { MEDIAGEN_CONFIG: path, A_KEY: 'a-secret-key', MEDIAGEN_FFMPEG: 'off' },
  })
  const common = {
    negative_prompt: { negative_prompt: 'no-hats' },
    options: { steps: 23 },
    style: { lora: 'brand-lora' },
  }
  const cells: Cell[] = [
    {
      model: 'sdk-image',
      kind: 'image',
      says: {
        quality: { quality: 'high' },
        background: { background: 'opaque' },
        // It writes this format itself.
        output_format: { output_format: 'webp' },
      },
      told: () => bodyOf(openai),
    },
    {
      model: 'sdk-video',
      kind: 'video',
      says: { seconds: { durationSeconds: 6 }, negative_prompt: { negativePrompt: 'no-hats' } },
      told: () =>
        (JSON.parse(String(google.seen.find(({ method }) => method === 'POST')?.body)) as { parameters: object })
          .parameters,
    },
    {
      model: 'server-image',
      kind: 'image',
      says: {
        ...common,
        quality: { quality: 'high' },
        background: { background: 'opaque' },
        strength: { denoise: 0.37 },
        // It does not: the service writes the picture anew.
        output_format: {},
      },
      told: () => bodyOf(pictures),
    },
    {
      model: 'server-video',
      kind: 'video',
      says: {
        negative_prompt: { negative_prompt: 'no-hats' },
        options: { steps: '23' },
        style: { lora: 'brand-lora' },
        seconds: { seconds: '6' },
        audio: { generate_audio: 'false' },
        quality: { quality: 'high' },
        strength: { strength: '0.37' },
      },
      told: () => formOf(clips),
    },
    {
      model: 'comfy-video',
      kind: 'video',
      says: { ...common, seconds: { seconds: 6 }, audio: { audio: false }, strength: { strength: 0.37 } },
      told: () => (comfy.sent.at(-1)?.prompt['1'] as { inputs: object } | undefined)?.inputs ?? {},
    },
    {
      model: 'sandbox',
      kind: 'video',
      says: { seconds: {}, audio: {}, negative_prompt: {}, quality: {}, strength: {}, options: {} },
      told: () => ({}),
    },
  ]
  const sent = { 'sdk-video': google, 'server-video': clips } as const
  const arrived = (model: string): boolean => {
    if (model === 'comfy-video') return comfy.sent.length > 0
    return model in sent ? sent[model as keyof typeof sent].starts > 0 : true
  }
  return {
    service,
    cells: cells.map((cell) => ({
      ...cell,
      told: async () => {
        await eventually(async () => (arrived(cell.model) ? true : undefined))
        return cell.told()
      },
    })),
  }
}

type Receipt = { asked: Record<string, unknown>; effective: Record<string, unknown>; warnings: string[] }

test('each parameter is handed on to the engine, or refused by name; nothing is silent', async (t) => {
  const { service, cells } = await openAll(t)
  for (const { model, kind, says, told } of cells) {
    const json = { prompt: 'a cat', model }
    const taken = SETTING_NAMES.filter((name) => says[name] !== undefined)
    const settings = Object.fromEntries(taken.map((name) => [name, ASKED[name]]))
    for (const name of SETTING_NAMES.filter((each) => !taken.includes(each) && !FOREIGN[kind].includes(each))) {
      const refused = await refusal(await service.call(PATHS[kind], { json: { ...json, [name]: ASKED[name] } }))
      assert.deepEqual([refused.status, refused.code, refused.param], [400, 'unsupported_request', name], model)
    }
    const answer = await service.call(PATHS[kind], { json: { ...json, ...settings } })
    assert.equal(answer.status, 200, `${model}: ${await answer.clone().text()}`)
    const id = answer.headers.get('x-task-id') ?? ((await answer.json()) as { id: string }).id
    const { asked, effective, warnings } = (await (await service.call(`/api/ai/tasks/${id}`)).json()) as Receipt
    const wire = (await told()) as Record<string, unknown>
    for (const name of taken) {
      assert.deepEqual([asked[name], effective[name]], [ASKED[name], ASKED[name]], `${model}: ${name} in the receipt`)
      for (const [input, value] of Object.entries(says[name] ?? {}))
        assert.deepEqual(wire[input], value, `${model}: ${name} as ${input}`)
    }
    assert.ok(!warnings.some((text) => text.startsWith('output_format')), warnings.join())
  }
})

test('a value that a model does not take is refused with what it takes, and an option with the list', async (t) => {
  const service = await openService(t)
  const good = { prompt: 'a cat', model: 'sandbox' }
  for (const [kind, given, words] of [
    ['video', { seconds: 61 }, /seconds must be a whole number from 1 to 60 for 'sandbox'/],
    ['video', { seconds: 2.5 }, /seconds must be a whole number from 1 to 60/],
    ['video', { model: 'diorama', seconds: 9 }, /seconds must be a whole number from 2 to 8 for 'diorama'/],
    ['video', { model: 'diorama', audio: true }, /The model 'diorama' does not accept audio. Leave it out/],
    ['image', { style: 'baroque' }, /style must be plain or bright for 'sandbox'/],
    ['image', { options: { stepz: 3 } }, /'sandbox' does not accept options.stepz. It accepts: steps, sampler/],
    ['image', { options: { steps: 3.5 } }, /options.steps must be a whole number from 1 up to 100/],
    ['image', { options: { sampler: 'x' } }, /options.sampler must be euler or ddim/],
    ['image', { options: { toString: 1 } }, /does not accept options.toString/],
  ] as const) {
    const refused = await refusal(await service.call(PATHS[kind], { json: { ...good, ...given } }))
    assert.deepEqual([refused.status, refused.code], [400, 'unsupported_request'], JSON.stringify(given))
    assert.match(refused.message, words)
  }
  for (const [given, param, words] of [
    [{ quality: 'best' }, 'quality'],
    [{ strength: 1.5 }, 'strength', /from 0 to 1\.$/],
    [{ strength: '0.5' }, 'strength', /remove the quotes/],
    [{ seed: '7' }, 'seed', /remove the quotes/],
    [{ negativePrompt: 'x' }, 'negativePrompt', /Did you mean 'negative_prompt'\?/],
    [{ options: 'steps=3' }, 'options'],
    [{ seconds: 3 }, 'seconds'],
    [{ negative_prompt: 'x'.repeat(3001) }, 'negative_prompt'],
  ] as const) {
    const refused = await refusal(await service.call(PATHS.image, { json: { ...good, ...given } }))
    assert.deepEqual([refused.status, refused.code, refused.param], [400, 'invalid_parameter', param])
    assert.match(refused.message, words ?? /./)
  }
})

test('forms, aliases, repeats and retries carry the parameters, and the file is as it was asked for', async (t) => {
  const service = await openService(t)
  const form = new FormData()
  for (const [name, value] of Object.entries({
    prompt: 'a cat',
    model: 'sandbox',
    duration: '3',
    generate_audio: 'true',
  }))
    form.append(name, value)
  form.append('options', JSON.stringify({ steps: 5 }))
  form.append('style', '')
  const headers = { prefer: 'wait=60', 'idempotency-key': 'one' }
  const answer = await service.call(PATHS.video, { method: 'POST', body: form, headers })
  assert.equal(answer.status, 200, await answer.clone().text())
  const { id } = (await answer.json()) as { id: string }
  const asked = { seconds: 3, audio: true, options: { steps: 5 } }
  assert.deepEqual((await service.store.tasks.find(id))?.settings, asked)
  const receipt = (await (await service.call(`/api/ai/tasks/${id}`)).json()) as {
    files: { role: string; seconds: number }[]
  }
  assert.equal(receipt.files.find(({ role }) => role === 'output')?.seconds, 3)

  const repeat = (seconds: number) =>
    service.call(PATHS.video, {
      json: { prompt: 'a cat', model: 'sandbox', ...asked, seconds },
      headers: { 'idempotency-key': 'one' },
    })
  assert.equal(((await (await repeat(3)).json()) as { id: string }).id, id)
  assert.equal((await repeat(4)).status, 409)

  const again = await service.call(`/api/ai/tasks/${id}/retry`, { method: 'POST' })
  const retried = ((await again.json()) as { id: string }).id
  assert.deepEqual((await service.store.tasks.find(retried))?.settings, asked)

  const picture = await service.call(PATHS.image, {
    json: { prompt: 'a cat', model: 'sandbox', output_format: 'jpeg' },
  })
  const { data } = (await picture.json()) as { data: { url: string }[] }
  assert.match(data[0]?.url ?? '', /\.jpe?g/)
  assert.equal((await fetch(data[0]?.url ?? '')).headers.get('content-type'), 'image/jpeg')
  const plain = await service.call(PATHS.image, { json: { prompt: 'a cat', model: 'sandbox' } })
  assert.equal((await service.store.tasks.find(plain.headers.get('x-task-id') ?? ''))?.settings, null)
})
