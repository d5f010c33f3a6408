import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { test, type TestContext } from 'node:test'
import { canary, pretendInternet, PUBLIC } from '../../test/support/canary.ts'
import { aRequest, outcome } from '../../test/support/guarded-request.ts'
import { manualClock } from '../../test/support/manual-clock.ts'
import { guardedFetch } from './guarded-fetch.ts'

// Valid for receiver.example and 93.184.216.34 until 2125, trusted by nobody but these tests.
const fixture = (name: string) => readFileSync(new URL(`../../test/fixtures/${name}`, import.meta.url), 'utf8')
const cert = fixture('receiver-test-certificate.pem')
const key = fixture('receiver-test-key.pem')

async function encrypted(t: TestContext, options: { trusted: boolean } & RequestOptions) {
  const seen: string[] = []
  const trap = await canary(t)
  const server = createServer({ cert, key, ALPNProtocols: ['http/1.1'] }, (request, reply) => {
    const { servername } = request.socket as TLSSocket & { servername: unknown }
    seen.push(`${String(servername)} ${request.headers.host}`)
    if (request.url === '/down') reply.writeHead(302, { location: 'http://receiver.example/plain' }).end()
    else reply.end('secret')
  })
  server.on('tlsClientError', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const { dial, dialled } = pretendInternet({ [`${PUBLIC}:443`]: port, [`${PUBLIC}:8443`]: port }, trap)
  const guard = guardedFetch({
    allow: [],
    clock: manualClock(),
    resolve: async () => [PUBLIC],
    dial,
    ...(options.trusted ? { authorities: [cert] } : {}),
  })
  return { guard, seen, dialled }
}

test('https goes to the checked address under the name that was given, in SNI and in Host', async (t) => {
  const { guard, seen, dialled } = await encrypted(t, { trusted: true })
  assert.equal(await outcome(await guard.request(aRequest('https://receiver.example/x'))), '200 secret')
  assert.equal(await outcome(await guard.request(aRequest('https://receiver.example.:8443/x'))), '200 secret')
  assert.deepEqual(seen, ['receiver.example receiver.example', 'receiver.example receiver.example:8443'])
  assert.deepEqual(dialled, [`${PUBLIC}:443`, `${PUBLIC}:8443`])
})

test('https to a literal sends no server name and compares the certificate with the address', async (t) => {
  const { guard, seen } = await encrypted(t, { trusted: true })
  assert.equal(await outcome(await guard.request(aRequest(`https://${PUBLIC}/`))), '200 secret')
  assert.deepEqual(seen, [`false ${PUBLIC}`])
})

test('a certificate for another name is refused before anything is sent', async (t) => {
  const { guard, seen } = await encrypted(t, { trusted: true })
  const answer = await guard.request(aRequest('https://other.example.com/'))
  assert.match(answer.ok ? '' : answer.detail, /ERR_TLS_CERT_ALTNAME_INVALID/)
  assert.deepEqual(seen, [])
})

test('a certificate that nobody vouches for is refused, also when the environment says to accept it', async (t) => {
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  t.after(() => {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
  })
  const { guard, seen } = await encrypted(t, { trusted: false })
  const answer = await guard.request(aRequest('https://receiver.example/'))
  assert.match(answer.ok ? '' : answer.detail, /^TLS: /)
  assert.deepEqual(seen, [])
})

test('a redirect from https down to http is refused and nobody is dialled for it', async (t) => {
  const { guard, dialled } = await encrypted(t, { trusted: true })
  const answer = await guard.request(aRequest('https://receiver.example/down'))
  assert.deepEqual(answer, { ok: false, detail: 'redirect from https to http', final: true })
  assert.deepEqual(dialled, [`${PUBLIC}:443`])
})

test('https to a server that speaks plain text is an address that cannot be reached', async (t) => {
  const plain = await canary(t)
  const guard = guardedFetch({ allow: ['127.0.0.0/8'], clock: manualClock() })
  assert.equal((await guard.request(aRequest(`https://127.0.0.1:${plain.port}/`))).ok, false)
  await plain.allClosed()
})
