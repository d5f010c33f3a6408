// The driver itself. It runs in `bare`, not in Node: a copy of it is in the folder of the runtime, next to its
// packages, and imports nothing of ours. It holds one model, and ends by killing itself: the library keeps its threads,
// and a process that has them does not exit in any other way.

type Json = Record<string, unknown>
type Response = { onUpdate(hear: (said: unknown) => void): void; await(): Promise<unknown> }
type Model = {
  load(): Promise<void>
  run?(params: Json): Promise<Response>
  upscale?(image: Uint8Array): Promise<Response>
  cancel(): Promise<void>
}
type Pipe = {
  on(event: string, hear: (data: Uint8Array) => void): void
  write(text: string): void
}
type Maker = new (args: Json) => Model
type Library = { ImgStableDiffusion: Maker; EsrganUpscaler: Maker; VideoStableDiffusion: Maker }
type Device = { name: string; description: string; type: 'cpu' | 'gpu'; memoryBytes: number }

declare const Bare: { pid: number }

const load = async <T>(name: string): Promise<T> => ((await import(name)) as { default: T }).default
const PipeOf = await load<new (descriptor: number) => Pipe>('bare-pipe')
const system = await load<{ kill(pid: number, signal: string): void; ppid(): number }>('bare-os')

const input = new PipeOf(3)
const output = new PipeOf(4)
const say = (report: Json): void => output.write(`${JSON.stringify(report)}\n`)
const leave = (): void => system.kill(Bare.pid, 'SIGKILL')

const TICK_MS = 1_000
// If the service is gone, its pipe and its id show that at once. This is for a service that hangs: a busy one may miss
// some.
const TICKS_WITHOUT_PARENT = 30
const LOG_LOOKS = 50
const LOG_LOOK_MS = 20

let silentTicks = 0
const parent = system.ppid()
// Ticks, not time: while a model is loading, nothing else happens here, and messages are read after it.
setInterval(() => {
  silentTicks += 1
  if (silentTicks > TICKS_WITHOUT_PARENT || system.ppid() !== parent) leave()
}, TICK_MS)

