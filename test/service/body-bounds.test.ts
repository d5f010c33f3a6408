import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { test } from 'node:test'
import { atEnd } from '../support/at-end.ts'
import { rawConnection, rawExchange } from '../support/raw-http.ts'
import { assertNothingStored, formOf, pngOf, refusal } from '../support/uploads.ts'
import { openService, serviceOfFile } from '../support/service.ts'

const openHere = serviceOfFile()
// For tests after which nothing may be stored.
const openUntouched = serviceOfFile()

const VIDEOS = '/api/ai/videos'
const good = { prompt: 'a cat', model: 'sandbox' }
const MIB = 2 ** 20
const headers = { 'content-type': 'application/json' }

test('an image of percent signs is cut off at its limit, in JSON and in a form', async (t) => {
  const service = await openService(t, { env: { MEDIAGEN_MAX_IMAGE_MIB: '1' } })
  const image = `data:,${'%41'.repeat(4 * MIB)}`
  for (const init of [{ json: { ...good, image } }, { method: 'POST', body: formOf({ ...good, image }) }]) {
    const refused = await refusal(await service.call(VIDEOS, init))
    assert.deepEqual([refused.status, refused.code, refused.param], [413, 'image_too_large', 'image'])
  }
  await assertNothingStored(service)
})

test('a picture in a JSON body goes to disk byte for byte, however it is written', async () => {
  const service = await openHere()
  const png = await pngOf(120, 90)
  const base64 = png.toString('base64')
  const percent = png.toString('hex').replaceAll(/../g, '%$&')
  for (const text of [base64, base64.replaceAll('/', '\\/'), base64.replaceAll(/./g, '$&\\n'), percent]) {
    const url = `data:image/png${text === percent ? '' : ';base64'},${text}`
    const body = `{"image": ["${url}", "https://example.com/b.png"], "prompt": "a cat", "model": "sandbox"}`
    const answer = await service.call(VIDEOS, { method: 'POST', headers, body })
    assert.equal(answer.status, 200, await answer.clone().text())
    const { id } = (await answer.json()) as { id: string }
    const [file] = (await service.store.files.ofTask(id)).filter(({ role }) => role === 'reference')
    assert.equal(file?.bytes, png.length)
    assert.deepEqual(
      (await service.store.tasks.find(id))?.references.map(({ from }) => from),
      ['file', 'url'],
    )
  }
})

test('an empty image in JSON is refused, not dropped', async () => {
  const service = await openUntouched()
  for (const image of ['', '  ', ['']]) {
    const refused = await refusal(await service.call(VIDEOS, { json: { ...good, image } }))
    assert.deepEqual([refused.status, refused.code, refused.param], [400, 'invalid_parameter', 'image'])
  }
  await assertNothingStored(service)
})

test('a duplicate name is refused in JSON as in a form', async () => {
  const service = await openHere()
  const body = '{"prompt": "a", "model": "sandbox", "pr\\u006fmpt": "b"}'
  const refused = await refusal(await service.call(VIDEOS, { method: 'POST', headers, body }))
  assert.deepEqual([refused.code, refused.param], ['invalid_parameter', 'prompt'])
  assert.match(refused.message, /twice/)
})

test('a body past the limit by a little is read to its end, so that its sender sees the 413', async (t) => {
  const service = await openService(t, { env: { MEDIAGEN_MAX_BODY_MIB: '4' } })
  for (const path of [VIDEOS, '/api/ai/webhooks/test']) {
    const body = new Blob([`{"prompt": "${'x'.repeat(7 * MIB)}"}`])
    const refused = await refusal(await service.call(path, { method: 'POST', headers, body }))
    assert.deepEqual([refused.status, refused.code], [413, 'payload_too_large'], path)
  }
  assert.equal((await service.call('/healthz')).status, 200)
})

test('a form with more text than any request has is refused', async () => {
  const service = await openHere()
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`field${index}`, 'x'.repeat(30_000)]))
  const refused = await refusal(await service.call(VIDEOS, { method: 'POST', body: formOf(many) }))
  assert.deepEqual([refused.status, refused.code], [413, 'payload_too_large'])
})

test('an odd name is repeated without half of its last character', async () => {
  const service = await openHere()
  const name = `${'x'.repeat(79)}😀`
  for (const init of [{ json: { ...good, [name]: 1 } }, { method: 'POST', body: formOf({ ...good, [name]: '1' }) }]) {
    const refused = await refusal(await service.call(VIDEOS, init))
    assert.equal(refused.param, 'x'.repeat(79))
  }
})

