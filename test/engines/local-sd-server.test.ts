import assert from 'node:assert/strict'
import { chmod, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { namedLoras } from '../../src/engines/local/loras.ts'
import { devicesIn, stepIn } from '../../src/engines/local/sd-server/requests.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import { someOf } from '../support/long.ts'
import { openService } from '../support/service.ts'

const FAKE = new URL('./support/fake-sd-server.mjs', import.meta.url).pathname

type Receipt = { status: string; progress: number; error: { code: string; message: string } | null }

/** A service whose local models run with an sd-server that the operator names. */
async function openWithServer(t: TestContext) {
  const folder = await temporaryFolder(t)
  const sdServer = join(folder, 'sd-server')
  await writeFile(sdServer, `#!/bin/sh\nexec '${process.execPath}' '${FAKE}' '${folder}' "$@"\n`)
  await chmod(sdServer, 0o755)
  const model = (name: string, more: object = {}) => ({
    kind: 'image',
    engine: 'local',
    family: 'z-image',
    files: { diffusion_model: join(folder, `${name}.gguf`), text_encoder: join(folder, 'text.gguf') },
    sizes: ['64x64', '32x32'],
    takes: { options: { lora: { type: 'string', maxLength: 200 } } },
    ...more,
  })
  for (const name of ['good', 'damaged', 'edit', 'text']) await writeFile(join(folder, `${name}.gguf`), '')
  const models = { good: model('good'), damaged: model('damaged'), edit: model('edit', { family: 'qwen-image' }) }
  const config = join(folder, 'mediagen.config.json')
  await writeFile(config, JSON.stringify({ local: { threads: 1, loras: join(folder, 'loras') }, models }))
  const env = { MEDIAGEN_CONFIG: config, MEDIAGEN_SD_SERVER: sdServer, SECRET_OF_OURS: 'x' }
  const service = await openService(t, { env })
  const linesOf = async (name: string): Promise<string[]> =>
    (await readFile(join(folder, name), 'utf8').catch(() => '')).split('\n').filter(Boolean)
  const submit = async (name: string, prompt: string, more: object = {}): Promise<string> => {
    const json = { model: name, prompt, size: '64x64', seed: 7, ...more }
    const headers = { prefer: 'respond-async' }
    const answer = await service.call('/api/ai/images/generations', { json, headers })
    const id = answer.headers.get('x-task-id')
    assert.ok(id !== null, await answer.text())
    return id
  }
  const read = async (id: string): Promise<Receipt> =>
    (await (await service.call(`/api/ai/tasks/${id}`)).json()) as Receipt
  const ended = (id: string): Promise<Receipt> =>
    eventually(async () => {
      const receipt = await read(id)
      return receipt.status === 'success' || receipt.status === 'failed' ? receipt : undefined
    })
  return { service, folder, linesOf, submit, read, ended }
}

const isThere = (pid: string): boolean => {
  try {
    return process.kill(Number(pid), 0)
  } catch {
    return false
  }
}

/** What becomes of a task: the model's file says how it loads, the prompt how it draws. */
const OUTCOMES: readonly (readonly [model: string, prompt: string, outcome: 'success' | RegExp, more?: object])[] = [
  ['good', 'a fox', 'success'],
  ['good', 'dies once', 'success'],
  ['good', 'is killed once', 'success'],
  ['good', 'loses its driver once', 'success'],
  ['good', 'dies always', /^provider_error .*'good' crashed 3 times.*last output: GGML_ASSERT: out of bounds/],
  ['good', 'refuses', /^provider_error .*failed: width must be a multiple of 64/],
  ['good', 'fails', /^provider_error .*failed: generate_image gave nothing/],
  ['good', 'gives nothing', /^no_output .*finished without a picture/],
  ['damaged', 'a fox', /^provider_error .*'damaged' failed: .*read tensor data failed: damaged\.gguf/],
]
const LORA_OUTCOMES: typeof OUTCOMES = [
  ['good', 'a painting', 'success', { options: { lora: 'watercolour:0.8' } }],
  [
    'good',
    'an etching',
    /^provider_error .*there is no LoRA 'etching'; known: watercolour/,
    { options: { lora: 'etching' } },
  ],
]

test("models run with the operator's sd-server: whatever it does, each task ends, in words, and no process is left", async (t) => {
  const { service, folder, linesOf, submit, read, ended } = await openWithServer(t)
  for (const [model, prompt, outcome, more] of [...someOf(OUTCOMES, 5), ...LORA_OUTCOMES]) {
    const { status, error } = await ended(await submit(model, prompt, more))
    const said = error === null ? status : `${error.code} ${error.message}`
    if (outcome === 'success') assert.equal(said, 'success', prompt)
    else assert.match(said, outcome, prompt)
    assert.doesNotMatch(said, /of\/the\/operator/)
  }
  // It cannot stop in the middle: cancelling ends it, and the next picture starts it anew.
  const cancelled = await submit('good', 'waits to be cancelled')
  await eventually(async () =>
    (await linesOf('asked')).at(-1)?.includes('waits to be cancelled') === true ? true : undefined,
  )
  assert.equal((await read(cancelled)).status, 'processing')
  await service.call(`/api/ai/tasks/${cancelled}/cancel`, { method: 'POST' })
  assert.equal((await ended(cancelled)).error?.code, 'cancelled')
  await eventually(async () => ((await linesOf('pids')).some(isThere) ? undefined : true))

  const form = new FormData()
  for (const [name, value] of Object.entries({ model: 'edit', prompt: 'make it blue', size: '64x64' }))
    form.set(name, value)
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  form.set('image', new Blob([Buffer.from(png, 'base64')]), 'input.png')
  const edited = await service.call('/api/ai/images/generations', { method: 'POST', body: form })
  assert.equal(edited.status, 200, await edited.text())
  await service.stop()
  // Killed by then, and gone as soon as the system has time for it.
  await eventually(async () => ((await linesOf('pids')).some(isThere) ? undefined : true))

  const asked = (await linesOf('asked')).map((line) => JSON.parse(line) as Record<string, unknown>)
  const { sample_params: sampling, ...first } = asked[0] ?? {}
  assert.deepEqual([first['width'], first['seed'], first['embed_image_metadata']], [64, 7, false])
  assert.deepEqual(sampling, { sample_steps: 8, guidance: { txt_cfg: 1 } })
  const painted = asked.find(({ prompt }) => prompt === 'a painting')
  assert.deepEqual(painted?.['lora'], [{ path: 'watercolour.safetensors', multiplier: 0.8 }])
  const looked = asked.at(-1)?.['ref_images']
  assert.equal(Array.isArray(looked) && looked.length, 1)
  const [started = '[]'] = await linesOf('arguments')
  const words = JSON.parse(started) as string[]
  assert.deepEqual(words.slice(0, 4), [
    '--diffusion-model',
    join(folder, 'good.gguf'),
    '--llm',
    join(folder, 'text.gguf'),
  ])
  assert.deepEqual(words.slice(words.indexOf('--lora-model-dir')).slice(1, 2), [join(folder, 'loras')])
  assert.deepEqual(words.slice(words.indexOf('--listen-ip')).slice(1, 2), ['127.0.0.1'])
  assert.equal((await readFile(join(folder, 'environment'), 'utf8')).includes('SECRET_OF_OURS'), false)
})

test('what sd-server writes is read for steps and cards; a LoRA is a name, never a path', () => {
  assert.deepEqual(stepIn('\r  |=>  | 1/4 - 5.70it/s\r  |==> | 2/4 - 1.20s/it'), { step: 2, total: 4 })
  assert.equal(stepIn('  |==>       | 20/40 - 512.0MB/s'), undefined)
  const cards = devicesIn(
    'ggml_vulkan: 0 = NVIDIA H200 (NVIDIA) | uma: 0\n  Device 0: NVIDIA H100, compute capability 9.0',
  )
  assert.deepEqual(
    cards.map(({ description, type }) => `${type} ${description}`),
    ['gpu NVIDIA H200 (NVIDIA)', 'gpu NVIDIA H100', 'cpu the processor'],
  )
  assert.deepEqual(
    devicesIn('nothing').map(({ type }) => type),
    ['cpu'],
  )
  for (const wish of ['../../etc/passwd', 'film:x', '/etc/passwd', 7])
    assert.ok('problem' in namedLoras(wish, [{ name: 'film', path: 'film.safetensors' }]), String(wish))
})
