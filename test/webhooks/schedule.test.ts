import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { manualClock } from '../support/manual-clock.ts'
import { openReceiver, says, verifies, yes, type Arrival, type Receiver } from './receiver.ts'
import { after, isDead, isDelivered, openSender, type Sender } from './sender.ts'

// The promise of the contract, written out again so that a slip in the program cannot pass itself.
const PAUSES_S = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600]
const QUICK = '[[fail no_output]]'

/** Lives through nine failed attempts with a restart after each; the tenth is due when it returns. */
async function failNineTimes(t: TestContext, first: Sender, receiver: Receiver, id: string) {
  const { key: keyText, dataDir } = first
  const pauses: number[] = []
  let sender = first
  for (let attempt = 1; attempt < 10; attempt++) {
    const { next_attempt: next, attempts, status } = await sender.delivery(id, after(attempt))
    const last = attempts[attempt - 1]
    assert.ok(status === 'pending' && next !== null && last !== undefined && attempts.length === attempt)
    pauses.push(next - last.at)
    await sender.stop()
    sender = await openSender(t, { dataDir, keyText, clock: manualClock(next * 1000 - 1_000) })
    await sender.clock.advance(900)
    assert.equal(receiver.arrivals.length, attempt, 'never early')
  }
  return { sender, pauses }
}

function assertAlike(arrivals: Arrival[], secret: string): void {
  assert.equal(new Set(arrivals.map(({ id }) => id)).size, 1)
  assert.equal(new Set(arrivals.map(({ body }) => body)).size, 1)
  assert.equal(new Set(arrivals.map(({ timestamp }) => timestamp)).size, arrivals.length, 'each has its own timestamp')
  for (const { id, timestamp, body, headers } of arrivals) {
    const signature = new Webhook(secret).sign(id, new Date(timestamp * 1000), body)
    assert.equal(headers['webhook-signature'], signature)
  }
}

test('ten attempts on the schedule, each after a restart, with the same id and the same bytes; then it is dead, and can be sent again by hand', async (t) => {
  const receiver = await openReceiver(t, says(500))
  const first = await openSender(t)
  const [secret = ''] = await first.secrets()
  const id = await first.submit(receiver.url, QUICK)
  const { sender, pauses } = await failNineTimes(t, first, receiver, id)
  for (const [index, pause] of pauses.entries()) {
    const planned = PAUSES_S[index] ?? 0
    assert.ok(pause >= planned && pause <= planned * 1.2 + 1, `pause ${index + 1}: ${pause} s for ${planned} s`)
  }
  const dead = await sender.delivery(id, after(10))
  assert.deepEqual([dead.status, dead.next_attempt], ['dead', null])
  assertAlike(receiver.arrivals, secret)
  for (const [index, { at, number, status, error }] of dead.attempts.entries()) {
    assert.deepEqual([number, status, Math.floor(at)], [index + 1, 500, receiver.arrivals[index]?.timestamp])
    assert.match(error ?? '', /status 500/)
  }

  await sender.clock.advance(60_000)
  assert.equal(receiver.arrivals.length, 10, 'dead is quiet')
  receiver.answer(yes)
  const again = await sender.post(`/api/ai/tasks/${id}/deliveries/1/redeliver`)
  assert.equal(again['status'], 'pending')
  const delivered = await sender.delivery(id, isDelivered)
  assert.deepEqual([delivered.attempts.length, receiver.arrivals.length], [11, 11])
  assertAlike(receiver.arrivals, secret)
})

test('what was sent again by hand has all ten attempts before it', async (t) => {
  const receiver = await openReceiver(t, says(410))
  const sender = await openSender(t)
  const id = await sender.submit(receiver.url, QUICK)
  await sender.delivery(id, isDead)
  receiver.answer(says(500))
  await sender.post(`/api/ai/tasks/${id}/deliveries/1/redeliver`)
  const { status, next_attempt, attempts } = await sender.delivery(id, after(2))
  assert.equal(status, 'pending')
  const pause = (next_attempt ?? 0) - (attempts[1]?.at ?? 0)
  assert.ok(pause >= 5 && pause <= 6.5, `the first pause again: ${pause} s`)
})

