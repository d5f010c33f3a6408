import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { GuardedRequest } from '../ports/runtime.ts'
import { canary, rawCanary } from '../../test/support/canary.ts'
import { aRequest, outcome, textOf } from '../../test/support/guarded-request.ts'
import { manualClock } from '../../test/support/manual-clock.ts'
import { guardedFetch } from './guarded-fetch.ts'

const ALLOW = ['127.0.0.0/8']

async function asked(t: TestContext, reply: Parameters<typeof canary>[1], changes: Partial<GuardedRequest> = {}) {
  const clock = manualClock()
  const server = await canary(t, reply)
  const answer = await guardedFetch({ allow: ALLOW, clock }).request(
    aRequest(`http://127.0.0.1:${server.port}/`, changes),
  )
  return { clock, server, answer }
}

async function askedRaw(t: TestContext, speak: (socket: Socket) => void, changes: Partial<GuardedRequest> = {}) {
  const clock = manualClock()
  const server = await rawCanary(t, (socket) => void socket.once('data', () => speak(socket)))
  const answer = await guardedFetch({ allow: ALLOW, clock }).request(
    aRequest(`http://127.0.0.1:${server.port}/`, changes),
  )
  return { clock, server, answer }
}

const endless: RequestListener = (_request, reply) => {
  const chunk = Buffer.alloc(10_000, 'x')
  const more = () => {
    while (!reply.destroyed && reply.write(chunk));
  }
  reply.on('drain', more)
  more()
}

test('an endless body is cut at the byte, and its connection is destroyed', async (t) => {
  for (const maxBytes of [0, 1, 9_999, 10_000, 10_001, 65_536]) {
    const { answer, server, clock } = await asked(t, endless, { maxBytes, excess: 'cut' })
    assert.equal((await textOf(answer)).length, maxBytes)
    await server.allClosed()
    assert.equal(clock.pending(), 0)
  }
})

test('a body that has filled its limit is not waited for any longer', async (t) => {
  const { answer, server } = await asked(t, (_request, reply) => reply.writeHead(200).write('12345'), {
    maxBytes: 5,
    excess: 'cut',
  })
  assert.equal(await textOf(answer), '12345')
  await server.allClosed()
})

test('an endless body fails as too large where that was asked for, and its connection is destroyed', async (t) => {
  const { answer, server, clock } = await asked(t, endless, { maxBytes: 65_536, excess: 'fail' })
  await assert.rejects(textOf(answer), { name: 'BodyError', fault: 'too_large' })
  await server.allClosed()
  assert.equal(clock.pending(), 0)
})

test('a body of exactly the limit passes, one byte more does not', async (t) => {
  const send =
    (bytes: number): RequestListener =>
    (_request, reply) =>
      void reply.writeHead(200).end('y'.repeat(bytes))
  assert.equal((await textOf((await asked(t, send(5_000), { maxBytes: 5_000 })).answer)).length, 5_000)
  await assert.rejects(textOf((await asked(t, send(5_001), { maxBytes: 5_000 })).answer), { fault: 'too_large' })
  assert.equal((await textOf((await asked(t, send(5_001), { maxBytes: 5_000, excess: 'cut' })).answer)).length, 5_000)
})

test('a body that announces too much is refused before any of it is read', async (t) => {
  const announce: RequestListener = (_request, reply) =>
    void reply.writeHead(200, { 'content-length': 70_000 }).write('z')
  const { answer, server } = await asked(t, announce)
  await assert.rejects(textOf(answer), { fault: 'too_large' })
  await server.allClosed()
})

test('a reset is an address that cannot be reached: before the headers and in the body', async (t) => {
  const before = await askedRaw(t, (socket) => socket.resetAndDestroy())
  assert.equal(before.answer.ok, false)
  assert.equal(before.clock.pending(), 0)
  const within = await askedRaw(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')
  })
  assert.ok(within.answer.ok)
  for (const socket of within.server.sockets) socket.resetAndDestroy()
  await assert.rejects(textOf(within.answer), { name: 'BodyError', fault: 'unreachable' })
  assert.equal(within.clock.pending(), 0)
})

test('a reset while nobody reads does not end the process', async (t) => {
  const { answer, server, clock } = await askedRaw(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')
  })
  for (const socket of server.sockets) socket.resetAndDestroy()
  await server.allClosed()
  await clock.settle()
  await assert.rejects(textOf(answer), { fault: 'unreachable' })
})

