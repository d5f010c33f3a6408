// What a card does with a model of full size, through the service: FLUX.2 klein with zeros as weights, drawn, cancelled, unloaded.
// Needs a GPU and 32 GB of disk that may stay empty (the files are holes), and the runtime in FOLDER/data/runtimes, or a registry.
//   npm exec -c 'node scripts/try-gpu.ts FOLDER'          on a card
//   npm exec -c 'node scripts/try-gpu.ts FOLDER --toy'    the same steps with a toy on the CPU
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { writeFullKlein, writeToyKlein } from '../test/support/toy-klein.ts'
import { endProcess, startServiceProcess, type ServiceProcess } from './service-process.ts'

const { values, positionals } = parseArgs({
  options: { toy: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const [folder = ''] = positionals
if (folder === '') throw new Error('usage: try-gpu.ts FOLDER [--toy]')
const root = resolve(folder)
const dataDir = join(root, 'data')
const KEY = 'k'.repeat(40)
const POLL_MS = 20
const IDLE_SECONDS = 5
// One model of full size takes 16 GB, and two do not fit.
const MEMORY_GB = 24
const SIZES = values.toy ? ['64x64', '128x128'] : ['512x512', '1024x1024']
const [small = '', large = ''] = SIZES
const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }

type Receipt = {
  status: string
  progress: number
  warnings: string[]
  error: { code: string; message: string } | null
  files: { url: string }[]
}

const failures: string[] = []
function told(what: string, isRight: boolean, detail: string): void {
  if (!isRight) failures.push(what)
  console.log(`${isRight ? 'ok  ' : 'BAD '} ${what}: ${detail}`)
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`

/** What of the card's memory is taken, in MiB; undefined where nothing tells. */
function cardMemory(): number | undefined {
  try {
    const text = execFileSync('nvidia-smi', ['--query-gpu=memory.used', '--format=csv,noheader,nounits'])
    return Number(text.toString().trim().split('\n')[0])
  } catch {
    return undefined
  }
}

const driversOf = ({ pid }: ServiceProcess): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/status`, 'utf8').includes(`\nPPid:\t${pid}\n`) && isDriver(name)
      } catch {
        return false
      }
    })
    .map(Number)

const isDriver = (pid: string): boolean => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('driver.mjs')

type Device = 'gpu' | 'auto' | 'cpu'

async function open(device: Device, env: Record<string, string> = {}): Promise<ServiceProcess> {
  const files = values.toy ? await toy : await full
  const takes = { options: { steps: { type: 'integer' } } }
  const model = { kind: 'image', engine: 'local', files, sizes: SIZES, options: { steps: 4, guidance: 3.5 }, takes }
  const models = { one: model, two: model, toy: { ...model, files: await toy, sizes: ['64x64'] } }
  const config = join(root, `mediagen.${device}.json`)
  const threads = values.toy ? { threads: 1 } : {}
  const local = { device, unloadAfterSeconds: IDLE_SECONDS, memoryGB: MEMORY_GB, ...threads }
  await writeFile(config, JSON.stringify({ local, models }))
  const passed = Object.entries(process.env).filter((each): each is [string, string] => /^(?:VK_|LD_)/.test(each[0]))
  const passedEnv = Object.fromEntries(passed)
  return startServiceProcess({ dataDir, apiKey: KEY, env: { ...passedEnv, MEDIAGEN_CONFIG: config, ...env } })
}

async function submit({ url }: ServiceProcess, model: string, wish: object): Promise<string> {
  const body = JSON.stringify({ model, prompt: 'a red fox in the snow', seed: 42, ...wish })
  const asked = { method: 'POST', headers: { ...headers, prefer: 'respond-async' }, body }
  const answer = await fetch(`${url}/api/ai/images/generations`, asked)
  const id = answer.headers.get('x-task-id')
  if (id === null) throw new Error(await answer.text())
  return id
}

async function until(service: ServiceProcess, id: string, isSo: (receipt: Receipt) => boolean): Promise<Receipt> {
  for (;;) {
    const receipt = (await (await fetch(`${service.url}/api/ai/tasks/${id}`, { headers })).json()) as Receipt
    if (isSo(receipt)) return receipt
    await pause(POLL_MS)
  }
}

const isOver = ({ status }: Receipt): boolean => status === 'success' || status === 'failed'

type Drawn = { ms: number; receipt: Receipt; pixels: string; percents: ReadonlySet<number> }

async function draw(service: ServiceProcess, model: string, wish: object): Promise<Drawn> {
  const began = performance.now()
  const id = await submit(service, model, wish)
  const percents = new Set<number>()
  const receipt = await until(service, id, (each) => {
    percents.add(each.progress)
    return isOver(each)
  })
  const ms = performance.now() - began
  const [file] = receipt.files
  const bytes =
    file === undefined ? Buffer.alloc(0) : Buffer.from(await (await fetch(file.url, { headers })).arrayBuffer())
  // Without what says who made it, which comes with the time of signing.
  const drawn = bytes.subarray(bytes.indexOf('IDAT'), bytes.lastIndexOf('IEND'))
  return { ms, receipt, percents, pixels: createHash('sha256').update(drawn).digest('hex') }
}

