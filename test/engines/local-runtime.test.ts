import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { copyFile, mkdir, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import sharp from 'sharp'
import { openWeights } from '../../src/compose/weights.ts'
import { readConfig } from '../../src/config.ts'
import type { DriverProgram } from '../../src/engines/local/driver-process.ts'
import { KILL_AFTER_MS, type Trouble } from '../../src/engines/local/loaded-model.ts'
import { modelPool, type Taken } from '../../src/engines/local/model-pool.ts'
import { onnxDriver } from '../../src/engines/local/onnx/onnx-program.ts'
import { openTransport } from '../../src/engines/transport/transport.ts'
import { systemClock, systemRandom } from '../../src/runtime/system.ts'
import { addModel } from '../../src/weights/add-model.ts'
import { ownOrder } from '../../src/weights/model-order.ts'
import { atEnd, temporaryFolder, wholeFile } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import { RUNTIMES } from '../support/local-runtime.ts'
import { IS_LONG } from '../support/long.ts'
import { openService, type TestService } from '../support/service.ts'
import { writeNcnnUpscaler, writeToyKlein } from '../support/toy-klein.ts'
import { runCommands } from '../support/run-commands.ts'
import { SD1_TENSORS, toySafetensors } from '../weights/toy-weights.ts'
import { writeToyCutout } from '../support/toy-onnx.ts'

type Receipt = {
  status: string
  progress: number
  warnings: string[]
  error: { code: string; message: string } | null
  files: { url: string; width: number; height: number }[]
}

/** The processes of the runtime that some process has started, by what the system says of them. */
function driversOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const isDriver = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('driver.mjs')
        return isDriver && readFileSync(`/proc/${pid}/status`, 'utf8').includes(`\nPPid:\t${parent}\n`)
      } catch {
        return false
      }
    })
    .map(Number)
}

/** On a busy machine one step of a job may last longer than what does not stop is given. */
const PATIENT: typeof systemClock = {
  ...systemClock,
  sleep: (ms, signal, options) => {
    const isLastWait = ms === KILL_AFTER_MS && options === undefined
    return systemClock.sleep(isLastWait ? 1_000 * ms : ms, signal, options)
  },
}

const wholeTime = wholeFile()
let opened: Promise<TestService> | undefined

/** One for the tests of results: to write the toys and to add them takes longer than to draw with them. */
const withToys = (): Promise<TestService> => (opened ??= openWithToys(wholeTime))

async function openWithToys(t: TestContext): Promise<TestService> {
  const folder = await temporaryFolder(t)
  const files = await writeToyKlein(join(folder, 'toy'))
  const cut = join(folder, 'cut.safetensors')
  await copyFile(files.diffusion_model, cut)
  await truncate(cut, 1_000_000)
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  await symlink(RUNTIMES, join(dataDir, 'runtimes'))
  const toy = {
    kind: 'image',
    engine: 'local',
    files,
    sizes: ['64x64'],
    options: { steps: 2, cfg_scale: 1 },
    takes: { options: { steps: { type: 'integer' } } },
  }
  await add(dataDir, await writeNcnnUpscaler(join(folder, 'toy', 'larger.param')))
  await add(dataDir, await writeToyCutout(join(folder, 'toy', 'u2net-toy.onnx')))
  const models = { one: toy, two: toy, cut: { ...toy, files: { ...files, diffusion_model: cut } } }
  const config = join(folder, 'mediagen.config.json')
  await writeFile(config, JSON.stringify({ local: { device: 'cpu', threads: 1 }, models }))
  return await openService(t, { dataDir, env: { MEDIAGEN_CONFIG: config }, replacements: { clock: PATIENT } })
}

/** As `mediagen models add` does. */
async function add(dataDir: string, path: string): Promise<void> {
  const config = readConfig({ MEDIAGEN_DATA_DIR: dataDir })
  const deps = openWeights(config, { clock: systemClock, random: systemRandom })
  await addModel(deps, await ownOrder(deps, path, { files: [], isCopied: false, trustsPickle: false }))
}

const SHAPE = { size: '64x64', seed: 7 }

async function submit(service: TestService, model: string, wish: object = SHAPE): Promise<string> {
  const json = { model, prompt: 'a red fox', ...wish }
  const headers = { prefer: 'respond-async' }
  const answer = await service.call('/api/ai/images/generations', { json, headers })
  return answer.headers.get('x-task-id') ?? ''
}

const receiptOf = async (service: TestService, id: string): Promise<Receipt> =>
  (await (await service.call(`/api/ai/tasks/${id}`)).json()) as Receipt

