import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { integer, octets, sequence } from '../../src/media/credentials/der.ts'
import { timeStamps } from '../../src/media/credentials/time-stamp.ts'
import { guardedFetch } from '../../src/net/guarded-fetch.ts'
import { hookServer } from '../support/hook-server.ts'
import { manualClock } from '../support/manual-clock.ts'

const NEVER = new Promise<never>(() => undefined)

async function* beginsOnly(): AsyncGenerator<Uint8Array> {
  yield Uint8Array.of(0x30)
  await NEVER
}

/** An answer in the form of RFC 3161 with this status, whose token is these bytes. */
const answering = (status: number, token: Uint8Array): Buffer =>
  Buffer.from(sequence(sequence(integer(Uint8Array.of(status))), octets(token)))

test('an authority that answers with garbage, too much, a refusal or a stamp for other data gives no stamp, and says why', async (t) => {
  let reply: (query: Buffer) => Buffer | number = () => 500
  const asked: Buffer[] = []
  const url = await hookServer(t, async (query, type) => {
    assert.equal(type, 'application/timestamp-query')
    asked.push(query)
    return reply(query)
  })
  const clock = manualClock()
  const stamp = timeStamps(guardedFetch({ allow: ['127.0.0.0/8'], clock }), url, clock)
  const claim = Buffer.from('a signature')
  let earlier: Uint8Array = Buffer.alloc(0)
  for (const [answer, trouble] of [
    [() => 500, /returned no token/],
    [() => Buffer.alloc(0), /returned no token/],
    [() => Buffer.from('<html>a page for people who are signed out</html>'), /returned no token/],
    [() => Buffer.alloc(2 ** 16, 0x30), /returned no token/],
    [() => Buffer.from('30849fffffff', 'hex'), /returned no token/],
    [() => Buffer.alloc(2 ** 16 + 1), /is incomplete/],
    [(query: Buffer) => answering(2, query), /returned no token/],
    [(query: Buffer) => answering(0, Buffer.concat([query, Buffer.alloc(11_000)])), /returned no token/],
    [(query: Buffer) => ((earlier = query), answering(0, query)), undefined],
    // What was stamped before: the digest is the same, the number of the question is not.
    [() => answering(0, earlier), /returned no token/],
  ] as const) {
    reply = answer
    asked.length = 0
    await clock.advance(30_000)
    const said = await stamp(claim)
    if (trouble === undefined)
      assert.deepEqual('token' in said && Buffer.from(said.token).includes(asked[0] ?? 'no'), true)
    else assert.match('trouble' in said ? said.trouble : '', trouble)
    assert.equal(asked.length, trouble === undefined ? 1 : 2)
    assert.ok(asked.every((query) => !query.includes(claim)))
  }
})

test('an authority that is silent, or begins and never ends, is left after its time, and those that come after do not wait for it', async (t) => {
  for (const answer of [async () => NEVER, async () => Readable.from(beginsOnly())]) {
    const arrivals: (() => void)[] = []
    let asked = 0
    const url = await hookServer(t, async () => {
      asked++
      arrivals.shift()?.()
      return answer()
    })
    const clock = manualClock()
    const stamp = timeStamps(guardedFetch({ allow: ['127.0.0.0/8'], clock }), url, clock)
    const next = async (): Promise<void> => new Promise((resolve) => void arrivals.push(resolve))
    const first = next()
    const waiting = stamp(Buffer.from('one'))
    await first
    const second = next()
    await clock.advance(10_000)
    await second
    await clock.advance(10_000)
    const said = await waiting
    assert.ok('trouble' in said, JSON.stringify(said))
    assert.equal(asked, 2)
    assert.match(JSON.stringify(await stamp(Buffer.from('two'))), /is not responding/)
    assert.equal(asked, 2)
    await clock.advance(30_000)
    const third = next()
    void stamp(Buffer.from('three'))
    await third
    assert.equal(asked, 3)
    await clock.advance(20_000)
  }
})
