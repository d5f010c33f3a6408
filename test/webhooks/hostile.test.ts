import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { gzipSync } from 'node:zlib'
import { rawCanary, type Canary } from '../support/canary.ts'
import { openReceiver, says } from './receiver.ts'
import { after, isDelivered, openSender } from './sender.ts'

const QUICK = '[[fail no_output]]'
const KIB = 1024

type Speak = (socket: Socket) => void

/** A raw receiver that answers once it has been sent a request. */
async function rude(t: TestContext, speak: Speak): Promise<{ url: string; trap: Canary }> {
  const trap = await rawCanary(t, (socket) => socket.once('data', () => speak(socket)))
  return { url: `http://127.0.0.1:${trap.port}/hook`, trap }
}

const head = (status: number, rest = ''): string => `HTTP/1.1 ${status} Whatever\r\n${rest}\r\n`

test('a receiver that never answers is given up after 15 s on the clock, and its connection is closed', async (t) => {
  const { url, trap } = await rude(t, () => undefined)
  const sender = await openSender(t)
  const id = await sender.submit(url, QUICK)
  await sender.until(() => trap.connections() === 1 || undefined)
  await sender.clock.advance(14_000)
  assert.equal(trap.sockets.size, 1, 'it has the whole time')
  const { attempts, status } = await sender.delivery(id, after(1))
  assert.equal(status, 'pending')
  const [attempt] = attempts
  assert.deepEqual([attempt?.status, attempt?.answer], [null, ''])
  assert.match(attempt?.error ?? '', /could not be reached\.$/)
  assert.equal(attempt?.duration_ms, 15_000)
  await trap.allClosed()
})

test('a receiver that drips its head is given up after 15 s like one that is silent', async (t) => {
  const letters = head(200).split('')
  const dripping = new Set<() => void>()
  const { url, trap } = await rude(t, (socket) => dripping.add(() => socket.write(letters.shift() ?? 'x')))
  const sender = await openSender(t)
  const id = await sender.submit(url, QUICK)
  await sender.until(() => dripping.size === 1 || undefined)
  for (let second = 0; second < 14; second++) {
    for (const drip of dripping) drip()
    await sender.clock.advance(1_000)
  }
  const { attempts } = await sender.delivery(id, after(1))
  assert.deepEqual([attempts[0]?.status, attempts[0]?.duration_ms], [null, 15_000])
  await trap.allClosed()
})

test('a receiver that says 200 and then drips has the event: it is let go after 15 s, and what came is on record', async (t) => {
  const { url, trap } = await rude(t, (socket) => socket.write(`${head(200, 'content-length: 1000\r\n')}thank`))
  const sender = await openSender(t)
  const { attempts } = await sender.delivery(await sender.submit(url, QUICK), isDelivered, 1_000)
  const [attempt] = attempts
  assert.deepEqual([attempt?.status, attempt?.error, attempt?.answer], [200, null, 'thank'])
  assert.equal(attempt?.duration_ms, 15_000)
  await trap.allClosed()
})

test('64 KiB of an endless body are read and 4 KiB kept, at once and not after 15 s', async (t) => {
  let sent = 0
  const chunk = Buffer.alloc(8 * KIB, 'x')
  const { url, trap } = await rude(t, (socket) => {
    socket.write(head(200))
    const pour = (): void => {
      while (!socket.destroyed && socket.write(chunk)) sent += chunk.length
    }
    socket.on('drain', pour)
    pour()
  })
  const sender = await openSender(t)
  const { attempts } = await sender.delivery(await sender.submit(url, QUICK), isDelivered)
  assert.equal(attempts[0]?.answer, 'x'.repeat(4 * KIB))
  assert.ok((attempts[0]?.duration_ms ?? 15_000) < 15_000)
  await trap.allClosed()
  // What the operating system buffers on both sides of a loopback socket comes on top of what we read.
  assert.ok(sent < 16 * KIB * KIB, `${sent} bytes were taken off the sender's hands`)
})

