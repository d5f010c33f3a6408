// A driver that has no model, and every fault that one can have. Which one is said by the name of the model's file (for
// loading) and by the prompt (for drawing). Arguments: a folder to leave traces in, and whether to watch for pings.
import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { basename, join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'

const [folder, devices = 'cpu', watches = ''] = process.argv.slice(2)
appendFileSync(join(folder, 'pids'), `${process.pid}\n`)
writeFileSync(join(folder, 'environment'), JSON.stringify(process.env))

const out = new Socket({ fd: 4, readable: false, writable: true })
const input = new Socket({ fd: 3 })
const say = (report) => out.write(`${JSON.stringify(report)}\n`)
/** True the first time that something with this name happens, over all processes of a test. */
const isFirst = (name) => {
  const path = join(folder, `once-${name}`)
  if (existsSync(path)) return false
  writeFileSync(path, '')
  return true
}
const die = (words, code = 134) => {
  process.stderr.write(words, () => process.exit(code))
}
const killed = () => process.kill(process.pid, 'SIGKILL')

const DEVICES = {
  cpu: [{ name: 'CPU', description: 'a fake processor', type: 'cpu' }],
  gpu: [
    { name: 'CPU', description: 'a fake processor', type: 'cpu' },
    { name: 'Vulkan0', description: 'a fake card', type: 'gpu', memoryBytes: 3 * 2 ** 30 },
  ],
}

const loads = {
  dies: () => die('GGML_ASSERT(tensor != NULL) failed'),
  'dies-once': (model) => (isFirst('load') ? die('segmentation fault') : ready(model)),
  damaged: (model) => say({ ev: 'error', message: `read tensor data failed: ${model.files.model}` }),
  hangs: () => undefined,
  'memory-until-tiling': (model) =>
    model.settings.vae_tiling === true ? ready(model) : say({ ev: 'error', message: 'failed to allocate the buffer' }),
  'memory-never-enough': () => die('terminate called after throwing an instance of std::bad_alloc'),
  'gpu-lost': (model) => say({ ev: 'ready', device: 'cpu', devices: DEVICES.cpu, model }),
}

function ready(model) {
  process.stdout.write('  |====>     | 20/40 - 12.0it/s\r')
  out.write('this is no report\n{"ev":"ready"}\n{"ev":"unheard of"}\n')
  say({ ev: 'ready', device: model.settings.device, devices: DEVICES[devices] })
}

let cancelled = () => undefined
const runs = {
  'dies once': (id, job) => (isFirst(job.prompt) ? (step(id, 1, 4), die('GGML_ASSERT: out of bounds')) : draw(id, job)),
  'dies always': (id) => (step(id, 1, 4), die('GGML_ASSERT: out of bounds')),
  'dies after its last step': (id) => (step(id, 4, 4), die('')),
  'is killed once': (id, job) => (isFirst(job.prompt) ? (step(id, 2, 4), killed()) : draw(id, job)),
  'is killed always': (id) => (step(id, 2, 4), killed()),
  refuses: (id) => say({ ev: 'error', id, message: 'width and height must be positive multiples of 16' }),
  hangs: (id) => step(id, 2, 4),
  'hangs and does not stop': (id) => (step(id, 2, 4), (cancelled = () => undefined), (deaf = true)),
  'waits to be cancelled': (id) => {
    step(id, 2, 4)
    cancelled = () => say({ ev: 'error', id, message: 'Job cancelled' })
  },
  'counts wrongly': (id, job) => {
    say({ ev: 'progress', id: 999, phase: 'steps', step: 4, total: 4 })
    say({ ev: 'done', id: 999, bytes: '' })
    step(id, 9, 4)
    step(id, -1, 4)
    step(id, 1, 0)
    draw(id, job)
  },
  'gives nothing': (id) => say({ ev: 'done', id, bytes: '' }),
  'gives no picture': (id) => say({ ev: 'done', id, bytes: Buffer.from('a fox'.repeat(20)).toString('base64') }),
  'gives another size': (id, job) => draw(id, { ...job, width: job.width / 2 }),
  'gives one flat colour': (id, job) => say({ ev: 'done', id, bytes: png(job, () => 7).toString('base64') }),
  floods: (id) => out.write(`${id} garbage\n`.repeat(5_000)),
  'draws with its LoRA': (id, job) =>
    job.options.lora === undefined
      ? say({ ev: 'error', id, message: 'it got no LoRA' })
      : say({ ev: 'error', id, message: `it got ${job.options.lora}` }),
  'memory is short once': (id, job) =>
    isFirst(job.prompt) ? say({ ev: 'error', id, message: 'ErrorOutOfDeviceMemory' }) : draw(id, job),
  'memory is always short': (id) => say({ ev: 'error', id, message: 'ggml_vulkan: Device memory allocation failed' }),
}
let deaf = false

/** A clip as stable-diffusion.cpp leaves it: JPEG frames in an AVI. The prompt says which: all alike, or cut short. */
async function film(id, { prompt, width, height, options }) {
  const { default: sharp } = await import('sharp')
  const frames = []
  for (let at = 0; at < options.video_frames; at++) {
    step(id, at, options.video_frames)
    const background = { r: prompt === 'one colour' ? 90 : at * 7, g: 90, b: 90 }
    frames.push(
      await sharp({ create: { width, height, channels: 3, background } })
        .jpeg()
        .toBuffer(),
    )
  }
  const chunk = (name, data) => {
    const head = Buffer.alloc(8)
    head.write(name, 'latin1')
    head.writeUInt32LE(data.length, 4)
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
  }
  const list = (name, ...parts) => chunk('LIST', Buffer.concat([Buffer.from(name), ...parts]))
  const head = list('hdrl', chunk('avih', Buffer.alloc(56)))
  const body = list('movi', ...frames.map((frame) => chunk('00dc', frame)))
  const avi = chunk('RIFF', Buffer.concat([Buffer.from('AVI '), head, body]))
  const bytes = prompt === 'cut short' ? avi.subarray(0, avi.length / 2) : avi
  say({ ev: 'done', id, bytes: bytes.toString('base64') })
}

const step = (id, at, total) => say({ ev: 'progress', id, phase: 'steps', step: at, total })

function draw(id, job) {
  for (let at = 0; at <= 4; at++) step(id, at, 4)
  let state = job.seed + 1
  const noise = () => ((state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) >>> 16) & 0xff
  say({ ev: 'done', id, bytes: png(job, noise).toString('base64') })
}

function png({ width, height }, value) {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const rows = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y++) for (let x = 1; x <= width * 3; x++) rows[y * (width * 3 + 1) + x] = value()
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const orders = {
  ping: () => say({ ev: 'pong' }),
  probe: () => say({ ev: 'ready', device: 'cpu', devices: DEVICES[devices] }),
  load: ({ model }) => (loads[basename(model.files.model)] ?? ready)(model),
  run: ({ id, job }) => (runs[job.prompt] ?? (job.options.video_frames === undefined ? draw : film))(id, job),
  cancel: () => cancelled(),
  unload: () => process.exit(0),
}

let text = ''
input.on('data', (more) => {
  heard = true
  text += more
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
    const order = JSON.parse(text.slice(0, end))
    text = text.slice(end + 1)
    if (!deaf) orders[order.op](order)
  }
})
input.on('end', () => process.exit(0))
let heard = true
if (watches !== '') setInterval(() => (heard ? (heard = false) : process.exit(0)), 5_000)