const ended = (service: TestService, id: string): Promise<Receipt> =>
  eventually(async () => {
    const receipt = await receiptOf(service, id)
    return receipt.status === 'success' || receipt.status === 'failed' ? receipt : undefined
  })

async function pixelsOf(service: TestService, { status, error, files: [file] }: Receipt): Promise<string> {
  assert.equal(status, 'success', error?.message ?? '')
  const bytes = Buffer.from(await (await service.call(file?.url ?? '')).arrayBuffer())
  // Which bytes the model wrote: what says who made it comes with the time of signing.
  const start = bytes.indexOf('IDAT')
  return createHash('sha256')
    .update(bytes.subarray(start, bytes.lastIndexOf('IEND')))
    .digest('hex')
}

test('a real model draws on this machine, step by step, and a damaged file is told', async () => {
  const service = await withToys()
  const first = await submit(service, 'one')
  const told = service.call(`/api/ai/tasks/${first}/events`).then((answer) => answer.text())
  const receipt = await ended(service, first)
  await pixelsOf(service, receipt)
  assert.equal(receipt.files.length, 1)
  const percents = [...(await told).matchAll(/"progress":(\d+)/g)].map((match) => Number(match[1]))
  assert.ok(
    percents.some((percent) => percent > 0 && percent < 100),
    `progress was ${percents.join(', ')}`,
  )

  const { error } = await ended(service, await submit(service, 'cut'))
  assert.equal(error?.code, 'provider_error')
  assert.match(error.message, /The local model 'cut' failed: .*cut\.safetensors/)
})

// Its text encoder takes seconds for each picture. In the short run, `local.test.ts` does this with a scripted driver.
if (IS_LONG)
  test('a real model is cancelled in the middle, draws the next picture, and the same one after a crash', async () => {
    const service = await withToys()
    const others = driversOf(process.pid)
    // A process that does not stop in time is killed: this one did, if it is there for the next picture.
    const cancelled = await submit(service, 'two', { ...SHAPE, options: { steps: 100_000 } })
    await eventually(async () => ((await receiptOf(service, cancelled)).progress >= 10 ? true : undefined))
    const drivers = driversOf(process.pid).filter((pid) => !others.includes(pid))
    assert.equal(drivers.length, 1)
    await service.call(`/api/ai/tasks/${cancelled}/cancel`, { method: 'POST' })
    assert.equal((await ended(service, cancelled)).error?.code, 'cancelled')
    const picture = await pixelsOf(service, await ended(service, await submit(service, 'two')))
    assert.deepEqual(driversOf(process.pid), [...others, ...drivers])

    const next = await submit(service, 'two')
    await eventually(async () => ((await receiptOf(service, next)).progress >= 5 ? true : undefined))
    for (const pid of drivers) process.kill(pid, 'SIGKILL')
    assert.equal(await pixelsOf(service, await ended(service, next)), picture)
    const now = driversOf(process.pid)
    assert.equal(now.length, others.length + 1)
    assert.ok(!now.includes(drivers[0] ?? 0))
  })

test('an upscaler that was converted when it was added enlarges a picture, also one in a form that the library does not read; a graph cuts a picture out', async () => {
  const service = await withToys()
  const tile = [{ input: Buffer.from([200, 80, 20, 255]), raw: { width: 1, height: 1, channels: 4 as const } }]
  const small = await sharp({ create: { width: 16, height: 16, channels: 4, background: '#246' } })
    .composite(tile)
    .webp({ lossless: true })
    .toBuffer()
  const image = `data:image/webp;base64,${small.toString('base64')}`
  const made = await ended(service, await submit(service, 'larger', { image }))
  assert.equal(made.status, 'success', made.error?.message ?? '')
  assert.deepEqual([made.files[0]?.width, made.files[0]?.height], [64, 64])
  const without = await ended(service, await submit(service, 'larger', {}))
  assert.equal(without.error?.message, "The model 'larger' enlarges a picture: send one as image.")
  await cutOut(service)

  // Whatever it has loaded ends with it.
  await service.stop()
  assert.deepEqual(driversOf(process.pid), [])
})

