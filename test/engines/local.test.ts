import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getPriority } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { LocalModel } from '../../src/core/local-model.ts'
import type { Clock, LogFields } from '../../src/ports/runtime.ts'
import type { EngineJob, EngineState } from '../../src/ports/engine.ts'
import { installRuntime } from '../../src/engines/local/bare/install-runtime.ts'
import { startDriver, type DriverProcess } from '../../src/engines/local/driver-process.ts'
import { localEngine } from '../../src/engines/local/engine.ts'
import { loadedModel } from '../../src/engines/local/loaded-model.ts'
import { freeThreads, modelPool, type PoolOptions } from '../../src/engines/local/model-pool.ts'
import { missingForCard, type VisibleCards } from '../../src/engines/local/this-machine.ts'
import { openTransport } from '../../src/engines/transport/transport.ts'
import { describeClip } from '../../src/media/clips/describe-clip.ts'
import { clipWriter } from '../../src/media/clips/write-clip.ts'
import { systemClock } from '../../src/runtime/system.ts'
import { aModel } from '../reliability/house.ts'
import { atEnd, temporaryFolder } from '../support/at-end.ts'
import { eventually, eventuallyOn } from '../support/eventually.ts'
import { withoutDescriptors } from '../support/failed-start.ts'
import { manualClock } from '../support/manual-clock.ts'
import { openService, type TestService } from '../support/service.ts'

const DRIVER = new URL('./support/fake-driver.mjs', import.meta.url).pathname
const GIB = 2 ** 30

function localModel(id: string): LocalModel {
  return {
    id,
    kind: 'image',
    does: 'generate',
    family: 'flux2-klein',
    driver: 'bare',
    files: { model: `/models/of/the/operator/${id}` },
    sizes: ['64x64', '32x32'],
    defaults: { steps: 4 },
    memoryBytes: GIB,
    licence: 'none',
  }
}

type Wish = { signal?: AbortSignal; model?: Partial<EngineJob['model']>; parameters?: object }

/** The engine before a driver that does what the names of models and the prompts say. */
async function openLocal(t: TestContext, wish: Partial<PoolOptions> & { devices?: 'cpu' | 'gpu'; clock?: Clock } = {}) {
  const folder = await temporaryFolder(t)
  const { clock = systemClock, devices = 'cpu', ...rest } = wish
  const lines: { message: string; fields: LogFields }[] = []
  const note = (message: string, fields: LogFields = {}): void => void lines.push({ message, fields })
  const log = { debug: note, info: note, warn: note, error: note }
  const env = { PATH: process.env['PATH'] ?? '' }
  const programFor = async () => ({ command: process.execPath, args: [DRIVER, folder, devices], env, cwd: folder })
  const pool = modelPool({ clock, log, programFor, device: 'auto', unloadAfterMs: 300_000, ...rest })
  const engine = localEngine({
    id: 'local',
    concurrency: 1,
    log,
    pool,
    modelSettings: () => ({ options: {}, inputs: {} }),
    localModel: (kind, id) => ({ ...localModel(id), kind }),
    loras: join(folder, 'loras'),
    writeClip: clipWriter(),
  })
  atEnd(t, () => engine.close())
  const pids = async (): Promise<number[]> =>
    (await readFile(join(folder, 'pids'), 'utf8').catch(() => '')).split('\n').filter(Boolean).map(Number)
  const model = (id: string) =>
    aModel('local', { id, kind: 'image', engineModel: id, seed: 'optional', maxReferences: 0 })
  /** The progress of the job that was started last. */
  let latest: readonly number[] = []
  const start = async (prompt: string, id = 'good', { signal = new AbortController().signal, ...more }: Wish = {}) => {
    const progress: number[] = []
    latest = progress
    const job = {
      taskId: 'a task',
      model: { ...model(id), ...more.model },
      prompt,
      startKey: prompt,
      settings: null,
      references: [],
    }
    const parameters = { width: 64, height: 64, ratio: null, resolution: null, seed: 7, ...more.parameters } as unknown
    const onProgress = (percent: number): void => void progress.push(percent)
    const whole = { ...job, parameters: parameters as EngineJob['parameters'] }
    const state: EngineState = await engine.start(whole, { signal, onProgress })
    return { state, progress }
  }
  return { engine, pool, start, latest: () => latest, model, lines, folder, pids }
}

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

