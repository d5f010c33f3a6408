import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { rawConnection } from '../support/raw-http.ts'
import { openService, type TestService } from '../support/service.ts'

type Hanging = { socket: Socket; heard: () => string; closed: Promise<unknown> }

async function hanging(service: TestService, text: string): Promise<Hanging> {
  const socket = await rawConnection(service.url)
  let heard = ''
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')))
  await new Promise<void>((resolve) => void socket.write(text, () => resolve()))
  return { socket, heard: () => heard, closed: once(socket, 'close') }
}

test('a stop ends clients that hang on, and answers first those that it can', async (t) => {
  const service = await openService(t)
  const made = await service.call('/api/ai/videos', { json: { model: 'sandbox', prompt: '[[hang]]' } })
  const { id } = (await made.json()) as { id: string }
  const head = `Host: localhost\r\nAuthorization: Bearer ${service.key}\r\n`
  const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\n${head}${more}\r\n`

  const halfHeader = await hanging(service, 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n')
  const post = `POST /api/ai/videos HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"pro`
  const halfBody = await hanging(service, post)
  const silent = await hanging(service, '')
  const idle = await hanging(service, get('/healthz'))
  const stream = await hanging(service, get(`/api/ai/tasks/${id}/events`))
  const poll = await hanging(service, get(`/api/ai/videos/${id}`, 'Prefer: wait=60\r\n'))
  for (const { socket, heard } of [idle, stream]) while (heard() === '') await once(socket, 'data')

  const all = [halfHeader, halfBody, silent, idle, stream, poll]
  await Promise.all([service.stop(), ...all.map(({ closed }) => closed)])
  assert.match(poll.heard(), /^HTTP\/1.1 200 OK[^]*"status":"p/)
  assert.match(stream.heard(), /event: task[^]*\r\n0\r\n\r\n$/)
  assert.match(idle.heard(), /"ok"/)
  // They were not waited for until their own time was up, at which they would have been told so.
  for (const { heard } of [halfHeader, silent]) assert.equal(heard(), '')
})

test('a stop ends connections whose client never closes its own side, whatever they were told before', async (t) => {
  const service = await openService(t)
  const { hostname, port } = new URL(service.url)
  const said = ['CONNECT a:1 HTTP/1.1\r\nHost: localhost\r\n\r\n', 'nonsense\r\n\r\n', '']
  const closed = said.map(async (text) => {
    // The other side may end: this one stays.
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(text)
    if (text !== '') await once(socket, 'data')
    return socket
  })
  const sockets = await Promise.all(closed)
  await service.stop()
  for (const socket of sockets) socket.destroy()
})