async function drawAll(service: ServiceProcess): Promise<void> {
  for (const size of SIZES) {
    const first = await draw(service, 'one', { size })
    const why = first.receipt.error?.message ?? first.receipt.warnings.join(' ')
    told(`first picture ${size}`, first.receipt.status === 'success', `${seconds(first.ms)} ${why}`)
    const later = [await draw(service, 'one', { size }), await draw(service, 'one', { size })]
    const other = await draw(service, 'one', { size, seed: 43 })
    const times = [...later, other].map(({ ms }) => seconds(ms)).join(', ')
    told(
      `later pictures ${size}`,
      [...later, other].every(({ receipt }) => receipt.status === 'success'),
      times,
    )
    const same = later.every(({ pixels }) => pixels === first.pixels) && other.pixels !== first.pixels
    told(`same seed, same picture ${size}`, same, first.pixels.slice(0, 12))
    // Between 0 and 100 are steps of the model.
    const steps = [...first.percents].filter((percent) => percent > 0 && percent < 100)
    told(`steps ${size}`, steps.length > 0, steps.join(', '))
  }
}

async function cancel(service: ServiceProcess): Promise<void> {
  const [pid] = driversOf(service)
  const id = await submit(service, 'one', { size: large, options: { steps: values.toy ? 100_000 : 1_000 } })
  await until(service, id, ({ progress }) => progress >= 10)
  const began = performance.now()
  await fetch(`${service.url}/api/ai/tasks/${id}/cancel`, {
    method: 'POST',
    headers: { authorization: headers.authorization },
  })
  const { error } = await until(service, id, isOver)
  const ms = performance.now() - began
  const next = await draw(service, 'one', { size: large })
  const isKept = driversOf(service).includes(pid ?? 0)
  told('cancel', error?.code === 'cancelled' && ms < 1_000, seconds(ms))
  told('the next picture by the same process', isKept && next.receipt.status === 'success', seconds(next.ms))
}

async function turns(service: ServiceProcess): Promise<void> {
  for (const model of ['two', 'one', 'two']) {
    const { ms, receipt } = await draw(service, model, { size: small })
    const count = driversOf(service).length
    // Two toys fit beside each other.
    const isRight = receipt.status === 'success' && (values.toy || count === 1)
    told(
      `in turns: ${model}`,
      isRight,
      `${seconds(ms)}, ${count} processes, card ${cardMemory()} MiB ${receipt.error?.message ?? ''}`,
    )
  }
}

async function idle(service: ServiceProcess, before: number | undefined): Promise<void> {
  const full = cardMemory()
  const began = performance.now()
  while (driversOf(service).length > 0) await pause(POLL_MS)
  const ended = performance.now() - began
  // Drivers of cards give memory back a moment after the process is gone.
  while (before !== undefined && (cardMemory() ?? 0) > before + 64 && performance.now() - began < 60_000)
    await pause(100)
  const free = performance.now() - began
  const detail = `${full} MiB while loaded; processes gone ${seconds(ended)} after the last picture, card at ${cardMemory()} MiB (${before} before) after ${seconds(free)}`
  told('unloaded when idle', (cardMemory() ?? 0) <= (before ?? 0) + 64, detail)
}

/** Without a driver of the card the runtime would take the CPU and say nothing. */
async function trap(): Promise<void> {
  const none = { VK_ICD_FILENAMES: '/nowhere.json', VK_DRIVER_FILES: '/nowhere.json' }
  const strict = await open('gpu', none)
  const { ms, receipt } = await draw(strict, 'toy', { size: '64x64' })
  told(
    'a card that is not there is refused',
    receipt.status === 'failed',
    `${seconds(ms)} ${receipt.error?.code}: ${receipt.error?.message}`,
  )
  await endProcess(strict.child, 'SIGTERM')
  const loose = await open('auto', none)
  const { receipt: warned } = await draw(loose, 'toy', { size: '64x64' })
  told('or told in the receipt', warned.status === 'success' && warned.warnings.length > 0, warned.warnings.join(' '))
  await endProcess(loose.child, 'SIGTERM')
}

await mkdir(dataDir, { recursive: true })
const toy = writeToyKlein(join(root, 'toy'))
const full = toy.then(({ vae }) =>
  values.toy ? { diffusion_model: '', text_encoder: '', vae } : writeFullKlein(join(root, 'full'), vae),
)
await full
const before = cardMemory()
console.log(`card: ${before} MiB taken before`)
const service = await open(values.toy ? 'cpu' : 'gpu')
try {
  await drawAll(service)
  await cancel(service)
  await turns(service)
  await idle(service, before)
  const again = await draw(service, 'one', { size: small })
  told('first picture in a new process', again.receipt.status === 'success', seconds(again.ms))
} finally {
  await endProcess(service.child, 'SIGTERM')
}
await trap()
if (failures.length > 0) throw new Error(`not as promised: ${failures.join('; ')}`)
