import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { Unfetched } from '../../src/core/files/unfetched.ts'
import { USER_AGENT } from '../../src/core/user-agent.ts'
import { openTransport, type Transport } from '../../src/engines/transport/transport.ts'
import type { EngineBytes } from '../../src/ports/engine.ts'
import { CLIP, save } from './support/contract.ts'
import { manualClock, type ManualClock } from '../support/manual-clock.ts'
import { atEnd } from '../support/at-end.ts'

type Served = { url: string; clock: ManualClock; transport: Transport; seen: IncomingMessage[] }

async function serve(t: TestContext, reply: (response: ServerResponse) => void): Promise<Served> {
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    seen.push(request)
    reply(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const clock = manualClock()
  const transport = openTransport({ clock })
  atEnd(t, async () => {
    await transport.close()
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/clip`, clock, transport, seen }
}

test('a download that was fast and then trickles is given up after half a minute', async (t) => {
  let sending: ServerResponse | undefined
  const { url, clock, transport } = await serve(t, (response) => {
    sending = response
    response.write(Buffer.alloc(1_000_000))
  })
  const body = await transport.stream({ url })
  let received = 0
  const reading = (async () => {
    for await (const chunk of body) received += chunk.length
  })()
  const failed = assert.rejects(reading, { code: 'provider_error' })
  while (received < 1_000_000) await new Promise(setImmediate)
  for (let second = 0; second < 29; second++) {
    sending?.write('x')
    const before = received
    while (received === before) await new Promise(setImmediate)
    await clock.advance(1_000)
  }
  assert.equal(received, 1_000_029)
  await clock.advance(3_000)
  await failed
  assert.equal(clock.pending(), 0)
})

test('a download at an honest speed is read to its end, however long it takes', async (t) => {
  let sending: ServerResponse | undefined
  const { url, clock, transport } = await serve(t, (response) => {
    sending = response
    response.write(Buffer.alloc(1_500))
  })
  const body = await transport.stream({ url })
  let received = 0
  const reading = (async () => {
    for await (const chunk of body) received += chunk.length
  })()
  for (let second = 1; second <= 120; second++) {
    while (received < second * 1_500) await new Promise(setImmediate)
    await clock.advance(1_000)
    sending?.write(Buffer.alloc(1_500))
  }
  sending?.end()
  await reading
  assert.equal(received, 121 * 1_500)
  assert.equal(clock.pending(), 0)
})

test('a download that the line or the status of the moment spoiled may be repeated; one that was refused may not', async (t) => {
  let status = 503
  const { url, transport } = await serve(t, (response) => {
    response.statusCode = status
    response.write('begun', () => response.destroy())
  })
  const isPassing = async (): Promise<boolean> => {
    try {
      for await (const chunk of await transport.stream({ url })) assert.ok(chunk.length > 0)
    } catch (error) {
      return error instanceof Unfetched
    }
    return assert.fail('the line was cut')
  }
  const passing = []
  for (status of [503, 404, 200, 403]) passing.push(await isPassing())
  assert.deepEqual(passing, [true, true, true, false])
})

test('a question that a frozen server never begins to answer is given up, and an answer that has begun is read', async (t) => {
  let hangs = true
  const { url, transport } = await serve(t, (response) => {
    if (hangs) return
    response.write('begun')
    setImmediate(() => response.end())
  })
  for (const method of ['GET', 'POST']) {
    hangs = true
    await assert.rejects(transport.send({ method, url, headersMs: 1 }), { name: 'TransportError', sent: true })
    hangs = false
    assert.equal((await transport.send({ method, url })).bytes.length, 5)
  }
})

test('a download ends with its signal', async (t) => {
  const { url, transport } = await serve(t, (response) => void response.write('begun'))
  const stop = new AbortController()
  const body = await transport.stream({ url, signal: stop.signal })
  const reading = (async () => {
    for await (const chunk of body) if (chunk.length > 0) stop.abort('timeout')
  })()
  await assert.rejects(reading)
})

test('copying a result ends with the signal of its task, and a result that was put aside is let go once it is copied', async (t) => {
  const { url, transport } = await serve(t, (response) => void response.write('begun'))
  const stop = new AbortController()
  const open = async (signal?: AbortSignal): Promise<AsyncIterable<Uint8Array>> => {
    assert.equal(signal, stop.signal)
    const body = await transport.stream({ url, signal: stop.signal })
    stop.abort('timeout')
    return body
  }
  await assert.rejects(
    save(t, 'video', { kind: 'done', outputs: [{ content: { from: 'stream', open } }] }, stop.signal),
  )
  let discards = 0
  const content: EngineBytes = {
    from: 'stream',
    open: async () =>
      (async function* () {
        yield CLIP
      })(),
    discard: async () => void discards++,
  }
  await save(t, 'video', { kind: 'done', outputs: [{ content }] })
  assert.equal(discards, 1)
})

test('a server is told who asks, by the version that this is', async (t) => {
  const { url, transport, seen } = await serve(t, (response) => void response.end('{}'))
  await transport.send({ method: 'POST', url, body: '{}' })
  await transport.send({ method: 'GET', url, headers: { 'User-Agent': 'a package' } })
  assert.deepEqual(
    seen.map(({ headers }) => headers['user-agent']),
    [USER_AGENT, 'a package'],
  )
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  assert.equal(USER_AGENT, `mediagen/${version}`)
})
