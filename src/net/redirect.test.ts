import assert from 'node:assert/strict'
import type { IncomingHttpHeaders } from 'node:http'
import { test, type TestContext } from 'node:test'
import { canary, pretendInternet, PUBLIC } from '../../test/support/canary.ts'
import { aRequest, outcome } from '../../test/support/guarded-request.ts'
import { manualClock } from '../../test/support/manual-clock.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { USER_AGENT } from '../core/user-agent.ts'
import { nextHop } from './redirect.ts'

const OTHER = '93.184.216.35'

/** A good host that redirects to `location`, a second good host that answers, and a canary where everything else ends. */
async function redirecting(t: TestContext, location: string | readonly string[], status = 302) {
  const seen: { host: string; url: string; method: string; headers: IncomingHttpHeaders; body: string }[] = []
  const locations = typeof location === 'string' ? [location] : location
  const trap = await canary(t)
  const good = await canary(t, async (request, reply) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const { host = '', ...headers } = request.headers
    seen.push({ host, url: request.url ?? '', method: request.method ?? '', headers, body })
    if (request.url === '/start')
      reply
        .writeHead(
          status,
          locations.flatMap((value) => ['location', value]),
        )
        .end('moved')
    else reply.end('here')
  })
  const { dial, dialled } = pretendInternet({ [`${PUBLIC}:80`]: good.port, [`${OTHER}:80`]: good.port }, trap)
  const names: Record<string, string[]> = { 'one.example.com': [PUBLIC], 'two.example.com': [OTHER] }
  const guard = guardedFetch({
    allow: [],
    clock: manualClock(),
    resolve: async (name) => names[name] ?? ['127.0.0.1'],
    dial,
  })
  return { guard, trap, good, seen, dialled }
}

const START = 'http://one.example.com/start'

test('a redirect to another public host is followed', async (t) => {
  const { guard, seen } = await redirecting(t, 'http://two.example.com/end?x=1')
  assert.equal(await outcome(await guard.request(aRequest(START))), '200 here')
  assert.deepEqual(
    seen.map(({ host, url }) => host + url),
    ['one.example.com/start', 'two.example.com/end?x=1'],
  )
})

test('no redirect leads to a forbidden address, however it is written', async (t) => {
  const forbidden = [
    'http://127.0.0.1/',
    'http://localhost/',
    'http://169.254.169.254/latest/',
    '//127.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:7f00:1]/',
    'http://0x7f000001/',
    'http://127.0.0.1.nip.io/',
    'http://two.example.com:6379/',
    'http://user:pass@two.example.com/',
    'http://metadata.google.internal/',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'data:text/plain,x',
    'http://[',
    '',
  ]
  for (const location of forbidden) {
    const { guard, trap, dialled } = await redirecting(t, location)
    const answer = await guard.request(aRequest(START))
    assert.deepEqual([answer.ok, 'final' in answer], [false, !guard.mayTry(location)], location)
    // An empty location means the same address again: it is followed as often as allowed, and ends there too.
    assert.deepEqual(new Set(dialled), new Set([`${PUBLIC}:80`]), location)
    assert.equal(trap.connections(), 0, location)
  }
})

test('two locations in one answer are not chosen from', async (t) => {
  const { guard, dialled } = await redirecting(t, ['http://two.example.com/', 'http://127.0.0.1/'])
  assert.equal((await guard.request(aRequest(START))).ok, false)
  assert.equal(dialled.includes('127.0.0.1:80'), false)
})

test('with no redirects allowed the answer itself is handed over', async (t) => {
  const { guard, seen } = await redirecting(t, 'http://two.example.com/')
  assert.equal(await outcome(await guard.request(aRequest(START, { maxRedirects: 0 }))), '302 moved')
  assert.equal(seen.length, 1)
})

test('a ring of redirects ends after the allowed number', async (t) => {
  const { guard, good } = await redirecting(t, '/start')
  const answer = await guard.request(aRequest(START, { maxRedirects: 3 }))
  assert.equal(answer.ok, false)
  assert.equal(good.requests(), 4)
  await good.allClosed()
})

test('another host never sees keys, cookies or signatures', async (t) => {
  const headers = {
    Authorization: 'Bearer x',
    cookie: 'a=b',
    'x-api-key': 'k',
    'webhook-id': 'msg',
    'Webhook-Signature': 'v1,x',
    accept: 'image/*',
  }
  const other = await redirecting(t, 'http://two.example.com/end')
  await outcome(await other.guard.request(aRequest(START, { headers })))
  assert.deepEqual(other.seen[0]?.headers, {
    accept: 'image/*',
    'accept-encoding': 'identity',
    authorization: 'Bearer x',
    connection: 'close',
    cookie: 'a=b',
    'user-agent': USER_AGENT,
    'webhook-id': 'msg',
    'webhook-signature': 'v1,x',
    'x-api-key': 'k',
  })
  assert.deepEqual(other.seen[1]?.headers, {
    accept: 'image/*',
    'accept-encoding': 'identity',
    connection: 'close',
    'user-agent': USER_AGENT,
  })
  const same = await redirecting(t, '/end')
  await outcome(await same.guard.request(aRequest(START, { headers })))
  assert.equal(same.seen[1]?.headers.authorization, 'Bearer x')
})

test('a posted body stays with the host it was written for', async (t) => {
  const post = aRequest(START, { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } })
  const away = await redirecting(t, 'http://two.example.com/end', 307)
  assert.equal((await away.guard.request(post)).ok, false)
  assert.equal(away.seen.length, 1)
  const home = await redirecting(t, '/end', 308)
  await outcome(await home.guard.request(post))
  assert.deepEqual([home.seen[1]?.method, home.seen[1]?.body], ['POST', '{"a":1}'])
  const turned = await redirecting(t, 'http://two.example.com/end', 303)
  await outcome(await turned.guard.request(post))
  assert.deepEqual([turned.seen[1]?.method, turned.seen[1]?.body], ['GET', ''])
  assert.equal(turned.seen[1]?.headers['content-type'], undefined)
})

test('a redirect from https to http is refused', () => {
  const hop = { url: new URL('https://one.example.com/'), method: 'GET', headers: {}, body: undefined } as const
  assert.throws(() => nextHop(hop, 302, 'http://one.example.com/'), /https to http/)
  assert.equal(nextHop(hop, 302, '//two.example.com/').url.href, 'https://two.example.com/')
})
