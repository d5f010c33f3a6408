import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { BodyError } from '../core/body-error.ts'
import { canary, type Canary, PUBLIC, rawCanary } from '../../test/support/canary.ts'
import { aRequest, textOf } from '../../test/support/guarded-request.ts'
import { manualClock } from '../../test/support/manual-clock.ts'
import { guardedFetch, type GuardOptions } from './guarded-fetch.ts'

const LOOPBACK = ['127.0.0.0/8', '::1/128']
const LATE = { ok: false, detail: 'not finished within 15000 ms' }

function onLoopback(changes: Partial<GuardOptions> = {}) {
  const clock = manualClock()
  return { clock, guard: guardedFetch({ allow: LOOPBACK, clock, ...changes }) }
}

const at = (server: Canary, scheme = 'http') => `${scheme}://127.0.0.1:${server.port}/`

test('a name server that never answers is given up at the deadline', async () => {
  const { clock, guard } = onLoopback({ resolve: () => new Promise(() => undefined) })
  const answer = guard.request(aRequest('http://slow.example.com/'))
  await clock.advance(14_999)
  assert.equal(clock.pending(), 1)
  await clock.advance(1)
  assert.deepEqual(await answer, LATE)
  assert.equal(clock.pending(), 0)
})

test('a connection that never completes is given up at the deadline, on every address', async () => {
  const attempts: Socket[] = []
  const dial = () => {
    const socket = new Socket()
    attempts.push(socket)
    return socket
  }
  const resolve = async () => Array.from({ length: 50 }, (_, i) => `93.184.216.${i + 1}`)
  const { clock, guard } = onLoopback({ dial, resolve })
  const answer = guard.request(aRequest('http://dead.example.com/'))
  await clock.advance(15_000)
  assert.deepEqual(await answer, LATE)
  assert.deepEqual([attempts.length, attempts.every((socket) => socket.destroyed)], [6, true])
  assert.equal(clock.pending(), 0)
})

test('a TLS handshake that never starts is given up at the deadline', async (t) => {
  const silent = await rawCanary(t, () => undefined)
  const { clock, guard } = onLoopback()
  const answer = guard.request(aRequest(at(silent, 'https')))
  await once(silent.server, 'connection')
  await clock.advance(15_000)
  assert.deepEqual(await answer, LATE)
  await silent.allClosed()
  assert.equal(clock.pending(), 0)
})

test('headers that never come, or never end, are given up at the deadline', async (t) => {
  const starts = ['', 'HTTP/1.1 200 OK\r\nx-slow: ', 'HTTP/1.1 103 Early Hints\r\n\r\n']
  for (const start of starts) {
    const slow = await rawCanary(t, (socket) => void socket.write(start))
    const { clock, guard } = onLoopback()
    const answer = guard.request(aRequest(at(slow)))
    await once(slow.server, 'connection')
    await clock.advance(15_000)
    assert.deepEqual(await answer, LATE)
    await slow.allClosed()
    assert.equal(clock.pending(), 0)
  }
})

test('a body that drips is cut at the deadline, however steady it is', async (t) => {
  const slow = await canary(t, (_request, reply) => void reply.writeHead(200).write('.'))
  const { clock, guard } = onLoopback()
  const answer = await guard.request(aRequest(at(slow)))
  assert.ok(answer.ok)
  let drops = 0
  const dripping = (async () => {
    for await (const chunk of answer.body) {
      drops += chunk.length
      await clock.advance(1_000)
      for (const socket of slow.sockets) socket.write('1\r\n.\r\n')
    }
  })()
  await assert.rejects(dripping, (error) => {
    assert.ok(error instanceof BodyError)
    assert.deepEqual([error.fault, error.message], ['unreachable', 'not finished within 15000 ms'])
    return true
  })
  assert.ok(drops > 0 && drops <= 15)
  await slow.allClosed()
  assert.equal(clock.pending(), 0)
})

test('redirects share one deadline', async (t) => {
  const clock = manualClock()
  const slow = await canary(t, async (_request, reply) => {
    await clock.advance(4_000)
    reply.writeHead(302, { location: '/' }).end()
  })
  const guard = guardedFetch({ allow: LOOPBACK, clock })
  assert.deepEqual(await guard.request(aRequest(at(slow), { maxRedirects: 100 })), LATE)
  assert.equal(slow.requests(), 4)
})

test('an answer that nobody reads holds its connection no longer than the deadline', async (t) => {
  const endless = await canary(t, (_request, reply) => void reply.writeHead(200).write('x'.repeat(1_000)))
  const { clock, guard } = onLoopback()
  const answer = await guard.request(aRequest(at(endless)))
  assert.equal(endless.sockets.size, 1)
  await clock.advance(15_000)
  await endless.allClosed()
  await assert.rejects(textOf(answer), { name: 'BodyError', fault: 'unreachable' })
  assert.equal(clock.pending(), 0)
})

test('a discarded answer frees its connection and its sleeper at once, before, while and after it is read', async (t) => {
  const endless = await canary(t, (_request, reply) => void reply.writeHead(200).write('x'.repeat(1_000)))
  const { clock, guard } = onLoopback()
  const unread = await guard.request(aRequest(at(endless)))
  assert.ok(unread.ok)
  unread.discard()
  await endless.allClosed()
  const begun = await guard.request(aRequest(at(endless)))
  assert.ok(begun.ok)
  for await (const chunk of begun.body) if (chunk.length > 0) break
  await endless.allClosed()
  begun.discard()
  begun.discard()
  assert.equal(clock.pending(), 0)
})

test('a caller who gives up ends the request in any phase', async (t) => {
  const silent = await rawCanary(t, () => undefined)
  const { clock, guard } = onLoopback()
  const early = await guard.request(aRequest(at(silent), { signal: AbortSignal.abort() }))
  assert.deepEqual(early, { ok: false, detail: 'given up by the caller' })
  assert.equal(silent.connections(), 0)
  const stop = new AbortController()
  const late = guard.request(aRequest(at(silent), { signal: stop.signal }))
  await once(silent.server, 'connection')
  stop.abort()
  assert.equal((await late).ok, false)
  await silent.allClosed()
  assert.equal(clock.pending(), 0)
})

test('work that fails after its request was given up disturbs nobody', async () => {
  const resolve = () => Promise.reject(new Error('too late'))
  const { clock, guard } = onLoopback({ resolve })
  const request = aRequest('http://gone.example.com/', { signal: AbortSignal.abort() })
  assert.deepEqual(await guard.request(request), { ok: false, detail: 'given up by the caller' })
  await clock.settle()
})

test('a resolver that throws is an address that cannot be reached', async () => {
  const { clock, guard } = onLoopback({
    resolve: () => Promise.reject(new Error('ENOTFOUND')),
    dial: () => assert.fail(PUBLIC),
  })
  assert.deepEqual(await guard.request(aRequest('http://gone.example.com/')), { ok: false, detail: 'ENOTFOUND' })
  assert.equal(clock.pending(), 0)
})
