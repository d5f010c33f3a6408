// The driver for upstream's `sd-server`, in a separate Node process: it speaks our protocol on descriptors 3 and 4, and
// HTTP on loopback to the server, which it starts with one model. The server cannot stop in the middle of a picture and
// reports no steps over HTTP: steps are read from its output, and cancelling ends it. Its only argument is the path of
// the server.
import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, Socket, type AddressInfo } from 'node:net'
import type { Order, Report } from '../protocol.ts'
import { namedLoras } from '../loras.ts'
import { devicesIn, imageRequest, serverArguments, stepIn } from './requests.ts'
import { askServer, type Answer } from './ask-server.ts'

const [binary = ''] = process.argv.slice(2)
const LOOK_EVERY_MS = 200
const MOST_WORDS = 64 * 1024
const BAR = /\r?[ \t]*\|[^|\r\n]*\|[^\r\n]*?\d(?:it\/s|s\/it|[KMG]?B\/s)/g

const output = new Socket({ fd: 4, readable: false, writable: true })
const say = (report: Report): void => void output.write(`${JSON.stringify(report)}\n`)
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

type Load = Extract<Order, { op: 'load' }>['model']
type Run = Extract<Order, { op: 'run' }>

let server: ChildProcess | undefined
let port = 0
let words = ''
let model: Load | undefined
let running: number | undefined
let isLeaving = false

/** Nothing of the server stays behind: it holds the memory of a card. */
function leave(code: number): never {
  isLeaving = true
  server?.kill('SIGKILL')
  process.exit(code)
}

/** Starts the server. Its output goes to our parent, and is searched for steps. */
function start(args: readonly string[], settings: Load['settings']): ChildProcess {
  // A build with GPU support uses the card; if told that there is none, it uses the processor.
  const hidden = settings['device'] === 'cpu' ? ['CUDA_VISIBLE_DEVICES=', 'GGML_VK_VISIBLE_DEVICES='] : []
  const [program = '', ...before] = hidden.length === 0 ? [binary] : ['/usr/bin/env', ...hidden, binary]
  const child = spawn(program, [...before, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const)
    from.on('data', (chunk: Buffer) => {
      const text = chunk.toString()
      // A progress bar has no line end, so the words after it, which may be the last ones, are put on their own line.
      to.write(text.replace(BAR, '\n'))
      words = (words + text).slice(-MOST_WORDS)
      const step = running === undefined ? undefined : stepIn(text)
      if (step !== undefined && running !== undefined) say({ ev: 'progress', id: running, phase: 'steps', ...step })
    })
  return child
}

const ended = (child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> =>
  new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }))
    child.once('error', ({ message }) => {
      words += message
      resolve({ code: 127, signal: null })
    })
  })

/** There is no model at that path; before the server finds that out, it lists its devices. */
async function probe(): Promise<void> {
  const child = start(['-m', '/nonexistent', '-v', '--listen-port', String(await freePort())], {})
  await ended(child)
  tellReady()
}

function tellReady(): void {
  const devices = devicesIn(words)
  say({ ev: 'ready', device: devices.some(({ type }) => type === 'gpu') ? 'gpu' : 'cpu', devices })
}

async function load(asked: Load): Promise<void> {
  port = await freePort()
  words = ''
  const child = start(
    [...serverArguments(asked), '--listen-ip', '127.0.0.1', '--listen-port', String(port)],
    asked.settings,
  )
  server = child
  void endWith(child)
  while (child.exitCode === null && child.signalCode === null) {
    if ((await ask('GET', '/sdcpp/v1/capabilities')).status === 200) {
      model = asked
      return tellReady()
    }
    await pause(LOOK_EVERY_MS)
  }
}

/** We end in the same way as the server: this shows whether it was killed, or gave up by itself. */
async function endWith(child: ChildProcess): Promise<void> {
  const { code, signal } = await ended(child)
  if (isLeaving) return
  if (signal !== null) process.kill(process.pid, signal)
  else if (model === undefined && code === 1) say({ ev: 'error', message: lastWords() })
  else leave(code ?? 1)
}