/** Sends without end, or until so much has gone that nobody can be said to have stopped it; gives what was heard meanwhile. */
async function sendWithoutEnd(url: string, head: string): Promise<{ heard: string; sent: number }> {
  const socket = await rawConnection(url)
  let heard = ''
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const piece = Buffer.alloc(64 * 1024, 'a')
  const framed = head.includes('chunked')
    ? Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')])
    : piece
  socket.write(head)
  while (!socket.destroyed && socket.bytesWritten < MOST_SENT) {
    if (!socket.write(framed)) await Promise.race([once(socket, 'drain').catch(() => undefined), closed])
  }
  const sent = socket.bytesWritten
  if (sent >= MOST_SENT) socket.destroy()
  await closed
  return { heard, sent }
}

// What machines themselves take in for a connection is far less.
const MOST_SENT = 256 * MIB

test('a client that keeps sending after its answer is cut off, with a key and without, after any answer', async () => {
  const service = await openHere()
  const key = `Authorization: Bearer ${service.key}\r\n`
  const reader = `Authorization: Bearer ${await service.newKey({ scopes: ['tasks:read'] })}\r\n`
  const endless = 'Content-Length: 5000000000\r\n'
  const chunked = 'Transfer-Encoding: chunked\r\n'
  for (const [line, headers, status] of [
    ['POST /api/ai/videos', endless, 401],
    ['POST /api/ai/videos', chunked, 401],
    ['POST /api/ai/videos', endless + reader, 403],
    ['POST /nothing/at/all', chunked, 404],
    ['POST /api/ai/models', endless + key, 405],
    ['POST /api/ai/videos', `${endless}${key}Content-Type: application/json\r\n`, 413],
    ['POST /api/ai/tasks/1/cancel', endless + key, 404],
    ['POST /api/ai/webhooks/secret/rotate', chunked + key, 200],
    ['GET /healthz', chunked, 200],
    ['GET /healthz', `${endless}Expect: something\r\n`, 417],
  ] as const) {
    const { heard, sent } = await sendWithoutEnd(service.url, `${line} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`)
    assert.ok(heard.startsWith(`HTTP/1.1 ${status} `), `${line}: ${heard.slice(0, 200)}`)
    assert.ok(sent < MOST_SENT, `${line}: ${sent} bytes were taken in`)
    if (status >= 400) assert.match(heard, /\r\nconnection: close\r\n/i, line)
  }
})

test('a client that stops sending after its answer loses the connection all the same', async () => {
  const service = await openHere()
  for (const length of [5_000_000_000, 100])
    assert.match(
      await rawExchange(
        service.url,
        `POST ${VIDEOS} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\nabc`,
      ),
      /^HTTP\/1\.1 401 /,
    )
})

test('a refusal is read by clients that were still sending a large body, and a small body costs no connection', async (t) => {
  const service = await openService(t, { env: { MEDIAGEN_MAX_BODY_MIB: '8' } })
  const body = new Uint8Array(16 * MIB)
  for (let round = 0; round < 3; round++) {
    const stranger = await service.call(VIDEOS, { method: 'POST', key: null, headers, body })
    assert.equal((await refusal(stranger)).code, 'missing_api_key')
    const known = await service.call(VIDEOS, { method: 'POST', headers, body })
    assert.equal((await refusal(known)).code, 'payload_too_large')
    const asked = request(`${service.url}${VIDEOS}`, { method: 'POST', headers })
    asked.on('error', () => {})
    asked.end(body)
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.resume()
    assert.equal(answer.statusCode, 401)
  }
  const small = await service.call(VIDEOS, { key: null, json: good })
  assert.deepEqual([small.status, small.headers.get('connection')], [401, 'keep-alive'])
})

test('a connection that stays open keeps nothing of the requests that were refused on it', async (t) => {
  const service = await openHere()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  atEnd(t, () => agent.destroy())
  const listeners: number[] = []
  const note = (message: unknown): void => {
    listeners.push((message as { socket: Socket }).socket.listenerCount('close'))
  }
  subscribe('http.server.request.start', note)
  atEnd(t, () => void unsubscribe('http.server.request.start', note))
  for (let round = 0; round < 5; round++) {
    const asked = request(`${service.url}${VIDEOS}`, { method: 'POST', headers, agent })
    asked.end(JSON.stringify(good))
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.resume()
    await once(answer, 'end')
    assert.equal(answer.statusCode, 401)
  }
  assert.deepEqual(listeners.slice(2), [listeners[1], listeners[1], listeners[1]])
})