type Receipt = { status: string; progress: number; warnings: string[]; error: { code: string; message: string } | null }

/** What becomes of a task: the model's file says how it loads, the prompt how it draws. */
const OUTCOMES: readonly (readonly [model: string, prompt: string, outcome: 'success' | RegExp])[] = [
  ['good', 'a fox', 'success'],
  ['good', 'dies once', 'success'],
  ['good', 'is killed once', 'success'],
  ['good', 'counts wrongly', 'success'],
  ['good', 'memory is short once', 'success'],
  ['dies-once', 'a fox', 'success'],
  ['memory-until-tiling', 'a fox', 'success'],
  [
    'good',
    'dies always',
    /^provider_error The local model 'good' crashed 3 times with this request, so it was not retried: .*last output: GGML_ASSERT: out of bounds/,
  ],
  ['good', 'dies after its last step', /^provider_error .*crashed 3 times.*ended with code 134/],
  ['good', 'is killed always', /^unsupported_request .*too little memory to make 64x64.*Try the size 32x32/],
  ['good', 'refuses', /^provider_error .*failed: width and height must be positive multiples of 16/],
  ['good', 'gives nothing', /^no_output .*finished without a picture/],
  ['good', 'gives no picture', /^no_output .*produced a file that is not a PNG/],
  ['good', 'gives another size', /^no_output .*made 32x64 instead of 64x64/],
  ['good', 'gives one flat colour', /^no_output .*made a picture of a single color/],
  ['good', 'floods', /^provider_error .*crashed 3 times.*it kept writing lines that are not reports/],
  ['good', 'memory is always short', /^unsupported_request .*too little memory.*Try the size 32x32/],
  ['dies', 'a fox', /^provider_error The local model 'dies' crashed 3 times.*GGML_ASSERT\(tensor != NULL\) failed/],
  ['damaged', 'a fox', /^provider_error The local model 'damaged' failed: read tensor data failed: damaged$/],
  ['memory-never-enough', 'a fox', /^unsupported_request .*too little memory.*bad_alloc/],
]

test('a model whose file is not there fails at once, with words that tell what to do and not where files are kept', async (t) => {
  const dataDir = await temporaryFolder(t)
  const path = join(dataDir, 'mediagen.config.json')
  const models = { mine: { kind: 'image', engine: 'local', files: { model: '/nowhere/mine.safetensors' } } }
  await writeFile(path, JSON.stringify({ models }))
  const service = await openService(t, { dataDir, env: { MEDIAGEN_CONFIG: path } })
  const answer = await service.call('/api/ai/images/generations', { json: { model: 'mine', prompt: 'a fox' } })
  const { error } = (await answer.json()) as { error: { code: string; message: string } }
  assert.equal(error.code, 'provider_unavailable')
  assert.match(
    error.message,
    /its file mine\.safetensors is missing\. The operator can put it back or remove the model/,
  )
  assert.doesNotMatch(error.message, /nowhere/)
})

