import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test, type TestContext } from 'node:test'
import { openReceiver, says, yes, type Answer, type Receiver } from './receiver.ts'
import { after, isDead, openSender, type Sender } from './sender.ts'

const QUICK = '[[fail no_output]]'
const PER_HOST = 8

/** A receiver that lets everyone wait until the test lets them go, and counts how many wait. */
async function openWaitingRoom(t: TestContext) {
  const waiting = new Set<ServerResponse>()
  let most = 0
  const keepWaiting: Answer = (reply) => {
    waiting.add(reply)
    most = Math.max(most, waiting.size)
    reply.on('close', () => waiting.delete(reply))
  }
  return {
    ...(await openReceiver(t, keepWaiting)),
    keepWaiting,
    waiting,
    most: () => most,
    letGo(status = 200): void {
      for (const reply of waiting) {
        waiting.delete(reply)
        reply.writeHead(status).end()
      }
    },
  }
}

async function submitMany(sender: Sender, url: string, count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => sender.submit(url, QUICK)))
}

/** Deliveries of many tasks that have died, so that they can all be put in line at one moment. */
async function deadDeliveries(sender: Sender, receiver: Receiver, count: number): Promise<void> {
  receiver.answer(says(410))
  const ids = await submitMany(sender, receiver.url, count)
  for (const id of ids) await sender.delivery(id, isDead)
  receiver.arrivals.length = 0
}

test('a host has at most eight attempts at a time, and the next begins when one ends', async (t) => {
  const room = await openWaitingRoom(t)
  const sender = await openSender(t)
  await submitMany(sender, room.url, 20)
  await sender.until(() => room.waiting.size === PER_HOST || undefined)
  await sender.clock.advance(2_000)
  assert.equal(room.arrivals.length, PER_HOST)
  // From here on the clock stands still: whatever comes now was not waiting for a look.
  for (let left = 20 - PER_HOST; left > 0; left--) {
    const [first] = room.waiting
    first?.end()
    await room.came(20 - left + 1)
  }
  room.letGo()
  assert.equal(room.most(), PER_HOST)
})

test('a long line to one host is worked off as fast as the host answers, not look by look', async (t) => {
  const receiver = await openReceiver(t)
  const sender = await openSender(t)
  await deadDeliveries(sender, receiver, 60)
  receiver.answer(yes)
  assert.deepEqual(await sender.post('/api/ai/webhooks/redeliver', { since: 0 }), { redelivered: 60 })
  await receiver.came(60)
  assert.equal(new Set(receiver.arrivals.map(({ id }) => id)).size, 60)
})

for (const trouble of ['no answer', '429', '503'] as const) {
  test(`a host in trouble (${trouble}) is probed one attempt at a time, and has its eight again once one comes through`, async (t) => {
    const room = await openWaitingRoom(t)
    const sender = await openSender(t)
    room.answer((reply) => {
      if (trouble === 'no answer') reply.destroy()
      else reply.writeHead(Number(trouble)).end()
    })
    const ids = await submitMany(sender, room.url, 12)
    for (const id of ids) await sender.delivery(id, after(1))
    room.arrivals.length = 0
    room.answer(room.keepWaiting)
    // Two seconds past the first pause, all twelve are due.
    await sender.clock.advance(8_000)
    await room.came(1)
    await sender.clock.advance(2_000)
    assert.equal(room.waiting.size, 1, 'one probe')
    room.letGo()
    await room.came(1 + PER_HOST)
    assert.equal(room.waiting.size, PER_HOST, 'recovered')
    room.letGo()
    await room.came(12)
    room.letGo()
  })
}

test('two dozen receivers that hang hold nobody else up', async (t) => {
  const sender = await openSender(t)
  const rooms = await Promise.all(Array.from({ length: 24 }, () => openWaitingRoom(t)))
  for (const room of rooms) await submitMany(sender, room.url, PER_HOST)
  const held = (): number => rooms.reduce((sum, room) => sum + room.waiting.size, 0)
  // Sixteen hosts with eight each take half of the slots; from then on each newcomer gets one.
  await sender.until(() => held() >= 16 * PER_HOST + 8 || undefined)
  assert.ok(rooms.every(({ waiting }) => waiting.size >= 1))
  const good = await openReceiver(t)
  const [first = ''] = await submitMany(sender, good.url, 1)
  // The clock stands still: the event neither waits for a look nor for a deadline of somebody else.
  await good.came(1)
  await sender.delivery(first, ({ status }) => status === 'delivered')
  assert.ok(held() >= 16 * PER_HOST + 8, 'all of them still hang')
})