test('a body that ends before its announced length is not taken for whole', async (t) => {
  const { answer } = await askedRaw(t, (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'))
  await assert.rejects(async () => textOf(answer), { fault: 'unreachable' })
})

test('identity is asked for, and an encoded body is refused', async (t) => {
  const encoded =
    (encoding: string): RequestListener =>
    (request, reply) => {
      assert.equal(request.headers['accept-encoding'], 'identity')
      reply.writeHead(200, { 'content-encoding': encoding }).end(gzipSync('x'.repeat(1_000_000)))
    }
  for (const encoding of ['gzip', 'GZIP', 'br', 'zstd', 'deflate, gzip', 'identity, gzip', 'x-unknown']) {
    const { answer, server, clock } = await asked(t, encoded(encoding), { headers: { 'Accept-Encoding': 'gzip' } })
    assert.equal(!answer.ok && answer.final, true, encoding)
    await server.allClosed()
    assert.equal(clock.pending(), 0)
  }
  const plain: RequestListener = (_request, reply) =>
    void reply.writeHead(200, { 'content-encoding': 'identity' }).end('as it is')
  assert.equal(await outcome((await asked(t, plain)).answer), '200 as it is')
})

test('where the body is only looked at, or is an error, an encoded answer keeps its status and loses its body', async (t) => {
  const reply: RequestListener = (_request, reply) =>
    void reply.writeHead(202, { 'content-encoding': 'gzip' }).end(gzipSync('taken'))
  const { answer, server } = await asked(t, reply, { excess: 'cut' })
  assert.equal(await outcome(answer), '202 ')
  await server.allClosed()
  const failed: RequestListener = (_request, reply) =>
    void reply.writeHead(503, { 'content-encoding': 'gzip' }).end(gzipSync('later'))
  assert.equal(await outcome((await asked(t, failed)).answer), '503 ', 'an error page is no content either')
})

test('a transfer encoding other than chunked is refused', async (t) => {
  const { answer } = await askedRaw(t, (socket) => {
    socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n4\r\nhalf\r\n0\r\n\r\n')
  })
  assert.equal(answer.ok, false)
})

test('a bomb of headers is refused: one long, many short, and one that never ends', async (t) => {
  const bombs = [
    `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(1_000_000)}\r\n\r\n`,
    `HTTP/1.1 200 OK\r\n${'x: y\r\n'.repeat(10_000)}\r\n`,
    `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(1_000_000)}`,
  ]
  for (const bomb of bombs) {
    const { answer, server, clock } = await askedRaw(t, (socket) => void socket.write(bomb))
    assert.equal(answer.ok, false)
    await server.allClosed()
    assert.equal(clock.pending(), 0)
  }
})

test('what is not HTTP, and an upgrade that nobody asked for, are addresses that cannot be reached', async (t) => {
  const speeches = [
    '+PONG\r\n',
    '220 mail.example ESMTP\r\n',
    'HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n',
    'HTTP/9.9 200 OK\r\n\r\n',
  ]
  for (const speech of speeches) {
    const { answer, server } = await askedRaw(t, (socket) => void socket.write(speech))
    assert.equal(answer.ok, false, speech)
    await server.allClosed()
  }
})

test('a header that would break out of the request is not sent', async (t) => {
  const { answer, server } = await asked(t, endless, { headers: { 'x-a': 'b\r\nx-c: d' } })
  assert.equal(answer.ok, false)
  assert.equal(server.requests(), 0)
})

test('a sender below the minimum speed is given up after a grace, long before the deadline', async (t) => {
  const limits = { minBytesPerSecond: 1_000, deadlineMs: 600_000 }
  const { answer, server, clock } = await asked(
    t,
    (_request, reply) => void reply.writeHead(200).write('x'.repeat(900)),
    limits,
  )
  const reading = textOf(answer)
  const failed = assert.rejects(reading, { fault: 'unreachable', message: 'slower than 1000 bytes a second' })
  await clock.advance(5_000)
  assert.equal(server.sockets.size, 1)
  await clock.advance(1_000)
  await failed
  await server.allClosed()
  assert.equal(clock.pending(), 0)
})

test('a slow reader on our side is not held against the sender', async (t) => {
  const limits = { minBytesPerSecond: 1_000, deadlineMs: 60_000_000, maxBytes: 1_000_000 }
  const { answer, clock } = await asked(t, (_request, reply) => void reply.end('x'.repeat(500_000)), limits)
  assert.ok(answer.ok)
  let bytes = 0
  for await (const chunk of answer.body) {
    bytes += chunk.length
    await clock.advance(300_000)
  }
  assert.equal(bytes, 500_000)
})

test('the same connection is never used twice', async (t) => {
  const server = await canary(t, (_request, reply) => reply.writeHead(200, { connection: 'keep-alive' }).end('once'))
  const guard = guardedFetch({ allow: ALLOW, clock: manualClock() })
  for (let i = 0; i < 3; i++) {
    const closed = once(server.server, 'socket-closed')
    assert.equal(await outcome(await guard.request(aRequest(`http://127.0.0.1:${server.port}/`))), '200 once')
    await closed
  }
  assert.equal(server.connections(), 3)
})