test('whatever a driver does, each task ends, with words that tell why, and no process is left', async (t) => {
  const local = await openLocal(t)
  const names = [...new Set(OUTCOMES.map(([name]) => name))]
  const replacements = { extraEngines: [local.engine], extraModels: names.map((name) => local.model(name)) }
  const service = await openService(t, { replacements })
  const ids = await Promise.all(
    OUTCOMES.map(async ([model, prompt]) => {
      const json = { model, prompt, size: '64x64' }
      const headers = { prefer: 'respond-async' }
      const answer = await service.call('/api/ai/images/generations', { json, headers })
      return answer.headers.get('x-task-id')
    }),
  )
  for (const [index, [model, prompt, outcome]] of OUTCOMES.entries()) {
    const receipt = await eventually(async () => {
      const read = (await (await service.call(`/api/ai/tasks/${ids[index]}`)).json()) as Receipt
      return read.status === 'success' || read.status === 'failed' ? read : undefined
    })
    const said = receipt.error === null ? receipt.status : `${receipt.error.code} ${receipt.error.message}`
    if (outcome === 'success') assert.equal(said, 'success', `${model}: ${prompt}`)
    else assert.match(said, outcome, `${model}: ${prompt}`)
    assert.doesNotMatch(said, /of\/the\/operator/)
  }
  const made = (await (await service.call(`/api/ai/tasks/${ids[0]}`)).json()) as Receipt
  await stepsInStream(service)
  assert.match(made.warnings.join(), /made on the CPU: the runtime sees no GPU, only CPU \(a fake processor\)/)
  await service.stop()
  assert.deepEqual((await local.pids()).filter(isThere), [])
  const environment = JSON.parse(await readFile(join(local.folder, 'environment'), 'utf8')) as object
  assert.deepEqual(Object.keys(environment), ['PATH'])
})

/** A client of OpenAI's stream hears how far a picture is, in comments, which its library passes over. */
async function stepsInStream(service: TestService): Promise<void> {
  const json = { model: 'good', prompt: 'waits to be cancelled', size: '64x64', stream: true, partial_images: 1 }
  const answer = await service.call('/v1/images/generations', { json })
  let heard = ''
  for await (const text of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    heard += text
    if (!heard.includes(': still here, 50 %')) continue
    await service.call(`/api/ai/tasks/${answer.headers.get('x-task-id')}/cancel`, { method: 'POST' })
    break
  }
  assert.match(heard, /: still here, 50 %\n\n/)
}

test('progress rises with the steps, the same seed gives the same bytes, and the process is kept for the next', async (t) => {
  const local = await openLocal(t)
  const first = await local.start('a fox')
  const second = await local.start('a fox')
  assert.deepEqual(first.progress, [5, 10, 30, 50, 70, 90])
  const lying = await local.start('counts wrongly')
  assert.ok(lying.progress.every((percent, at) => percent > (lying.progress[at - 1] ?? 0) && percent < 100))
  assert.equal(first.state.kind, 'done')
  assert.deepEqual(first.state, second.state)
  // One that looked for devices, and one that drew.
  assert.equal((await local.pids()).length, 2)
})

test('a cancelled job ends at once and its model stays; one that does not stop is killed after a second', async (t) => {
  const clock = manualClock()
  const local = await openLocal(t, { clock })
  const cancelled = new AbortController()
  const waiting = local.start('waits to be cancelled', 'good', { signal: cancelled.signal })
  await eventually(() => (local.latest().includes(50) ? true : undefined))
  cancelled.abort(new Error('nobody waits any more'))
  await assert.rejects(waiting, /nobody waits any more/)
  assert.equal((await local.start('a fox')).state.kind, 'done')
  assert.equal((await local.pids()).length, 2)
  const deaf = new AbortController()
  const hanging = local.start('hangs and does not stop', 'good', { signal: deaf.signal })
  const rejected = assert.rejects(hanging, /nobody waits/)
  await eventually(() => (local.latest().includes(50) ? true : undefined))
  deaf.abort(new Error('nobody waits'))
  await clock.settle()
  const [, drawing = 0] = await local.pids()
  assert.equal(isThere(drawing), true)
  await clock.advance(1_000)
  await rejected
  assert.equal(isThere(drawing), false)
})

