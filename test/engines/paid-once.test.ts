import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Task } from '../../src/core/tasks/task.ts'
import { openTransport, TransportError } from '../../src/engines/transport/transport.ts'
import { eventuallyOn } from '../support/eventually.ts'
import { manualClock } from '../support/manual-clock.ts'
import { openService } from '../support/service.ts'
import { SERVER_SUBJECTS } from './protocols/server-subjects.ts'
import { CLIP, PICTURE } from './support/contract.ts'
import { openFake, type FakeProvider } from './support/fake-provider.ts'
import { atEnd, temporaryFolder } from '../support/at-end.ts'

type Kind = 'image' | 'video'

async function open(t: TestContext, kind: Kind): Promise<{ fake: FakeProvider; run: () => Promise<Task> }> {
  const subject = SERVER_SUBJECTS.find(({ name }) => name.startsWith(`openai-compatible ${kind}`))!
  const fake = await openFake(t, subject.protocol, kind === 'image' ? PICTURE : CLIP)
  const path = join(await temporaryFolder(t), 'mediagen.config.json')
  const config = {
    engines: { gateway: { type: 'openai-compatible', baseURL: `${fake.url}/v1`, keyVariable: 'MY_KEY' } },
    models: { made: { kind, engine: 'gateway', model: 'some-model' } },
  }
  await writeFile(path, JSON.stringify(config))
  const clock = manualClock()
  const env = { MEDIAGEN_CONFIG: path, MY_KEY: 'a-secret-key', MEDIAGEN_RENDER_THREADS: '1' }
  const service = await openService(t, { env, replacements: { clock } })
  const run = async (): Promise<Task> => {
    const route = kind === 'image' ? '/api/ai/images/generations' : '/api/ai/videos'
    const headers = { prefer: 'respond-async' }
    const answer = await service.call(route, { json: { model: 'made', prompt: 'a boat' }, headers })
    const { id } = (await answer.json()) as { id: string }
    return eventuallyOn(clock, 1_000, async () => {
      const task = await service.store.tasks.find(id)
      return task?.finishedAt === null ? undefined : task
    })
  }
  return { fake, run }
}

for (const kind of ['image', 'video'] as const) {
  // A gateway answers 500 when the server behind it dropped the line after it had begun to work.
  for (const status of [500, 502, 504]) {
    test(`${kind}: a start that was answered with ${status} may be paid for, so it is made once`, async (t) => {
      const { fake, run } = await open(t, kind)
      const json = { error: { message: 'Connection error.', type: null, param: null, code: String(status) } }
      fake.onStart.push({ status, json }, { status, json }, { status, json })
      const { error } = await run()
      assert.equal(error?.code, 'start_unknown')
      assert.match(error.message, /Connection error\./)
      assert.equal(fake.starts, 1)
    })
  }
}

async function tcp(t: TestContext, meet: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    meet(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(t, () => server.close())
  return (server.address() as AddressInfo).port
}

async function sentTo(t: TestContext, url: string): Promise<boolean> {
  const transport = openTransport()
  atEnd(t, () => transport.close())
  const error = await transport.send({ method: 'POST', url, body: '{}' }).catch((reason: unknown) => reason)
  assert.ok(error instanceof TransportError, String(error))
  return error.sent
}

test('a line that broke before a connection stood has carried nothing; one that broke later may have', async (t) => {
  const hangsUp = await tcp(t, (socket) => socket.destroy())
  const resets = await tcp(t, (socket) => socket.resetAndDestroy())
  const speaksNoTls = await tcp(t, (socket) => void socket.end('HTTP/1.1 400 no\r\n\r\n'))
  const readsThenResets = await tcp(t, (socket) => socket.once('data', () => socket.resetAndDestroy()))
  const readsThenHangsUp = await tcp(t, (socket) => socket.once('data', () => socket.destroy()))
  assert.equal(await sentTo(t, `https://127.0.0.1:${hangsUp}/`), false, 'hung up in the handshake')
  assert.equal(await sentTo(t, `https://127.0.0.1:${resets}/`), false, 'reset in the handshake')
  assert.equal(await sentTo(t, `https://127.0.0.1:${speaksNoTls}/`), false, 'no TLS there')
  assert.equal(await sentTo(t, 'http://does-not-exist.invalid/'), false, 'no such name')
  assert.equal(await sentTo(t, `http://127.0.0.1:${readsThenResets}/`), true, 'reset after the request')
  assert.equal(await sentTo(t, `http://127.0.0.1:${readsThenHangsUp}/`), true, 'closed after the request')
})
