import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { fc } from '../../test/support/properties.ts'
import { canary, pretendInternet, PUBLIC } from '../../test/support/canary.ts'
import corpus from '../../test/fixtures/guard-corpus.json' with { type: 'json' }
import { aRequest } from '../../test/support/guarded-request.ts'
import { manualClock } from '../../test/support/manual-clock.ts'
import { guardedFetch } from './guarded-fetch.ts'
import type { Resolver } from './resolve.ts'

// As the real name servers answer for these names, or worse.
const resolve: Resolver = async (name) => [name === 'example.com' ? PUBLIC : '127.0.0.1']

/** Every dial ends at the canary, so that one connection to anything at all is counted. */
async function trapped(t: TestContext, allow: readonly string[] = []) {
  const trap = await canary(t)
  const { dial, dialled } = pretendInternet({}, trap)
  return { trap, dialled, guard: guardedFetch({ allow, clock: manualClock(), resolve, dial }) }
}

test('the canary is not blind: it counts a request that is allowed', async (t) => {
  const { trap, guard } = await trapped(t, ['127.0.0.0/8'])
  const answer = await guard.request(aRequest('http://localtest.me:8080/'))
  assert.equal(answer.ok && answer.status, 200)
  assert.equal(trap.requests(), 1)
})

test('no URL of the corpus reaches anything', async (t) => {
  const { trap, guard, dialled } = await trapped(t)
  for (const url of corpus.urls) {
    const answer = await guard.request(aRequest(url))
    // What a URL says stays so; what a name leads to may be different at the next lookup.
    assert.deepEqual([answer.ok, 'final' in answer], [false, !guard.mayTry(url)], url)
  }
  assert.deepEqual([trap.connections(), dialled, corpus.urls.length >= 65], [0, [], true])
})

test('allowing loopback opens loopback alone: metadata, private and foreign ports stay closed', async (t) => {
  const { guard, dialled } = await trapped(t, ['127.0.0.0/8', '::1/128'])
  for (const url of corpus.urls) await guard.request(aRequest(url))
  const elsewhere = dialled.filter((place) => !/^(127\.0\.0\.1|::1):/.test(place))
  assert.deepEqual(elsewhere, [])
})

test('of the corpus addresses exactly the allowed ones are dialled, as literals and behind a name', async (t) => {
  const trap = await canary(t)
  for (const { address, expected } of corpus.addresses) {
    const { dial, dialled } = pretendInternet({}, trap)
    const guard = guardedFetch({ allow: [], clock: manualClock(), resolve: async () => [address], dial })
    const literal = address.includes(':') ? `http://[${address}]/` : `http://${address}/`
    await guard.request(aRequest(literal))
    await guard.request(aRequest('http://name.example.com/'))
    assert.equal(dialled.length, expected === 'allow' ? 2 : 0, address)
    assert.equal(guard.mayTry(literal), expected === 'allow', address)
  }
  assert.equal(trap.requests(), 0)
})

test('a metadata address stays closed inside an allowed range', async (t) => {
  const { guard, dialled } = await trapped(t, ['0.0.0.0/0', '::/0'])
  for (const host of ['169.254.169.254', '168.63.129.16', '100.100.100.200', '192.0.0.192', '[fd00:ec2::254]']) {
    assert.equal((await guard.request(aRequest(`http://${host}/`))).ok, false, host)
  }
  assert.deepEqual(dialled, [])
})

const numberIn = (radix: 8 | 10 | 16, value: number, zeros: number) => {
  const prefix = { 8: '0', 10: '', 16: '0x' }[radix]
  return `${prefix}${radix === 10 ? '' : '0'.repeat(zeros)}${value.toString(radix)}`
}

function partsOf(bytes: readonly number[], count: number): number[] {
  const head = bytes.slice(0, count - 1)
  const tail = bytes.slice(count - 1).reduce((sum, byte) => sum * 256 + byte, 0)
  return [...head, tail]
}