test('a driver that falls silent is ended, twice started anew, and then the task fails', async (t) => {
  const clock = manualClock()
  const local = await openLocal(t, { clock })
  for (const [prompt, model] of [
    ['hangs', 'good'],
    ['a fox', 'hangs'],
  ] as const) {
    let state: EngineState | undefined
    void local.start(prompt, model).then((ended) => (state = ended.state))
    const { kind, ...failure } = await eventuallyOn(clock, 30_000, async () => state)
    assert.equal(kind, 'failed')
    assert.match(JSON.stringify(failure), /provider_error.*stopped responding 3 times/)
  }
  await local.engine.close()
  assert.deepEqual((await local.pids()).filter(isThere), [])
})

test('a machine on which each step takes minutes is slow, and one that then says nothing for twenty steps hangs', async (t) => {
  const clock = manualClock()
  const { promise: ended, resolve: end } = Promise.withResolvers<Awaited<DriverProcess['ended']>>()
  let hear: Parameters<DriverProcess['listen']>[0] = () => undefined
  const driver: DriverProcess = {
    send: () => undefined,
    listen: (next) => (hear = next),
    ended,
    lastByteAt: () => clock.elapsed(),
    lastPongAt: () => clock.elapsed(),
    kill: (cause = '') => end({ code: null, signal: 'SIGKILL', lastWords: '', cause }),
  }
  const model = loadedModel(driver, clock)
  const job = { prompt: 'a fox', width: 64, height: 64, seed: 7, options: {}, images: [] }
  const steps: number[] = []
  const onProgress = (_: unknown, step: number): void => void steps.push(step)
  const made = model.run(job, { signal: t.signal, onProgress })
  for (const step of [1, 2]) {
    await clock.advance(300_000)
    hear({ ev: 'progress', id: 1, phase: 'steps', step, total: 4 })
  }
  assert.deepEqual(steps, [1, 2])
  await clock.advance(20 * 300_000)
  assert.equal(model.isAlive(), true)
  await clock.advance(2_000)
  assert.deepEqual(await made, { kind: 'hang', detail: 'it stopped responding' })
})

test('a driver gives way to the service, also where Linux shares the processor out by session', async (t) => {
  const local = await openLocal(t)
  await local.start('a fox')
  const pid = (await local.pids()).at(-1) ?? 0
  assert.equal(getPriority(pid), 5)
  const session = `/proc/${pid}/autogroup`
  // Without root, a process may say it ten times a second, all processes together.
  if (existsSync(session))
    await eventually(async () => ((await readFile(session, 'utf8')).endsWith(' nice 5\n') ? true : undefined))
})

test('what nobody uses is unloaded, and the least recently used gives way to what does not fit beside it', async (t) => {
  const clock = manualClock()
  const local = await openLocal(t, { clock, devices: 'gpu' })
  for (const id of ['one', 'two', 'one', 'three']) {
    assert.equal((await local.start('a fox', id)).state.kind, 'done')
    await clock.advance(1_000)
  }
  // Three of one GiB each do not fit on a card of three, most of which may be used.
  assert.deepEqual(local.pool.loaded(), ['one', 'three'])
  await clock.advance(300_000)
  await eventually(() => (local.pool.loaded().length === 0 ? true : undefined))
  const pids = await local.pids()
  await eventuallyOn(clock, 1_000, async () => (pids.some(isThere) ? undefined : true))
})

test('a GPU that was asked for and is not there is refused, never replaced by the CPU', async (t) => {
  const none = await openLocal(t, { device: 'gpu' })
  const refused = await none.start('a fox')
  assert.match(JSON.stringify(refused.state), /provider_error.*local.device is 'gpu', but the runtime sees no GPU/)
  const lost = await openLocal(t, { devices: 'gpu' })
  const given = await lost.start('a fox', 'gpu-lost')
  assert.match(JSON.stringify(given.state), /provider_error.*gave up the GPU and would have run on the CPU/)
  const found = await lost.start('a fox', 'good')
  assert.equal('warnings' in found.state, false)
})

