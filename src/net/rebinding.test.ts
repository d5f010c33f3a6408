import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canary, pretendInternet, PUBLIC, PUBLIC_V6 } from '../../test/support/canary.ts'
import { aRequest, outcome } from '../../test/support/guarded-request.ts'
import { manualClock } from '../../test/support/manual-clock.ts'
import { guardedFetch } from './guarded-fetch.ts'

test('a name that leads to a good and a bad address is refused, in either order', async (t) => {
  const trap = await canary(t)
  for (const bad of ['127.0.0.1', '10.0.0.1', '::1', 'fd00::1', '::ffff:7f00:1', 'not an address']) {
    for (const found of [
      [PUBLIC, bad],
      [bad, PUBLIC],
      [PUBLIC_V6, PUBLIC, bad],
    ]) {
      const { dial, dialled } = pretendInternet({}, trap)
      const guard = guardedFetch({ allow: [], clock: manualClock(), resolve: async () => found, dial })
      const answer = await guard.request(aRequest('http://mixed.example.com/'))
      assert.deepEqual([answer.ok, 'final' in answer], [false, false], `${found.join()}: the next lookup may be right`)
      assert.deepEqual(dialled, [])
    }
  }
})

test('a name without addresses is refused', async (t) => {
  const trap = await canary(t)
  const { dial, dialled } = pretendInternet({}, trap)
  const guard = guardedFetch({ allow: [], clock: manualClock(), resolve: async () => [], dial })
  const answer = await guard.request(aRequest('http://none.example.com/'))
  assert.deepEqual([answer.ok, 'final' in answer], [false, false], 'it may have some later')
  assert.deepEqual(dialled, [])
})

test('1,000 rounds against a name that changes its address never reach the canary', async (t) => {
  const trap = await canary(t)
  // Every third round redirects back to the same name, which has moved to loopback meanwhile.
  const good = await canary(t, (request, reply) => {
    if (request.url?.startsWith('/back') === true) reply.writeHead(302, { location: '/done' }).end()
    else reply.end('good')
  })
  const { dial, dialled } = pretendInternet({ [`${PUBLIC}:80`]: good.port }, trap)
  const answers = [[PUBLIC], ['127.0.0.1'], [PUBLIC, '127.0.0.1'], ['::1'], [PUBLIC], ['169.254.169.254']]
  let asked = 0
  const resolve = async () => answers[asked++ % answers.length] ?? []
  const guard = guardedFetch({ allow: [], clock: manualClock(), resolve, dial })
  let reached = 0
  for (let round = 0; round < 1_000; round++) {
    const before = asked
    const answer = await guard.request(aRequest(`http://rebind.example.com/${round % 3 === 0 ? 'back' : 'once'}`))
    if (answer.ok) reached += (await outcome(answer)) === '200 good' ? 1 : 0
    assert.ok(asked - before <= 2, 'one lookup a hop')
  }
  assert.equal(trap.connections(), 0)
  assert.deepEqual(new Set(dialled), new Set([`${PUBLIC}:80`]))
  assert.ok(reached > 100, `${reached} rounds were answered`)
})

test('a connection that ends elsewhere than at the checked address is dropped before a byte is sent', async (t) => {
  const trap = await canary(t)
  let bytes = 0
  trap.server.on('connection', (socket) => socket.on('data', (chunk: Buffer) => (bytes += chunk.length)))
  // No route is known for the address, so the socket stands at 127.0.0.1 and says so.
  const { dial } = pretendInternet({}, trap)
  const guard = guardedFetch({ allow: [], clock: manualClock(), resolve: async () => [PUBLIC], dial })
  assert.deepEqual(await guard.request(aRequest('http://name.example.com/')), {
    ok: false,
    detail: 'connected to 127.0.0.1',
    final: true,
  })
  await trap.allClosed()
  assert.equal(bytes, 0)
})

test('a connection that is reset before anybody knows where it stands is a passing failure, and the next address is tried', async (t) => {
  const trap = await canary(t)
  const good = await canary(t, (_request, reply) => reply.end('second'))
  const routes = pretendInternet({ [`${PUBLIC}:80`]: good.port }, trap)
  const dial = (address: string, port: number) => {
    const socket = routes.dial(address, port)
    if (address === PUBLIC_V6) Object.defineProperty(socket, 'remoteAddress', { value: undefined })
    return socket
  }
  const asked = (found: string[]) =>
    guardedFetch({ allow: [], clock: manualClock(), resolve: async () => found, dial }).request(
      aRequest('http://name.example.com/'),
    )
  const alone = await asked([PUBLIC_V6])
  assert.deepEqual(alone, { ok: false, detail: `${PUBLIC_V6} port 80: reset as soon as it was connected` })
  await trap.allClosed()
  assert.equal(trap.requests(), 0)
  assert.equal(await outcome(await asked([PUBLIC_V6, PUBLIC])), '200 second')
})

test('Host is the name, the address is the checked one, and no proxy variable changes that', async (t) => {
  const proxy = await canary(t)
  const hosts: unknown[] = []
  const good = await canary(t, (request, reply) => {
    hosts.push(request.headers.host, request.url)
    reply.end('direct')
  })
  const names = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'HTTPS_PROXY', 'NODE_USE_ENV_PROXY'] as const
  const before = names.map((name) => process.env[name])
  for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : `http://127.0.0.1:${proxy.port}`
  t.after(() => {
    for (const [i, name] of names.entries()) {
      if (before[i] === undefined) delete process.env[name]
      else process.env[name] = before[i]
    }
  })
  const { dial } = pretendInternet({ [`${PUBLIC}:8080`]: good.port }, proxy)
  const guard = guardedFetch({ allow: [], clock: manualClock(), resolve: async () => [PUBLIC], dial })
  const request = aRequest('http://Name.example.com.:8080/a?b#c', { headers: { Host: 'evil.example' } })
  assert.equal(await outcome(await guard.request(request)), '200 direct')
  assert.deepEqual([hosts, proxy.connections()], [['name.example.com:8080', '/a?b'], 0])
})

test('when the first address does not answer, the next one is tried after a quarter second, and only one is kept', async (t) => {
  const trap = await canary(t)
  const clock = manualClock()
  const good = await canary(t, (_request, reply) => reply.end('second'))
  const routes = pretendInternet({ [`${PUBLIC}:80`]: good.port }, trap)
  const silent = await import('node:net').then(({ Socket }) => new Socket())
  const dial = (address: string, port: number) => (address === PUBLIC_V6 ? silent : routes.dial(address, port))
  const guard = guardedFetch({ allow: [], clock, resolve: async () => [PUBLIC_V6, PUBLIC], dial })
  const answer = guard.request(aRequest('http://dual.example.com/'))
  await clock.advance(249)
  assert.deepEqual(routes.dialled, [])
  await clock.advance(1)
  assert.equal(await outcome(await answer), '200 second')
  assert.equal(silent.destroyed, true)
  assert.equal(clock.pending(), 0)
})

test('when the first address refuses, the next one is tried at once', async (t) => {
  const good = await canary(t, (_request, reply) => reply.end('second'))
  const clock = manualClock()
  const guard = guardedFetch({ allow: ['127.0.0.0/8', '::1/128'], clock, resolve: async () => ['::1', '127.0.0.1'] })
  assert.equal(await outcome(await guard.request(aRequest(`http://app.example.com:${good.port}/`))), '200 second')
  assert.equal(await outcome(await guard.request(aRequest(`http://localhost:${good.port}/`))), '200 second')
  assert.equal(clock.pending(), 0)
})
