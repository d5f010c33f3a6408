import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Store } from '../../src/ports/store.ts'
import { openReceiver, says } from './receiver.ts'
import { after, isDelivered, openSender } from './sender.ts'

const QUICK = '[[fail no_output]]'

test('two services on one folder announce each task once, under one id', async (t) => {
  const receiver = await openReceiver(t)
  const one = await openSender(t)
  const { clock, dataDir, key: keyText } = one
  const two = await openSender(t, { clock, dataDir, keyText })
  const submits = Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? one : two).submit(receiver.url, QUICK))
  const ids = await Promise.all(submits)
  for (const id of ids) await one.delivery(id, isDelivered)
  await clock.advance(35_000)
  assert.equal(receiver.arrivals.length, 40)
  assert.equal(new Set(receiver.arrivals.map(({ id }) => id)).size, 40)
  const tasks = receiver.arrivals.map(({ body }) => (JSON.parse(body) as { id: string }).id)
  assert.deepEqual(tasks.toSorted(), ids.toSorted())
})

test('a process that dies right after sending leads to a second notification, under the same id with the same bytes', async (t) => {
  const receiver = await openReceiver(t)
  // What a crash leaves behind: the event is out, and nobody wrote that down.
  const wrapStore = (store: Store): Store => ({
    ...store,
    deliveries: { ...store.deliveries, record: async () => Promise.reject(new Error('the process has died')) },
  })
  const dying = await openSender(t, { replacements: { wrapStore } })
  const { clock, dataDir, key: keyText } = dying
  const id = await dying.submit(receiver.url, QUICK)
  await dying.until(() => receiver.arrivals.length === 1 || undefined)
  await dying.stop()
  const next = await openSender(t, { clock, dataDir, keyText })
  await clock.advance(10_000)
  assert.equal(receiver.arrivals.length, 1, 'for all we know, its owner still waits for an answer')
  const { attempts } = await next.delivery(id, isDelivered, 1_000)
  assert.equal(attempts.length, 1, 'what nobody wrote down is not on record')
  const [first, second] = receiver.arrivals
  assert.deepEqual([second?.id, second?.body], [first?.id, first?.body])
  assert.equal(receiver.arrivals.length, 2)
})

test('a stop does not wait for a receiver that hangs; the next process sends again at once, under the same id, and no round is lost', async (t) => {
  const receiver = await openReceiver(t, () => undefined)
  const stopped = await openSender(t)
  const { clock, dataDir, key: keyText } = stopped
  const id = await stopped.submit(receiver.url, QUICK)
  await stopped.until(() => receiver.arrivals.length === 1 || undefined)
  // The clock stands still, so a stop that waited for the deadline would never end.
  await stopped.stop()
  receiver.answer(says(500))
  const next = await openSender(t, { clock, dataDir, keyText })
  await receiver.came(2)
  const { attempts, next_attempt } = await next.delivery(id, after(2))
  assert.match(attempts[0]?.error ?? '', /service stopped before/)
  assert.deepEqual([attempts[0]?.status, attempts[1]?.status], [null, 500])
  const pause = (next_attempt ?? 0) - (attempts[1]?.at ?? 0)
  assert.ok(pause >= 5 && pause <= 6.5, `the first pause, not the second: ${pause} s`)
  const [first, second] = receiver.arrivals
  assert.deepEqual([second?.id, second?.body], [first?.id, first?.body])
})

test('a stop within the grace time lets an attempt end by itself', async (t) => {
  let answer = (): unknown => undefined
  const receiver = await openReceiver(t, (reply) => {
    answer = () => reply.writeHead(200).end()
  })
  const stopped = await openSender(t, { env: { MEDIAGEN_DRAIN_SECONDS: '20' } })
  const { dataDir, key: keyText } = stopped
  const id = await stopped.submit(receiver.url, QUICK)
  await stopped.until(() => receiver.arrivals.length === 1 || undefined)
  const stopping = stopped.stop()
  await stopped.clock.advance(5_000)
  answer()
  await stopping
  const next = await openSender(t, { dataDir, keyText })
  assert.equal((await next.deliveries(id))[0]?.status, 'delivered')
})
