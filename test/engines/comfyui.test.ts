import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { promptIdOf } from '../../src/engines/comfyui/engine.ts'
import { openProgressSocket } from '../../src/engines/comfyui/progress-socket.ts'
import { fillSlots, readWorkflow } from '../../src/engines/comfyui/workflow.ts'
import { SERVER_SUBJECTS, WORKFLOWS } from './protocols/server-subjects.ts'
import { failure, openSubject, quiet, reference, START_KEY, WATCH } from './support/contract.ts'

const subject = SERVER_SUBJECTS.find(({ name }) => name === 'comfyui image')!
const queueOf = (list: string): { json: object } => ({
  json: { queue_running: [], queue_pending: [], [list]: [[1, promptIdOf(START_KEY), {}, {}, []]] },
})

test('the job carries an id made from the start key, and its slots are filled with values of their own type', async (t) => {
  const opened = await openSubject(t, subject, { references: [reference('reference')] })
  await opened.engine.start(opened.job, WATCH)
  const sent = JSON.parse(opened.fake.seen.find(({ path }) => path === '/prompt')!.body.toString()) as {
    prompt_id: string
    prompt: Record<string, { inputs: Record<string, unknown> }>
  }
  assert.match(sent.prompt_id, /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.equal(sent.prompt_id, promptIdOf(START_KEY))
  assert.equal(sent.prompt['2']?.inputs['text'], 'so: a lighthouse at dusk')
  assert.equal(typeof sent.prompt['2']?.inputs['seed'], 'number')
  assert.equal(sent.prompt['1']?.inputs['image'], 'mediagen/up.png')
  assert.equal('mediagen' in sent.prompt, false)
})

test('a second start with the same key adopts the job instead of making another', async (t) => {
  const opened = await openSubject(t, subject)
  await opened.engine.start(opened.job, WATCH)
  for (const list of ['queue_pending', 'queue_running']) {
    opened.fake.onStatus.push(queueOf(list))
    assert.equal((await opened.another().start(opened.job, WATCH)).kind, 'running')
  }
  // Finished in the meantime: it is in the history.
  assert.equal((await opened.another().start(opened.job, WATCH)).kind, 'running')
  assert.equal(opened.fake.starts, 1)
})

test('a job that was known and is now unknown was lost, not finished', async (t) => {
  const opened = await openSubject(t, subject)
  const lost = failure(await opened.engine.status({ promptId: promptIdOf('another') }, opened.job, WATCH))
  assert.equal(lost.code, 'provider_lost_task')
})

test('a running job is interrupted, a waiting one is taken out of the queue', async (t) => {
  const opened = await openSubject(t, subject)
  await opened.engine.start(opened.job, WATCH)
  opened.fake.onStatus.push(queueOf('queue_running'))
  await opened.engine.cancel({ promptId: promptIdOf(START_KEY) }, opened.job.model)
  opened.fake.onStatus.push(queueOf('queue_pending'))
  await opened.engine.cancel({ promptId: promptIdOf(START_KEY) }, opened.job.model)
  assert.deepEqual(
    opened.fake.cancels.map(({ path, body }) => [path, JSON.parse(body.toString())]),
    [
      ['/interrupt', { prompt_id: promptIdOf(START_KEY) }],
      ['/queue', { delete: [promptIdOf(START_KEY)] }],
    ],
  )
})

test('a slot that nothing fills is said by name', async () => {
  const { graph } = await readWorkflow(WORKFLOWS, 'everything.json')
  assert.throws(() => fillSlots(graph, { prompt: 'x' }), /reference.*first_frame|first_frame.*reference/)
})

test('progress comes over the socket as a hint', async (t) => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  t.after(() => void server.close())
  server.on('upgrade', (request, socket) => {
    t.after(() => void socket.destroy())
    const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
    const accept = createHash('sha1').update(key).digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    )
    const text = JSON.stringify({ type: 'progress', data: { prompt_id: 'p1', value: 5, max: 20 } })
    socket.write(Buffer.concat([Buffer.from([0x81, text.length]), Buffer.from(text)]))
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const progress = openProgressSocket(url, 'client', quiet)
  t.after(() => progress.close())
  progress.open()
  while (progress.of('p1') === undefined) await new Promise(setImmediate)
  assert.equal(progress.of('p1'), 25)
})
