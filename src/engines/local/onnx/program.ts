// The driver for ONNX graphs, in a separate Node process that may read files and start threads, and nothing else. It
// speaks our protocol on descriptors 3 and 4; a thread computes, so that the driver answers while a graph runs. Its
// only argument is the library.
import { Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import type { Order, Report } from '../protocol.ts'

type Said = { bytes?: string; problem?: string }

// The compiled program has the same files with another extension.
const SESSION = new URL(import.meta.url.endsWith('.ts') ? './session.ts' : './session.js', import.meta.url)
const [library = ''] = process.argv.slice(2)
const LOOK_MS = 200
// If the service is gone, its pipe shows that; this is for a service that hangs.
const SILENCE_MS = 30_000

const output = new Socket({ fd: 4, readable: false, writable: true })
const say = (report: Report): void => void output.write(`${JSON.stringify(report)}\n`)
const sayLast = (report: Report): void => void output.write(`${JSON.stringify(report)}\n`, () => process.exit(0))

let computing: Worker | undefined
let running: number | undefined
let mostBytes = Infinity
let heardAt = performance.now()

setInterval(() => {
  if (performance.now() - heardAt > SILENCE_MS) process.exit(0)
  const used = process.memoryUsage.rss()
  if (used <= mostBytes) return
  const message = `out of memory: it used ${megabytes(used)}, but may use only ${megabytes(mostBytes)}`
  sayLast({ ev: 'error', message, ...(running === undefined ? {} : { id: running }) })
}, LOOK_MS)

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`

/** Asks the thread that computes. If the thread ends, that is returned as an answer. */
async function ask(order: Order): Promise<Said> {
  const worker = (computing ??= new Worker(SESSION, { workerData: library }))
  return await new Promise((resolve) => {
    worker.once('message', resolve)
    worker.once('error', (error: unknown) =>
      resolve({ problem: error instanceof Error ? error.message : String(error) }),
    )
    worker.postMessage(order, [])
  })
}

async function load(order: Extract<Order, { op: 'load' }>): Promise<void> {
  mostBytes = Number(order.model.settings['memory_bytes'] ?? Infinity)
  const { problem } = await ask(order)
  if (problem === undefined) say({ ev: 'ready', device: 'cpu', devices: [] })
  else say({ ev: 'error', message: problem })
}

async function run(order: Extract<Order, { op: 'run' }>): Promise<void> {
  const { id } = order
  running = id
  say({ ev: 'progress', id, phase: 'steps', step: 0, total: 1 })
  const { bytes, problem } = await ask(order)
  running = undefined
  if (bytes === undefined) say({ ev: 'error', id, message: problem ?? 'it returned nothing' })
  else say({ ev: 'done', id, bytes })
}

async function obey(order: Order): Promise<void> {
  switch (order.op) {
    case 'ping':
      return say({ ev: 'pong' })
    case 'probe':
      return say({ ev: 'ready', device: 'cpu', devices: [] })
    case 'load':
      return await load(order)
    case 'run':
      return await run(order)
    case 'cancel':
      // A graph cannot be stopped; its process can.
      return order.id === running ? sayLast({ ev: 'error', id: order.id, message: 'Job cancelled' }) : undefined
    case 'unload':
      return process.exit(0)
  }
}

const input = new Socket({ fd: 3 })
let parts: string[] = []
input.setEncoding('utf8').on('data', (more: string) => {
  heardAt = performance.now()
  const lines = more.split('\n')
  for (const [index, line] of lines.entries()) {
    parts.push(line)
    if (index === lines.length - 1) break
    const order = JSON.parse(parts.join('')) as Order
    parts = []
    void obey(order)
  }
})
const leave = (): never => process.exit(0)
input.on('end', leave).on('close', leave).on('error', leave)
output.on('error', leave)