const ask = (method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> =>
  askServer(port, method, path, body)

async function run({ id, job }: Run): Promise<void> {
  if (model === undefined) return say({ ev: 'error', id, message: 'no model is loaded' })
  running = id
  const known = await ask('GET', '/sdcpp/v1/capabilities')
  const loras = namedLoras(job.options['lora'], lorasOf(known.json))
  if ('problem' in loras) return failed(id, { status: 400, json: { message: loras.problem } })
  say({ ev: 'progress', id, phase: 'encode', step: 0, total: 1 })
  const begun = await ask('POST', '/sdcpp/v1/img_gen', imageRequest(model, job, loras.found))
  if (begun.status !== 202) return failed(id, begun)
  for (;;) {
    await pause(LOOK_EVERY_MS)
    const { status, json } = await ask('GET', `/sdcpp/v1/jobs/${String(begun.json['id'])}`)
    // It may have ended between two polls: its exit event reports that.
    if (status === 0) continue
    if (json['status'] === 'queued' || json['status'] === 'generating') continue
    running = undefined
    if (json['status'] !== 'completed') return failed(id, { status, json })
    const { images } = (json['result'] ?? {}) as { images?: { b64_json?: string }[] }
    return say({ ev: 'done', id, bytes: images?.[0]?.b64_json ?? '' })
  }
}

/** The LoRA files that the server found in its folder. */
function lorasOf({ loras }: Answer['json']): { name: string; path: string }[] {
  const there = (Array.isArray(loras) ? loras : []) as { name?: unknown; path?: unknown }[]
  return there.flatMap(({ name, path }) =>
    typeof name === 'string' && typeof path === 'string' ? [{ name, path }] : [],
  )
}

function failed(id: number, { status, json }: Answer): void {
  running = undefined
  const { message } = (json['error'] ?? {}) as { message?: unknown }
  const text = typeof message === 'string' ? message : typeof json['message'] === 'string' ? json['message'] : ''
  say({ ev: 'error', id, message: text === '' ? `sd-server responded with ${status}: ${lastWords()}` : text })
}

const lastWords = (): string =>
  words
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && stepIn(line) === undefined)
    .slice(-2)
    .join(' ')

async function freePort(): Promise<number> {
  const listening = createServer()
  await new Promise<void>((resolve) => void listening.listen(0, '127.0.0.1', resolve))
  const { port: free } = listening.address() as AddressInfo
  await new Promise((resolve) => void listening.close(resolve))
  return free
}

async function obey(order: Order): Promise<void> {
  switch (order.op) {
    case 'ping':
      return say({ ev: 'pong' })
    case 'probe':
      return await probe()
    case 'load':
      return await load(order.model)
    case 'run':
      return await run(order)
    case 'cancel':
      if (order.id !== running) return
      // It cannot stop, and nobody wants to wait for an unwanted picture.
      output.write(`${JSON.stringify({ ev: 'error', id: order.id, message: 'Job cancelled' })}\n`, () => leave(0))
      return
    case 'unload':
      return leave(0)
  }
}

const input = new Socket({ fd: 3 })
let text = ''
input.setEncoding('utf8').on('data', (more: string) => {
  text += more
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
    const order = JSON.parse(text.slice(0, end)) as Order
    text = text.slice(end + 1)
    obey(order).catch((thrown: unknown) => {
      const message = thrown instanceof Error ? thrown.message : String(thrown)
      say({ ev: 'error', message, ...(order.op === 'run' ? { id: order.id } : {}) })
    })
  }
})
// The service is gone: so are we, and the server with us.
input
  .on('end', () => leave(0))
  .on('close', () => leave(0))
  .on('error', () => leave(0))
output.on('error', () => leave(0))