const DEVICE = /GGML backend device\[\d+\]: name='([^']*)', desc='([^']*)', type=(\w+),.*?(?:mem_total=(\d+))?$/
const devices: Device[] = []
const errors: string[] = []
let model: Model | undefined
/** The library applies some settings only per job, whatever it was loaded with. */
let withEachJob: Json = {}

/** The library's own log: which devices it found, and its messages before it gives up. */
function hearLog(level: number, text: string): void {
  const line = text.trim()
  const [, name, description = '', type, memory] = DEVICE.exec(line) ?? []
  if (name !== undefined && !devices.some((each) => each.name === name))
    devices.push({
      name,
      description,
      type: type === 'GPU' || type === 'IGPU' ? 'gpu' : 'cpu',
      memoryBytes: Number(memory ?? 0),
    })
  if (level === 0) errors.push(line.replace(/^\S+:\d+\s+-\s+/, ''))
}

/** Log lines arrive a moment after the event. */
async function logHeard(isHeard: () => boolean): Promise<void> {
  for (let looks = 0; looks < LOG_LOOKS && !isHeard(); looks++)
    await new Promise((resolve) => setTimeout(resolve, LOG_LOOK_MS))
}

const quiet = { info() {}, debug() {}, warn() {}, error() {} }

async function open(files: Json, config: Json, makes: 'larger' | 'image' | 'video'): Promise<Model> {
  const logging = await load<{ setLogger(hear: (level: number, text: string) => void): void }>(
    '@qvac/diffusion-cpp/addonLogging',
  )
  logging.setLogger(hearLog)
  const { ImgStableDiffusion, EsrganUpscaler, VideoStableDiffusion } = await load<Library>('@qvac/diffusion-cpp')
  const settings = { ...config, verbosity: 2 }
  if (makes === 'larger')
    return new EsrganUpscaler({ files: { esrgan: files['upscaler'] }, config: settings, logger: quiet })
  const Maker = makes === 'video' ? VideoStableDiffusion : ImgStableDiffusion
  return new Maker({ files: filesOf(files), config: settings, logger: quiet })
}

/** Our names for the roles of files, and the library's. */
function filesOf(files: Json): Json {
  const named: Json = {
    model: files['model'] ?? files['diffusion_model'],
    llm: files['text_encoder'],
    vae: files['vae'],
    clipL: files['clip_l'],
    t5Xxl: files['t5xxl'],
    highNoiseDiffusionModel: files['high_noise_diffusion_model'],
    clipVision: files['clip_vision'],
    esrgan: files['upscaler'],
  }
  return Object.fromEntries(Object.entries(named).filter(([, path]) => path !== undefined))
}

/** There is no model at that path; before the library finds that out, it lists its devices. */
async function probe(): Promise<void> {
  const nothing = await open({ model: '/nonexistent' }, { device: 'gpu' }, 'image')
  await nothing.load().catch(() => undefined)
  await logHeard(() => errors.length > 0)
  say({ ev: 'ready', device: devices.some(({ type }) => type === 'gpu') ? 'gpu' : 'cpu', devices })
}

async function loadModel({ files, settings, family, does, kind }: Json): Promise<void> {
  const { vae_tiling: tiling, ...rest } = settings as Json
  const flow = family === 'flux2-klein' ? { prediction: 'flux2_flow' } : {}
  // Otherwise, a LoRA without a part for the text encoder crashes the whole process.
  const config: Json = { lora_apply_mode: 'at_runtime', ...flow, ...rest }
  const opened = await open(files as Json, config, kind === 'video' ? 'video' : does === 'upscale' ? 'larger' : 'image')
  await opened.load()
  model = opened
  withEachJob = {
    ...(tiling === true ? { vae_tiling: true } : {}),
    ...(kind === 'video' ? { mode: 'txt2vid' } : {}),
  }
  await logHeard(() => devices.length > 0)
  const isGpu = config['device'] === 'gpu' && devices.some(({ type }) => type === 'gpu')
  say({ ev: 'ready', device: isGpu ? 'gpu' : 'cpu', devices })
}

async function run(id: number, job: Json): Promise<void> {
  if (model === undefined) throw new Error('no model is loaded')
  const { options, images, ...shape } = job as { options: Json; images: string[] } & Json
  const pictures = images.map((image) => new Uint8Array(Buffer.from(image, 'base64')))
  say({ ev: 'progress', id, phase: 'encode', step: 0, total: 1 })
  const [first] = pictures
  const isClip = withEachJob['mode'] !== undefined
  const from = { init_image: first, ...(isClip ? { mode: 'img2vid' } : {}) }
  const given = pictures.length > 1 ? { init_images: pictures } : first === undefined ? {} : from
  const response =
    model.upscale === undefined
      ? await model.run?.({ ...options, ...shape, ...withEachJob, ...given })
      : await model.upscale(first ?? new Uint8Array())
  if (response === undefined) throw new Error('this model draws nothing')
  let bytes = ''
  response.onUpdate((said) => {
    if (said instanceof Uint8Array) bytes = Buffer.from(said).toString('base64')
    else if (typeof said === 'string') tellStep(id, JSON.parse(said) as Json, options['steps'])
  })
  await response.await()
  say({ ev: 'done', id, bytes })
}

/**
 * The library reports the files of a LoRA in the same form before the first step: a real step counts only up to the
 * requested number.
 */
function tellStep(id: number, { step, total }: Json, asked: unknown): void {
  if (typeof asked === 'number' && Number(total) > asked)
    return say({ ev: 'progress', id, phase: 'encode', step: 0, total: 1 })
  say({ ev: 'progress', id, phase: 'steps', step, total })
  if (step === total) say({ ev: 'progress', id, phase: 'decode', step: 0, total: 1 })
}

async function obey(order: Json): Promise<void> {
  switch (order['op']) {
    case 'ping':
      return say({ ev: 'pong' })
    case 'probe':
      return await probe()
    case 'load':
      return await loadModel(order['model'] as Json)
    case 'run':
      return await run(Number(order['id']), order['job'] as Json)
    case 'cancel':
      return await model?.cancel()
    case 'unload':
      return leave()
  }
}

/** A failure in the words of the wrapper and of the library, which knows more. */
async function tellFailure(order: Json, thrown: unknown): Promise<void> {
  if (order['op'] === 'load') await logHeard(() => errors.length > 0)
  const { message = String(thrown) } = thrown as { message?: string }
  const words = [message, ...errors.slice(-2)].join('; ')
  errors.length = 0
  say({ ev: 'error', message: words, ...(order['op'] === 'run' ? { id: order['id'] } : {}) })
}

let text = ''
input.on('data', (more) => {
  silentTicks = 0
  text += Buffer.from(more).toString()
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
    const order = JSON.parse(text.slice(0, end)) as Json
    text = text.slice(end + 1)
    obey(order).catch((thrown: unknown) => tellFailure(order, thrown))
  }
})
input.on('end', leave)
input.on('close', leave)
input.on('error', leave)
output.on('error', leave)