/** Half of the picture is bright: that half stays. */
async function cutOut(service: TestService): Promise<void> {
  const half = { create: { width: 50, height: 60, channels: 3 as const, background: '#ffe0d0' } }
  const picture = await sharp({ create: { ...half.create, width: 100, background: '#102030' } })
    .composite([{ input: await sharp(half).png().toBuffer(), left: 0, top: 0 }])
    .jpeg()
    .toBuffer()
  const image = `data:image/jpeg;base64,${picture.toString('base64')}`
  const made = await ended(service, await submit(service, 'u2net-toy', { image }))
  assert.equal(made.status, 'success', made.error?.message ?? '')
  const { data, info } = await sharp(Buffer.from(await (await service.call(made.files[0]?.url ?? '')).arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true })
  assert.deepEqual([info.width, info.height, info.channels], [100, 60, 4])
  const alphaAt = (x: number): number => data[(30 * 100 + x) * 4 + 3] ?? -1
  assert.ok(alphaAt(10) > 240 && alphaAt(90) < 15, `${alphaAt(10)} and ${alphaAt(90)}`)
  const without = await ended(service, await submit(service, 'u2net-toy', {}))
  assert.equal(without.error?.message, "The model 'u2net-toy' removes the background of a picture: send one as image.")
}

test('a model that is added is tried: in a terminal and as JSON one hears that it runs, or why not', async (t) => {
  const folder = await temporaryFolder(t)
  const dataDir = join(folder, 'data')
  await mkdir(dataDir)
  await symlink(RUNTIMES, join(dataDir, 'runtimes'))
  const config = join(folder, 'mediagen.config.json')
  await writeFile(config, JSON.stringify({ local: { device: 'cpu', threads: 1 } }))
  const env = { ...process.env, MEDIAGEN_DATA_DIR: dataDir, MEDIAGEN_CONFIG: config }
  const larger = await writeNcnnUpscaler(join(folder, 'larger.param'))
  const broken = join(folder, 'broken.safetensors')
  await writeFile(broken, toySafetensors(SD1_TENSORS))
  const [good, bad] = await runCommands(
    [
      ['models', 'add', larger],
      ['models', 'add', broken, '--json'],
    ],
    { env },
  )
  assert.match(
    good?.err ?? '',
    /\n {2}trial {5}16 x 16 made larger …\n {2}trial {5}ok in \d+\.\d s, loading included\.\n/,
  )
  assert.deepEqual([good?.code, bad?.code], [0, 1])
  const said = JSON.parse(bad?.out ?? '') as { id: string; trial: { trouble: string } }
  assert.equal(said.id, 'broken')
  assert.match(said.trial.trouble, /^The local model 'broken' failed: /)
})

test('a graph that takes more memory than it may is ended, and says so; one that is none says why', async (t) => {
  const folder = await temporaryFolder(t)
  const onnx = await writeToyCutout(join(folder, 'toy.onnx'))
  const quiet = (): void => undefined
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
  const options = { folder: RUNTIMES, registry: 'http://127.0.0.1:9', environment: {} }
  const transport = openTransport()
  atEnd(t, () => transport.close())
  const take = async (file: string, memoryBytes: number): Promise<Taken | Trouble> => {
    const programFor = async (_: string, signal: AbortSignal): Promise<DriverProgram> =>
      await onnxDriver(options, { transport, log, signal })
    const pool = modelPool({ clock: systemClock, log, device: 'gpu', unloadAfterMs: 1, memoryBytes, programFor })
    const facts = { id: 'toy', kind: 'image', does: 'cutout', driver: 'onnx', sizes: [], defaults: {} } as const
    const taken = await pool.take({ ...facts, family: 'u2net', files: { onnx: file }, licence: '' }, 0, t.signal)
    await pool.close()
    return taken
  }
  const full = await take(onnx, 1e6)
  assert.ok(full.kind === 'memory', full.kind)
  assert.match(full.detail, /out of memory: it used \d+ MB, but may use only 1 MB/)
  await truncate(onnx, 60)
  const broken = await take(onnx, 2e9)
  assert.ok(broken.kind === 'refused', broken.kind)
  assert.match(broken.detail, /protobuf|model/i)
})

test('a driver whose service was killed leaves by itself', async () => {
  const program = new URL('./support/orphan-driver.ts', import.meta.url).pathname
  const parent = spawn(process.execPath, [program, RUNTIMES], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [started] = (
    await new Promise<string>((resolve) => {
      parent.stdout.setEncoding('utf8').once('data', resolve)
    })
  ).split('\n')
  assert.equal(started, 'ready')
  const drivers = driversOf(parent.pid ?? 0)
  assert.equal(drivers.length, 1)
  parent.kill('SIGKILL')
  await eventually(() => {
    try {
      return process.kill(drivers[0] ?? 0, 0) ? undefined : true
    } catch {
      return true
    }
  })
})