test('sent again by hand while an attempt is under way, it goes on from the first pause if that attempt fails', async (t) => {
  const receiver = await openReceiver(t, says(500))
  const sender = await openSender(t)
  const id = await sender.submit(receiver.url, QUICK)
  await sender.delivery(id, after(1))
  let fail = (): void => undefined
  receiver.answer((reply) => {
    fail = () => reply.writeHead(500).end()
  })
  await sender.until(() => receiver.arrivals.length === 2 || undefined, 500)
  await sender.post(`/api/ai/tasks/${id}/deliveries/1/redeliver`)
  fail()
  const { next_attempt, attempts } = await sender.delivery(id, after(2))
  const pause = (next_attempt ?? 0) - (attempts[1]?.at ?? 0)
  assert.ok(pause < 60, `the first pause, not the second: ${pause} s`)
})

test('Retry-After stretches a pause, in seconds or as a date, but not without end, and never shortens it', async (t) => {
  const sender = await openSender(t)
  const now = sender.clock.now()
  const wishes = {
    '60': [60, 62],
    '1': [5, 8],
    '99999999999': [300, 302],
    [new Date(now + 120_000).toUTCString()]: [110, 122],
    [new Date(now - 120_000).toUTCString()]: [5, 8],
    soon: [5, 8],
  }
  for (const [retryAfter, [least = 0, most = 0]] of Object.entries(wishes)) {
    const receiver = await openReceiver(t, says(retryAfter === '60' ? 429 : 503, { 'retry-after': retryAfter }))
    const id = await sender.submit(receiver.url, QUICK)
    const { next_attempt, attempts } = await sender.delivery(id, after(1))
    const pause = (next_attempt ?? 0) - (attempts[0]?.at ?? 0)
    assert.ok(pause >= least && pause <= most, `Retry-After ${retryAfter}: ${pause} s`)
  }
})

test('410 stops at once', async (t) => {
  const receiver = await openReceiver(t, says(410, {}, 'moved out'))
  const sender = await openSender(t)
  const { attempts } = await sender.delivery(await sender.submit(receiver.url, QUICK), isDead)
  assert.equal(attempts.length, 1)
  await sender.clock.advance(10_000)
  assert.equal(receiver.arrivals.length, 1)
})

test('a redirect is a failure like any other, and nobody is sent where it points', async (t) => {
  const target = await openReceiver(t)
  const sender = await openSender(t)
  for (const status of [301, 302, 303, 307, 308]) {
    const receiver = await openReceiver(t, says(status, { location: target.url }))
    const { attempts, ...rest } = await sender.delivery(await sender.submit(receiver.url, QUICK), after(1))
    assert.deepEqual([rest.status, attempts[0]?.status], ['pending', status])
  }
  assert.equal(target.arrivals.length, 0)
})

test('only 2xx counts: everything else is tried again until it is', async (t) => {
  const sender = await openSender(t)
  for (const status of [200, 201, 202, 204, 299]) {
    const receiver = await openReceiver(t, says(status))
    await sender.delivery(await sender.submit(receiver.url, QUICK), isDelivered)
    assert.equal(receiver.arrivals.length, 1)
  }
  const receiver = await openReceiver(t)
  const answers = [400, 401, 404, 429, 500, 502, 503, 504, 304]
  receiver.answer((reply, { path }) => {
    const tries = receiver.arrivals.filter((arrival) => arrival.path === path).length
    reply.writeHead(tries === 1 ? Number(path.slice(1)) : 200).end()
  })
  const [secret = ''] = await sender.secrets()
  for (const status of answers) {
    const id = await sender.submit(`http://${receiver.host}/${status}`, QUICK)
    const { attempts } = await sender.delivery(id, isDelivered, 500)
    assert.deepEqual(
      attempts.map((attempt) => attempt.status),
      [status, 200],
    )
    const [first, second] = receiver.arrivals.slice(-2)
    assert.ok(first !== undefined && second !== undefined)
    assert.deepEqual([first.id, first.body], [second.id, second.body])
    assert.ok(second.timestamp > first.timestamp)
    assert.ok(verifies(secret, first) && verifies(secret, second))
  }
})