const spelling = fc.record({
  bytes: fc.constantFrom([127, 0, 0, 1], [169, 254, 169, 254]),
  count: fc.integer({ min: 1, max: 4 }),
  radix: fc.array(fc.constantFrom(8 as const, 10 as const, 16 as const), { minLength: 4, maxLength: 4 }),
  zeros: fc.integer({ min: 0, max: 5 }),
  form: fc.constantFrom('v4', 'mapped', 'mapped-long', 'compatible', 'translated', 'nat64', 'sixToFour', 'teredo'),
  disguise: fc.constantFrom(
    'none',
    'full-width',
    'circled',
    'percent',
    'upper',
    'dot',
    'tab',
    'hyphen',
    'ideographic-dot',
  ),
  frame: fc.constantFrom(
    'http://H/',
    'HTTP://H',
    'http:H',
    'http:/H',
    'http:\\\\H\\',
    'http://example.com@H/',
    'http://H#@example.com/',
    'http://H:8080/',
    'https://H/',
    'http://example.com\\@H/',
    ' http://H/',
    'http://H?x',
  ),
})

type Spelling = typeof spelling extends fc.Arbitrary<infer T> ? T : never

function hostOf({ bytes, count, radix, zeros, form }: Spelling): string {
  const [a = 0, b = 0, c = 0, d = 0] = bytes
  const [high, low] = [((a << 8) | b).toString(16), ((c << 8) | d).toString(16)]
  switch (form) {
    case 'v4':
      return partsOf(bytes, count)
        .map((part, i) => numberIn(radix[i] ?? 10, part, zeros))
        .join('.')
    case 'mapped':
      return `[::ffff:${bytes.join('.')}]`
    case 'mapped-long':
      return `[0:0:0:0:0:ffff:${high}:${low}]`
    case 'compatible':
      return `[::${high}:${low}]`
    case 'translated':
      return `[::ffff:0:${high}:${low}]`
    case 'nat64':
      return `[64:ff9b::${high}:${low}]`
    case 'sixToFour':
      return `[2002:${high}:${low}::1]`
    case 'teredo':
      return `[2001:0:${high}:${low}::]`
  }
}

const DISGUISES: Record<string, (host: string) => string> = {
  none: (host) => host,
  'full-width': (host) => host.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  circled: (host) => host.replace(/[1-9]/g, (digit) => String.fromCodePoint(0x2460 + Number(digit) - 1)),
  percent: (host) => host.replace(/\d/, (digit) => `%${digit.charCodeAt(0).toString(16)}`),
  upper: (host) => host.toUpperCase(),
  dot: (host) => `${host}.`,
  tab: (host) => `${host.slice(0, 1)}\t${host.slice(1)}`,
  hyphen: (host) => `${host.slice(0, 1)}\u00ad${host.slice(1)}`,
  'ideographic-dot': (host) => host.replaceAll('.', '。'),
}

test('no spelling of loopback or of the metadata address reaches anything', async (t) => {
  const { trap, guard, dialled } = await trapped(t)
  const seen = new Set<string>()
  const property = fc.asyncProperty(spelling, async (chosen) => {
    const host = DISGUISES[chosen.disguise]?.(hostOf(chosen)) ?? ''
    const url = chosen.frame.replace('H', () => host)
    seen.add(url)
    assert.equal((await guard.request(aRequest(url))).ok, false, url)
  })
  await fc.assert(property, { numRuns: 3_000 })
  assert.deepEqual([trap.connections(), dialled], [0, []])
  assert.ok(seen.size > 1_000)
})

test('on real sockets, no spelling of loopback finds a server that listens there', async (t) => {
  const trap = await canary(t)
  const guard = guardedFetch({ allow: [], clock: manualClock(), resolve })
  const open = guardedFetch({ allow: ['127.0.0.0/8'], clock: manualClock(), resolve })
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '017700000001',
    '0',
    '0.0.0.0',
    'localhost',
    'localhost.',
    'localtest.me',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[::]',
    '１２７.0.0.1',
    '127。0。0。1',
    '127.0.0.1.nip.io',
  ]
  for (const host of hosts) {
    assert.equal((await guard.request(aRequest(`http://${host}:${trap.port}/`))).ok, false, host)
  }
  assert.equal(trap.connections(), 0)
  assert.equal((await open.request(aRequest(`http://127.0.0.1:${trap.port}/`))).ok, true)
  assert.equal(trap.connections(), 1)
})
