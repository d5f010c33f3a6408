import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import type { Store } from '../../src/ports/store.ts'
import { onBothDrivers, type Open } from '../browse/both-drivers.ts'
import { eventually, eventuallyOn } from '../support/eventually.ts'
import { manualClock, type ManualClock } from '../support/manual-clock.ts'
import { rawConnection } from '../support/raw-http.ts'
import type { TestService } from '../support/service.ts'

type Gate = {
  /** While it is shut, a request that looks a task up or makes one waits. */
  isShut: boolean
  /** How many have come to it. */
  came: number
  open: () => void
}

/** A store whose looks at tasks, and new tasks, wait at a gate while it is shut. */
function gated(gate: Gate): (store: Store) => Store {
  let waiting: (() => void)[] = []
  gate.open = () => {
    gate.isShut = false
    for (const go of waiting) go()
    waiting = []
  }
  const pass = async (): Promise<void> => {
    gate.came++
    if (gate.isShut) await new Promise<void>((resolve) => void waiting.push(resolve))
  }
  return (store) => ({
    ...store,
    tasks: {
      ...store.tasks,
      find: async (id) => (await pass(), store.tasks.find(id)),
      view: async (id) => (await pass(), store.tasks.view(id)),
    },
    queue: { ...store.queue, insert: async (...given) => (await pass(), store.queue.insert(...given)) },
  })
}

type Stage = { service: TestService; clock: ManualClock; gate: Gate; hanging: string; ended: string }

/** A service on which each key may have one request of each kind open, under a clock that stands still. */
async function openStage(open: Open): Promise<Stage> {
  const clock = manualClock(Date.now())
  const gate: Gate = { isShut: false, came: 0, open: () => {} }
  const one = { each: 1, total: 20 }
  const slots = { stream: one, wait: one, trial: one }
  const env = { MEDIAGEN_AUTOMATIC1111: 'on' }
  const service = await open({ env, replacements: { clock, wrapStore: gated(gate), slots } })
  const make = async (prompt: string): Promise<string> => {
    const made = await service.call('/api/ai/videos', { json: { model: 'sandbox', prompt } })
    return ((await made.json()) as { id: string }).id
  }
  const [hanging, ended] = [await make('[[hang]]'), await make('a fox')]
  await eventuallyOn(clock, 100, async () =>
    (await service.store.tasks.find(ended))?.status === 'success' ? true : undefined,
  )
  return { service, clock, gate, hanging, ended }
}

type Request = { path: string; headers?: Record<string, string>; json?: object }

/** Every kind of request that stays open until something has happened: to a task, or to what this prompt asks for. */
const KINDS: Readonly<Record<string, (taskId: string, prompt: string) => Request>> = {
  'an event stream': (id) => ({ path: `/api/ai/tasks/${id}/events` }),
  'a long poll': (id) => ({ path: `/api/ai/videos/${id}`, headers: { prefer: 'wait=60' } }),
  'a video that is waited for': (_id, prompt) => ({
    path: '/api/ai/videos',
    headers: { prefer: 'wait=60' },
    json: { model: 'sandbox', prompt },
  }),
  'an image': (_id, prompt) => ({ path: '/api/ai/images/generations', json: { model: 'sandbox', prompt } }),
  'an image under /v1': (_id, prompt) => ({ path: '/v1/images/generations', json: { model: 'sandbox', prompt } }),
  'a stream under /v1': (_id, prompt) => ({
    path: '/v1/images/generations',
    json: { model: 'sandbox', prompt, stream: true },
  }),
  'an image under /sdapi': (_id, prompt) => ({
    path: '/sdapi/v1/txt2img',
    json: { prompt, override_settings: { sd_model_checkpoint: 'sandbox' } },
  }),
  'a tool of an assistant': (_id, prompt) => ({
    path: '/mcp',
    headers: { accept: 'application/json, text/event-stream' },
    json: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'generate_image', arguments: { prompt, model: 'sandbox' } },
    },
  }),
}

/** Sends the request over a bare connection, and does not wait for its answer. */
async function send({ url, key }: TestService, { path, headers = {}, json }: Request): Promise<Socket> {
  const body = json === undefined ? '' : JSON.stringify(json)
  const form = json === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length }
  const all = Object.entries({ host: 'localhost', authorization: `Bearer ${key}`, ...headers, ...form })
  const head = all.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const socket = await rawConnection(url)
  socket.resume()
  socket.write(`${json === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1\r\n${head}\r\n${body}`)
  return socket
}

/** Destroys the connection, and waits until the service has heard of it. */
async function leave({ logLines }: TestService, socket: Socket): Promise<void> {
  const gone = (): number => logLines.filter((line) => line.includes('"hungUp":true')).length
  const before = gone()
  socket.resetAndDestroy()
  await eventually(() => (gone() > before ? true : undefined))
}

/** Asks until there is room for one more of its kind. */
async function findRoom({ service, clock }: Stage, { path, headers = {}, json }: Request): Promise<void> {
  await eventually(async () => {
    let answered: string | undefined
    void service
      .call(path, { headers, ...(json === undefined ? {} : { json }) })
      .then(async (answer) => (answered = `${answer.status} ${await answer.text()}`))
    const text = await eventuallyOn(clock, 100, async () => answered)
    if (text.includes('rate_limit_exceeded')) return undefined
    assert.match(text, /^200 /)
    return true
  })
}

/** Stops the service, and finds nobody left behind who would look at the store some time. */
async function stopsWhole({ service, clock }: Stage): Promise<void> {
  let isStopped = false
  void service.stop().then(() => (isStopped = true))
  await eventuallyOn(clock, 1_000, async () => (isStopped ? true : undefined))
  assert.equal(clock.pending(), 0)
}

onBothDrivers('a client that disconnects frees its slot, and a stop leaves nothing behind', async (_t, open) => {
  const stage = await openStage(open)
  const { service, clock, gate, hanging, ended } = stage
  for (const requestOf of Object.values(KINDS)) {
    // While the store still looks for what is to be held.
    gate.isShut = true
    let before = gate.came
    const early = await send(service, requestOf(hanging, '[[hang]] early'))
    await eventually(() => (gate.came > before ? true : undefined))
    await leave(service, early)
    gate.open()
    await findRoom(stage, requestOf(ended, 'a fox'))
    // While it is held: who looks again and again waits.
    before = gate.came
    const late = await send(service, requestOf(hanging, '[[hang]] late'))
    await eventuallyOn(clock, 500, async () => (gate.came > before + 3 ? true : undefined))
    await leave(service, late)
    await findRoom(stage, requestOf(ended, 'a fox'))
  }
  await stopsWhole(stage)
  // Clients leave: that is no fault of ours, and nothing that an operator should look at.
  const errors = service.logLines.filter((line) => line.includes('"level":"error"'))
  assert.deepEqual(errors, [])
})

onBothDrivers('a stop ends every kind of request that is held', async (_t, open) => {
  const stage = await openStage(open)
  const { service, clock, gate } = stage
  const sockets: Socket[] = []
  for (const requestOf of Object.values(KINDS)) {
    const key = await service.newKey()
    const before = gate.came
    const made = await service.call('/api/ai/videos', { key, json: { model: 'sandbox', prompt: '[[hang]]' } })
    const { id } = (await made.json()) as { id: string }
    sockets.push(await send({ ...service, key }, requestOf(id, '[[hang]] held')))
    await eventuallyOn(clock, 500, async () => (gate.came > before + 4 ? true : undefined))
  }
  await stopsWhole(stage)
  for (const socket of sockets) socket.destroy()
})