test('frames of a clip become an MP4 with a cover, as long as was asked; no frames, half of them and one colour are no clip', async (t) => {
  const local = await openLocal(t)
  const clip = { model: { kind: 'video' as const }, parameters: { settings: { seconds: 1 } } }
  const { state, progress } = await local.start('a fox runs', 'good', clip)
  assert.ok(state.kind === 'done', JSON.stringify(state))
  const [output] = state.outputs
  assert.ok(output?.content.from === 'memory' && output.cover?.from === 'memory')
  assert.deepEqual([output.width, output.height, output.durationMs], [64, 64, 1_063])
  assert.deepEqual([...output.cover.bytes.subarray(0, 2)], [0xff, 0xd8])
  assert.ok(progress.some((percent) => percent > 40 && percent < 60))
  const path = join(local.folder, 'clip.mp4')
  await writeFile(path, output.content.bytes)
  const facts = await describeClip(path)
  assert.ok(!('damaged' in facts), JSON.stringify(facts))
  assert.deepEqual([facts.width, facts.height, facts.durationMs], [64, 64, 1_063])
  for (const [prompt, what] of [
    ['cut short', /no_output.*finished without a clip/],
    ['gives nothing', /no_output.*finished without a clip/],
    ['one colour', /no_output.*made a picture of a single color/],
  ] as const)
    assert.match(JSON.stringify((await local.start(prompt, 'good', clip)).state), what)
})

test('a LoRA is a name of the folder: a path, another name and a strength that the library does not heed are refused', async (t) => {
  const local = await openLocal(t)
  const folder = join(local.folder, 'loras')
  await mkdir(folder)
  for (const file of ['film.safetensors', 'old.ckpt']) await writeFile(join(folder, file), '')
  const said = async (lora: unknown): Promise<string> => {
    const { state } = await local.start('draws with its LoRA', 'good', {
      parameters: { settings: { options: { lora } } },
    })
    return state.kind === 'failed' ? `${state.code} ${state.message}` : state.kind
  }
  // Where the operator keeps it is nobody else's business.
  assert.match(await said('film'), /^provider_error .*it got film\.safetensors$/)
  assert.match(await said(join(folder, 'film.safetensors')), /^unsupported_request .*there is no LoRA '.*known: film\./)
  assert.match(await said('old'), /^unsupported_request .*there is no LoRA 'old'/)
  assert.match(await said('film:0.5'), /^unsupported_request .*only at full strength/)
  assert.match(await said('film, film'), /^unsupported_request .*one LoRA at a time/)
})

/** A package as npm packs it. */
function packed(files: Readonly<Record<string, string>>): Buffer {
  const parts = Object.entries(files).flatMap(([path, text]) => {
    const head = Buffer.alloc(512)
    head.write(path, 0)
    head.write(text.length.toString(8).padStart(11, '0'), 124)
    head.write('0', 156)
    return [head, Buffer.from(text), Buffer.alloc((512 - (text.length % 512)) % 512)]
  })
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)]))
}

