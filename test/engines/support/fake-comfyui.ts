import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { atEnd, temporaryFolder } from '../../support/at-end.ts'

type Json = Record<string, unknown>
type Job = { id: string; clientId: string; prompt: Json; extra?: Json }

/** A ComfyUI that keeps its queue, history and sockets as the real one does, and works only when the test says so. */
export type FakeComfyUi = {
  url: string
  /** Jobs that were sent, in order, whatever became of them. */
  sent: Job[]
  /** Requests so far, by method and path without ids. */
  counts: Map<string, number>
  /** Answers to coming starts in place of the usual one. */
  refusals: { status: number; json: unknown }[]
  /** Turns away every listener. */
  refusesSockets: boolean
  /** What `/object_info/{class}` knows. */
  nodes: Record<string, Json>
  /** The files of finished jobs, by their name. */
  files: Map<string, Uint8Array>
  /** Is told of each request by method and first part of its path when it has arrived, and may hold the answer back. */
  onRequest?: (name: string) => Promise<void> | void
  /** Ids of the jobs that wait or run, by its own count. */
  jobs(): string[]
  /** Moves the first waiting job to running. */
  run(): void
  /** Ends the running job. */
  finish(entry?: { outputs?: Json; status?: Json }): void
  /** Tells the client of the running job. */
  tell(type: string, data: Json): void
  /** Shows the client of the running job how far it has come. */
  show(picture: Buffer): void
  /** Client ids that listen now. */
  listeners(): string[]
  /** Cuts every socket, as a proxy does. */
  cutSockets(): void
  /** Stops answering, as while it restarts; the queue and the history are gone. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
}

const INTERRUPTED = { status_str: 'error', completed: false, messages: [['execution_interrupted', {}]] }
const PNG_FILE = { filename: 'a.png', subfolder: '', type: 'output' }

export async function openFakeComfyUi(t: TestContext): Promise<FakeComfyUi> {
  let waiting: Job[] = []
  let running: Job[] = []
  let history: Json = {}
  const sockets = new Map<string, Socket>()
  const sent: Job[] = []
  const counts = new Map<string, number>()
  let server = createServer()

  const routes: Record<string, (path: string, body: Buffer) => unknown> = {
    'GET /queue': () => ({ queue_running: running.map(entryOf), queue_pending: waiting.map(entryOf) }),
    'GET /history': (path) => {
      const id = path.split('/')[2] ?? ''
      return id in history ? { [id]: history[id] } : {}
    },
    'GET /object_info': (path) => {
      const name = decodeURIComponent(path.split('/')[2] ?? '')
      return name in fake.nodes ? { [name]: fake.nodes[name] } : {}
    },
    'GET /system_stats': () => ({ system: { comfyui_version: '0.7.0' } }),
    'POST /upload': () => ({ name: 'up.png', subfolder: 'mediagen', type: 'input' }),
    'POST /prompt': (_path, body) => {
      const asked = JSON.parse(body.toString()) as {
        prompt_id: string
        client_id: string
        prompt: Json
        extra_data?: Json
      }
      const { prompt_id: id, client_id: clientId, prompt, extra_data: extra } = asked
      const job = { id, clientId, prompt, ...(extra === undefined ? {} : { extra }) }
      sent.push(job)
      waiting.push(job)
      return { prompt_id: id, number: sent.length, node_errors: {} }
    },
    'POST /queue': (_path, body) => {
      const { delete: ids } = JSON.parse(body.toString()) as { delete: string[] }
      waiting = waiting.filter(({ id }) => !ids.includes(id))
      return {}
    },
    'POST /interrupt': (_path, body) => {
      const { prompt_id: id } = JSON.parse(body.toString()) as { prompt_id: string }
      if (running.some((job) => job.id === id)) history[id] = { outputs: {}, status: INTERRUPTED }
      running = running.filter((job) => job.id !== id)
      return {}
    },
  }

  /** What a request is answered with; what it asks for has happened by then. */
  function answerTo(name: string, url: URL, body: Buffer): { status: number; bytes: Uint8Array | string | undefined } {
    const refusal = name === 'POST /prompt' ? fake.refusals.shift() : undefined
    if (refusal !== undefined) return { status: refusal.status, bytes: JSON.stringify(refusal.json) }
    if (name === 'GET /view') return { status: 200, bytes: fake.files.get(url.searchParams.get('filename') ?? '') }
    const route = routes[name]
    return route === undefined
      ? { status: 404, bytes: '{}' }
      : { status: 200, bytes: JSON.stringify(route(url.pathname, body)) }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray())
    const url = new URL(request.url ?? '', 'http://x')
    const name = `${request.method} /${url.pathname.split('/')[1]}`
    counts.set(name, (counts.get(name) ?? 0) + 1)
    const { status, bytes } = answerTo(name, url, body)
    await fake.onRequest?.(name)
    response.writeHead(status, name === 'GET /view' ? {} : { 'content-type': 'application/json' })
    response.end(bytes)
  }

  const listen = async (port: number): Promise<number> => {
    server = createServer((request, response) => void serve(request, response))
    server.on('upgrade', (request, socket: Socket) => {
      if (fake.refusesSockets) return void socket.destroy()
      accept(request, socket)
      const clientId = new URL(request.url ?? '', 'http://x').searchParams.get('clientId') ?? ''
      sockets.set(clientId, socket)
      // As the real one: a client that leaves takes the name along, even if another has it by now.
      socket.on('close', () => sockets.delete(clientId))
      socket.on('error', () => socket.destroy())
      socket.on('data', () => socket.end())
    })
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  const close = async (): Promise<void> => {
    for (const socket of sockets.values()) socket.destroy()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  atEnd(t, close)

  const fake: FakeComfyUi = {
    url: `http://127.0.0.1:${port}`,
    sent,
    counts,
    refusals: [],
    refusesSockets: false,
    nodes: {},
    files: new Map(),
    jobs: () => [...running, ...waiting].map(({ id }) => id),
    run: () => running.push(...waiting.splice(0, 1)),
    finish(entry = {}) {
      const [job] = running.splice(0, 1)
      if (job === undefined) throw new Error('nothing runs')
      const status = { status_str: 'success', completed: true, messages: [] }
      history[job.id] = { outputs: { 9: { images: [PNG_FILE] } }, status, ...entry }
      // As the real one: the last that is told of a job, once it is in the history.
      const over = { type: 'executing', data: { node: null, prompt_id: job.id } }
      sockets.get(job.clientId)?.write(frame(JSON.stringify(over)))
    },
    tell(type, data) {
      const job = running[0]
      if (job === undefined) throw new Error('nothing runs')
      const text = JSON.stringify({ type, data: { prompt_id: job.id, ...data } })
      sockets.get(job.clientId)?.write(frame(text))
    },
    show(picture) {
      const job = running[0]
      if (job === undefined) throw new Error('nothing runs')
      // That it is a preview, and that it is a PNG.
      sockets.get(job.clientId)?.write(frame(Buffer.concat([Buffer.from([0, 0, 0, 1, 0, 0, 0, 2]), picture])))
    },
    listeners: () => [...sockets.keys()],
    cutSockets() {
      for (const socket of sockets.values()) socket.destroy()
      sockets.clear()
    },
    async goAway() {
      waiting = []
      running = []
      history = {}
      await close()
      sockets.clear()
    },
    comeBack: async () => void (await listen(port)),
  }
  return fake
}

function entryOf({ id, prompt, clientId }: Job, index: number): unknown[] {
  return [index, id, prompt, { client_id: clientId }, ['9']]
}

function accept(request: IncomingMessage, socket: Socket): void {
  const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
  const answer = createHash('sha1').update(key).digest('base64')
  const head = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'
  socket.write(`${head}Sec-WebSocket-Accept: ${answer}\r\n\r\n`)
}

/** One frame from the server: of text, or of bytes. */
function frame(content: string | Buffer): Buffer {
  const body = Buffer.from(content)
  const kind = typeof content === 'string' ? 0x81 : 0x82
  const head = body.length < 126 ? Buffer.from([kind, body.length]) : Buffer.alloc(4)
  if (body.length >= 126) {
    head.set([kind, 126])
    head.writeUInt16BE(body.length, 2)
  }
  return Buffer.concat([head, body])
}

/** Settings for a service with this ComfyUI behind the model `painter`. */
export async function painterSettings(t: TestContext, { url }: FakeComfyUi): Promise<{ MEDIAGEN_CONFIG: string }> {
  const workflows = await temporaryFolder(t)
  const graph = { mediagen: { kind: 'image' }, 1: { class_type: 'KSampler', inputs: { text: '{{prompt}}' } } }
  await writeFile(join(workflows, 'painter.json'), JSON.stringify(graph))
  const config = {
    engines: { comfy: { type: 'comfyui', baseURL: url, workflows } },
    models: { painter: { kind: 'image', engine: 'comfy', model: 'painter.json' } },
  }
  const path = join(await temporaryFolder(t), 'mediagen.config.json')
  await writeFile(path, JSON.stringify(config))
  return { MEDIAGEN_CONFIG: path }
}
