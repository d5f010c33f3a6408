import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { capConnections } from '../../src/http/perimeter/connection-caps.ts'
import { atEnd } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import { rawConnection, rawExchange } from '../support/raw-http.ts'
import { openService } from '../support/service.ts'
import { assertNothingStored, filesIn, pngOf } from '../support/uploads.ts'

const VIDEOS = '/api/ai/videos'
// The usual rules, fifty times as fast.
const pace = { lookEveryMs: 40, graceMs: 200, minBytesPerSecond: 8_192 * 50, stalledAfterMs: 400 }

function formHead(key: string, length: number): string {
  const head = `POST ${VIDEOS} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n`
  return `${head}Content-Type: multipart/form-data; boundary=B\r\nContent-Length: ${length}\r\n\r\n`
}

test('a body that arrives too slowly ends with 408 request_timeout, and nothing of it is kept', async (t) => {
  // Nobody loses patience before the bytes have come.
  const patience = { ...pace, graceMs: Number.POSITIVE_INFINITY }
  const service = await openService(t, { replacements: { pace: patience } })
  const socket = await rawConnection(service.url)
  atEnd(t, () => socket.destroy())
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  const closed = once(socket, 'close')
  socket.write(formHead(service.key, 30_000_000))
  socket.write('--B\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n')
  // As much as is written to disk, then a byte now and then. None is under way when the end comes: a client that writes to a closed
  // connection never reads its answer.
  for (const bytes of [Buffer.concat([await pngOf(), Buffer.alloc(2 ** 19)]), Buffer.of(1), Buffer.of(2)]) {
    socket.write(bytes)
    await eventually(async () => ((await filesIn(service, 'spool')).length > 0 ? true : undefined))
  }
  patience.graceMs = pace.graceMs
  await closed
  const answer = Buffer.concat(chunks).toString()
  assert.match(answer, /^HTTP\/1\.1 408 Request Timeout\r\n/)
  assert.match(answer, /"code":"request_timeout","message":"[^"]*400 KiB\/s/)
  const id = /x-request-id: (req_\w+)/.exec(answer)?.[1]
  assert.ok(id !== undefined && answer.includes(`"request_id":"${id}"`))
  assert.ok(service.logLines.some((line) => line.includes('request aborted') && line.includes(id)))
  await eventually(async () => ((await filesIn(service, 'spool')).length === 0 ? true : undefined))
  await assertNothingStored(service)
})

test('a request that waits for its answer is left alone, however slow rules would have it', async (t) => {
  const service = await openService(t, { replacements: { pace } })
  const json = { prompt: '[[delay 1200ms]]', model: 'sandbox' }
  assert.equal((await service.call('/api/ai/images/generations', { json })).status, 200)
})

test('a client that does not read its answer loses its connection', async (t) => {
  const service = await openService(t, { replacements: { pace } })
  const socket = await rawConnection(service.url)
  socket.pause()
  // A long answer many times: what the machine itself holds for a connection is soon full.
  socket.write('GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(400))
  await eventually(() => (service.logLines.some((line) => line.includes('stalled response')) ? true : undefined))
  socket.resume()
  await once(socket, 'close')
})

test('connections above the cap get our error body, and their requests are not processed', async (t) => {
  const service = await openService(t, { env: { MEDIAGEN_MAX_CONNECTIONS: '3' } })
  // Those of the start itself may still be open.
  const held = await Promise.all([1, 2, 3].map(() => rawConnection(service.url)))
  const order = JSON.stringify({ prompt: 'a cat', model: 'sandbox' })
  const head = `POST ${VIDEOS} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${service.key}\r\n`
  const request = `${head}Content-Type: application/json\r\nContent-Length: ${order.length}\r\n\r\n${order}`
  const answer = await rawExchange(service.url, request)
  assert.match(answer, /^HTTP\/1\.1 429 [^]*retry-after: 5\r\n[^]*"code":"rate_limit_exceeded"/)
  assert.match(answer, /x-content-type-options: nosniff/)
  assert.deepEqual(await service.store.tasks.list({ keyId: service.apiKey.id, limit: 1 }), [])
  for (const socket of held) socket.destroy()
  await eventually(async () => {
    const again = await rawExchange(
      service.url,
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    )
    return again.startsWith('HTTP/1.1 200 ') ? true : undefined
  })
  assert.equal(service.logLines.filter((line) => line.includes('connections refused')).length, 1)
})

test('one address may have so many connections; those of proxies and of this machine are not counted', async (t) => {
  const isLocal = { now: true }
  const server = createServer((_request, answer) => answer.end('done'))
  atEnd(t, () => server.close())
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const isExempt = (): boolean => isLocal.now
  capConnections(server, { total: 99, perAddress: 2, isExempt, newRequestId: () => 'req_1', log })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ask = (): Promise<string> => rawExchange(url, 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  const held = await Promise.all([1, 2, 3].map(() => rawConnection(url)))
  atEnd(t, () => held.forEach((socket) => socket.destroy()))
  assert.match(await ask(), /^HTTP\/1\.1 200 /)
  isLocal.now = false
  assert.match(await ask(), /^HTTP\/1\.1 429 /)
})

test('the log names the address that a trusted proxy tells, and otherwise that of the connection', async (t) => {
  for (const [env, address] of [
    [{}, '127.0.0.1'],
    [{ MEDIAGEN_TRUST_PROXY: '127.0.0.1, 10.0.0.0/8' }, '198.51.100.7'],
    [{ MEDIAGEN_TRUST_PROXY: '10.0.0.0/8' }, '127.0.0.1'],
  ] as const) {
    const service = await openService(t, { env })
    await service.call('/api/ai/models', { headers: { 'x-forwarded-for': '1.1.1.1, 198.51.100.7, 10.9.9.9' } })
    const line = await eventually(() => service.logLines.find((each) => each.includes('"route":"/api/ai/models"')))
    assert.equal((JSON.parse(line) as { address: string }).address, address)
  }
})

test('what a proxy forwards never decides under which name answers address the service', async (t) => {
  const service = await openService(t, { env: { MEDIAGEN_TRUST_PROXY: '127.0.0.1' } })
  const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' }
  const made = await service.call('/api/ai/images/generations', { json: { prompt: 'a', model: 'sandbox' }, headers })
  const [{ url } = { url: '' }] = ((await made.json()) as { data: { url: string }[] }).data
  assert.ok(url.startsWith(`${service.url}/files/`), url)
})