test('the runtime is fetched with exact bytes, for one platform, and put in its place when it is whole', async (t) => {
  const folder = await temporaryFolder(t)
  const contents: Record<string, Buffer> = {
    '/@qvac/diffusion-cpp/-/diffusion-cpp-0.25.0.tgz': packed({
      'package/index.js': 'the library',
      'package/prebuilds/linux-x64/lib.bare': 'ours',
      'package/prebuilds/darwin-arm64/lib.bare': 'of others',
      'package/../../../outside': 'a trap',
    }),
    '/bare-runtime-linux-x64/-/bare-runtime-linux-x64-1.31.0.tgz': packed({ 'package/bin/bare': 'the program' }),
  }
  const server = createServer((request, response) => {
    const bytes = contents[request.url ?? '']
    response.writeHead(bytes === undefined ? 404 : 200).end(bytes)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  atEnd(t, () => server.close())
  const transport = openTransport()
  atEnd(t, () => transport.close())
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const quiet = (): void => undefined
  const deps = { transport, log: { debug: quiet, info: quiet, warn: quiet, error: quiet }, signal: t.signal }
  const pinned = Object.entries(contents).map(([path, bytes]) => {
    const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
    return { name: path.slice(1, path.indexOf('/-/')), version: /-([\d.]+)\.tgz/.exec(path)?.[1] ?? '', integrity }
  })
  const options = { folder, registry, platform: 'linux-x64', packages: pinned }
  const wrong = { ...options, packages: pinned.map((each) => ({ ...each, integrity: 'sha512-of-something-else' })) }
  await assert.rejects(
    installRuntime(wrong, deps),
    /diffusion-cpp 0\.25\.0 from 127\.0\.0\.1:\d+ has the wrong checksum/,
  )
  assert.deepEqual(await readdir(folder), [])
  await assert.rejects(installRuntime({ folder, registry, platform: 'sunos-sparc' }, deps), /no local runtime/)
  const [first, second] = await Promise.all([installRuntime(options, deps), installRuntime(options, deps)])
  assert.deepEqual(first, second)
  assert.equal((await stat(first.program)).mode & 0o777, 0o755)
  const kept = await readdir(join(first.folder, 'node_modules/@qvac/diffusion-cpp'), { recursive: true })
  assert.deepEqual(kept.toSorted(), ['index.js', 'prebuilds', 'prebuilds/linux-x64', 'prebuilds/linux-x64/lib.bare'])
  assert.deepEqual(await readdir(first.folder), ['node_modules'])
  // Again without a registry: what is there is used.
  assert.deepEqual(await installRuntime({ ...options, registry: 'http://127.0.0.1:9' }, deps), first)
  assert.equal((await readdir(folder)).length, 1)
})

test('the doctor names what a card lacks: the loader, the file that names its driver, the capability of the container', () => {
  const nothing = { hasNvidia: false, hasCards: false, hasLoader: false, drivers: [] }
  const nvidia = { ...nothing, hasNvidia: true }
  const said = (cards: VisibleCards, variables: Record<string, string> = {}) =>
    missingForCard(cards, (name) => variables[name])
  const own = { NVIDIA_DRIVER_CAPABILITIES: 'compute,utility' }
  assert.equal(said(nothing), undefined)
  assert.match(said(nvidia) ?? '', /no Vulkan loader: install libvulkan1/)
  assert.match(said(nvidia, own) ?? '', /CAPABILITIES=compute,utility leaves .*set it to all, and install libvulkan1/)
  assert.match(said({ ...nvidia, hasLoader: true, drivers: ['lvp_icd.json'] }) ?? '', /no file in .* names its driver/)
  assert.equal(said({ ...nvidia, hasLoader: true, drivers: ['nvidia_icd.json'] }, own), undefined)
  assert.equal(said({ ...nvidia, hasLoader: true }, { VK_ICD_FILENAMES: '/own/nvidia.json' }), undefined)
  const amd = { ...nothing, hasCards: true, hasLoader: true }
  assert.match(said(amd) ?? '', /install mesa-vulkan-drivers/)
  assert.equal(said({ ...amd, drivers: ['radeon_icd.x86_64.json'] }), undefined)
})

test('a driver gets no more threads than there are free cores', () => {
  assert.equal(freeThreads(undefined, 8, 2.4), 6)
  assert.equal(freeThreads(4, 8, 0), 4)
  assert.equal(freeThreads(undefined, 2, 9), 1)
})

test('a driver that cannot be started has ended, also where nothing is left to start it with', async (t) => {
  const cwd = await temporaryFolder(t)
  const start = async (command: string) => {
    const driver = await startDriver({ command, args: [], env: {}, cwd }, systemClock)
    driver.send({ op: 'ping' })
    return (await driver.ended).lastWords
  }
  assert.match(await start('/nowhere/to/be/found'), /ENOENT/)
  assert.match(await withoutDescriptors(() => start(process.execPath)), /EMFILE/)
})
