import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { test } from 'node:test'
import { canary, pretendInternet, PUBLIC } from '../../test/support/canary.ts'
import { aRequest } from '../../test/support/guarded-request.ts'
import { manualClock } from '../../test/support/manual-clock.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { isOwn, loopbackAllowance } from './own-addresses.ts'

test('loopback is allowed exactly while the service listens on loopback alone', () => {
  for (const host of ['127.0.0.1', '127.0.0.2', 'localhost', 'LOCALHOST', '::1', '[::1]']) {
    assert.deepEqual(loopbackAllowance({ host }), ['127.0.0.0/8', '::1/128'], host)
  }
  for (const host of ['0.0.0.0', '::', '', '192.168.1.5', '10.0.0.1', 'media.example.com', '::ffff:127.0.0.1']) {
    assert.deepEqual(loopbackAllowance({ host }), [], host)
  }
})

test('anything that lets others in ends it: a public address or name, a proxy, a page of another machine', () => {
  const host = '127.0.0.1'
  for (const url of ['http://127.0.0.1:8080', 'http://localhost', 'http://[::1]:9']) {
    const all = { host, publicUrl: url, publicHosts: [url], corsOrigins: [url] }
    assert.equal(loopbackAllowance(all).length, 2, url)
  }
  for (const url of ['https://media.example.com', 'http://10.0.0.5:8080', 'http://127.0.0.1.example.com', '*']) {
    const each = [{ publicUrl: url }, { publicHosts: ['http://localhost', url] }, { corsOrigins: [url] }]
    for (const more of each) assert.deepEqual(loopbackAllowance({ host, ...more }), [], JSON.stringify(more))
  }
  assert.deepEqual(loopbackAllowance({ host, trustedProxies: ['127.0.0.1'] }), [])
})

test('on a developer’s machine web servers on loopback work out of the box, but for ourselves and the ports of other services', async (t) => {
  const ours = await canary(t)
  const theirs = await canary(t)
  const allowOnWebPorts = loopbackAllowance({ host: '127.0.0.1' })
  const ownAddresses = () => [{ host: '127.0.0.1', port: ours.port }]
  const resolve = async () => ['127.0.0.1']
  const guard = guardedFetch({ allow: [], allowOnWebPorts, clock: manualClock(), ownAddresses, resolve })
  for (const host of ['localhost', '127.0.0.1', 'app.localhost', 'hook.example.com']) {
    assert.equal((await guard.request(aRequest(`http://${host}:${theirs.port}/`))).ok, true, host)
    assert.equal((await guard.request(aRequest(`http://${host}:${ours.port}/`))).ok, false, host)
    assert.equal(guard.mayTry(`http://${host}:${theirs.port}/`), true)
    for (const port of [22, 2375, 6379]) assert.equal(guard.mayTry(`http://${host}:${port}/`), false, `${host}:${port}`)
  }
  assert.equal(guard.mayTry(`http://127.0.0.1:${ours.port}/`), false)
  assert.deepEqual([ours.connections(), theirs.requests()], [0, 4])
  // What the operator names is allowed as it is.
  const named = guardedFetch({ allow: ['127.0.0.1/32'], allowOnWebPorts, clock: manualClock(), ownAddresses })
  assert.equal(named.mayTry('http://127.0.0.1:6379/'), true)
  assert.equal(named.mayTry('http://127.0.0.2:6379/'), false)
})

test('localhost means those loopback addresses that are allowed', async (t) => {
  const theirs = await canary(t)
  const guard = guardedFetch({ allow: ['127.0.0.1'], clock: manualClock() })
  assert.equal((await guard.request(aRequest(`http://localhost:${theirs.port}/`))).ok, true)
  const other = guardedFetch({ allow: ['10.0.0.0/8'], clock: manualClock() })
  assert.equal((await other.request(aRequest(`http://localhost:${theirs.port}/`))).ok, false)
  assert.equal(theirs.connections(), 1)
})

test('without exceptions loopback, internal names and foreign ports are refused unasked', () => {
  const guard = guardedFetch({ allow: [], clock: manualClock(), resolve: () => assert.fail('no lookup is needed') })
  const urls = ['http://localhost:3000/', 'http://127.0.0.1:3000/', 'http://redis/', 'http://a.internal/']
  for (const url of [...urls, 'http://example.com:22/', 'http://example.com:6379/', 'http://example.com:0/']) {
    assert.equal(guard.mayTry(url), false, url)
  }
  for (const port of [80, 443, 1024, 3000, 8080, 8443, 9000, 65_535]) {
    assert.equal(guard.mayTry(`http://example.com:${port}/`), true, String(port))
  }
})

test('an internal name must lead to addresses that the operator allowed, not to public ones', async (t) => {
  const trap = await canary(t)
  const { dial, dialled } = pretendInternet({ '10.1.2.3:9000': trap.port }, trap)
  const names: Record<string, string[]> = { receiver: ['10.1.2.3'], 'wpad.corp': [PUBLIC], mixed: ['10.1.2.3', PUBLIC] }
  const resolve = async (name: string) => names[name] ?? []
  const guard = guardedFetch({ allow: ['10.1.0.0/16'], clock: manualClock(), resolve, dial })
  assert.equal((await guard.request(aRequest('http://receiver:9000/'))).ok, true)
  const wpad = await guard.request(aRequest('http://wpad.corp/'))
  assert.equal(!wpad.ok && wpad.final, true)
  assert.equal((await guard.request(aRequest('http://mixed:9000/'))).ok, false)
  assert.deepEqual(dialled, ['10.1.2.3:9000'])
})

test('a service that listens on every address knows itself at each of them, and by its public name', () => {
  const own = [
    { host: '0.0.0.0', port: 8080 },
    { host: 'Media.example.com', port: 443 },
  ]
  const machine = Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])
  for (const { address } of machine) assert.equal(isOwn(own, address, 8080), true, address)
  assert.equal(isOwn(own, '127.0.0.53', 8080), true)
  assert.equal(isOwn(own, '127.0.0.1', 8081), false)
  assert.equal(isOwn(own, PUBLIC, 8080), false)
  const guard = guardedFetch({ allow: [], clock: manualClock(), ownAddresses: () => own })
  assert.equal(guard.mayTry('https://media.example.com/files/a'), false)
  assert.equal(guard.mayTry('https://media.example.com.:8443/'), true)
})

test('our own address is refused even where its range is allowed, in any spelling of it', () => {
  assert.equal(isOwn([{ host: '::1', port: 1 }], '0:0:0:0:0:0:0:1', 1), true)
  assert.equal(isOwn([{ host: 'localhost', port: 1 }], '::1', 1), true)
  assert.equal(isOwn([{ host: '127.0.0.1', port: 1 }], '127.0.0.2', 1), false)
})