test('an endless body after a refusal is cut the same way', async (t) => {
  const { url } = await rude(t, (socket) => {
    const pour = (): boolean => socket.destroyed || (socket.write('no '.repeat(4 * KIB)) && pour())
    socket.on('drain', pour)
    socket.write(head(500))
    pour()
  })
  const sender = await openSender(t)
  const { attempts } = await sender.delivery(await sender.submit(url, QUICK), after(1))
  assert.equal(attempts[0]?.status, 500)
  assert.equal(attempts[0].answer.length, 4 * KIB)
})

const BROKEN: Record<string, Speak> = {
  'resets the connection': (socket) => socket.resetAndDestroy(),
  'closes without a word': (socket) => socket.end(),
  'speaks another language': (socket) => socket.end('220 mail.example.com ESMTP\r\n'),
  'sends huge headers': (socket) => socket.end(head(200, `x-filler: ${'x'.repeat(64 * KIB)}\r\n`)),
  'sends headers without end': (socket) => {
    const pour = (): boolean => socket.destroyed || (socket.write(`x-${'y'.repeat(KIB)}: z\r\n`) && pour())
    socket.on('drain', pour)
    socket.write('HTTP/1.1 200 OK\r\n')
    pour()
  },
  'switches protocols': (socket) => socket.end(head(101, 'connection: upgrade\r\nupgrade: websocket\r\n')),
}

test('whatever is no answer is a failed attempt and nothing worse', async (t) => {
  const sender = await openSender(t)
  for (const [name, speak] of Object.entries(BROKEN)) {
    const { url, trap } = await rude(t, speak)
    const { attempts, status } = await sender.delivery(await sender.submit(url, QUICK), after(1))
    assert.deepEqual([status, attempts[0]?.status], ['pending', null], name)
    assert.match(attempts[0]?.error ?? '', /could not be reached/, name)
    await trap.allClosed()
  }
  assert.equal((await sender.call('/healthz')).status, 200)
})

test('the reason is in the log for the operator, and not in what the caller is shown', async (t) => {
  const sender = await openSender(t)
  const id = await sender.submit('http://127.0.0.1:1026/hook?token=topsecret', QUICK)
  const { attempts } = await sender.delivery(id, after(1))
  assert.doesNotMatch(JSON.stringify(attempts), /ECONNREFUSED/)
  const line = sender.logLines.find((text) => text.includes('webhook attempt')) ?? ''
  assert.match(line, /ECONNREFUSED/)
  assert.doesNotMatch(line, /topsecret/)
})

test('an answer in gzip is received, and never unpacked', async (t) => {
  const bomb = gzipSync(Buffer.alloc(8 * KIB * KIB))
  const receiver = await openReceiver(t, says(200, { 'content-encoding': 'gzip' }, bomb))
  const sender = await openSender(t)
  const { attempts } = await sender.delivery(await sender.submit(receiver.url, QUICK), isDelivered)
  assert.deepEqual([attempts[0]?.status, attempts[0]?.answer], [200, ''])
})

test('an answer that is no text is kept as text that every database and every JSON parser takes', async (t) => {
  const receiver = await openReceiver(t)
  const sender = await openSender(t)
  const answers = [
    { bytes: Buffer.from([0x61, 0, 0xff, 0xfe, 0x62]), kept: 'a\ufffd\ufffd\ufffdb' },
    { bytes: Buffer.from('\u001b[31mred\r\n"quoted"'), kept: '\u001b[31mred\r\n"quoted"' },
    // The limit falls into the middle of a character: it is left out.
    { bytes: Buffer.from(`${'x'.repeat(4 * KIB - 1)}€uro`), kept: 'x'.repeat(4 * KIB - 1) },
    { bytes: Buffer.from('😀'.repeat(2 * KIB)), kept: '😀'.repeat(KIB) },
  ]
  for (const { bytes, kept } of answers) {
    receiver.answer(says(200, {}, bytes))
    const { attempts } = await sender.delivery(await sender.submit(receiver.url, QUICK), isDelivered)
    assert.equal(attempts[0]?.answer, kept)
  }
})
