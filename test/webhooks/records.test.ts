import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openReceiver, says, verifies, yes } from './receiver.ts'
import { after, isDead, isDelivered, openSender, type Json, type ShownDelivery } from './sender.ts'

const QUICK = '[[fail no_output]]'

test('every attempt is on record with its time, status, duration, answer and reason, in the list and in the receipt', async (t) => {
  const receiver = await openReceiver(t, says(503, {}, 'come back later'))
  const sender = await openSender(t)
  const id = await sender.submit(receiver.url, QUICK)
  await sender.delivery(id, after(1))
  receiver.answer(says(200, {}, 'thanks'))
  const delivery = await sender.delivery(id, isDelivered, 500)
  const { attempts, ...rest } = delivery
  assert.deepEqual(rest, {
    number: 1,
    webhook_id: receiver.arrivals[0]?.id,
    event: 'task.completed',
    url: receiver.url,
    status: 'delivered',
    next_attempt: null,
  })
  assert.deepEqual(
    attempts.map(({ number, status, answer }) => ({ number, status, answer })),
    [
      { number: 1, status: 503, answer: 'come back later' },
      { number: 2, status: 200, answer: 'thanks' },
    ],
  )
  assert.match(attempts[0]?.error ?? '', /status 503; only 2xx counts/)
  assert.equal(attempts[1]?.error, null)
  for (const [index, { at, duration_ms }] of attempts.entries()) {
    assert.equal(Math.floor(at), receiver.arrivals[index]?.timestamp)
    assert.ok(Number.isInteger(duration_ms) && duration_ms >= 0 && duration_ms < 15_000)
  }
  const shown = (await sender.read(`/api/ai/tasks/${id}`))['deliveries'] as ShownDelivery[]
  assert.deepEqual(
    shown.filter(({ event }) => event === 'task.completed'),
    [delivery],
  )
})

test('while an attempt is under way no time is told for a next one', async (t) => {
  const held: (() => unknown)[] = []
  const receiver = await openReceiver(t, (reply) => held.push(() => reply.end()))
  const sender = await openSender(t)
  const id = await sender.submit(receiver.url, QUICK)
  await sender.until(() => (held.length === 1 ? true : undefined))
  const [{ status, next_attempt, attempts } = { attempts: [] }] = await sender.deliveries(id)
  assert.deepEqual([status, next_attempt, attempts], ['pending', null, []])
  for (const answer of held) answer()
  await sender.delivery(id, isDelivered)
})

test('a task without a webhook has no deliveries, and one that has not ended has none yet', async (t) => {
  const sender = await openSender(t)
  const { id } = (await sender.post('/api/ai/videos', { model: 'sandbox', prompt: QUICK })) as { id: string }
  const waiting = await sender.submit('http://127.0.0.1:1026/', '[[hang]]')
  await sender.clock.advance(1_000)
  assert.deepEqual([await sender.deliveries(id), await sender.deliveries(waiting)], [[], []])
})

test('a delivery that arrived can be sent again, with the same id and the same bytes', async (t) => {
  const receiver = await openReceiver(t)
  const sender = await openSender(t)
  const id = await sender.submit(receiver.url, QUICK)
  await sender.delivery(id, isDelivered)
  await sender.post(`/api/ai/tasks/${id}/deliveries/1/redeliver`)
  await sender.delivery(id, after(2))
  const [first, second] = receiver.arrivals
  assert.deepEqual([first?.id, first?.body], [second?.id, second?.body])
  assert.equal(receiver.arrivals.length, 2)
})

test('a range since a time is sent again: what died since, and neither what arrived nor what died before', async (t) => {
  const receiver = await openReceiver(t, says(410))
  const sender = await openSender(t)
  const before = await sender.submit(receiver.url, QUICK)
  await sender.delivery(before, isDead)
  await sender.clock.advance(2_000)
  const since = Math.floor(sender.clock.now() / 1000)
  const died = [await sender.submit(receiver.url, QUICK), await sender.submit(receiver.url, QUICK)]
  for (const id of died) await sender.delivery(id, isDead)
  receiver.answer(yes)
  const arrived = await sender.submit(receiver.url, QUICK)
  await sender.delivery(arrived, isDelivered)
  const stranger = await sender.newKey()
  const notTheirs = await sender.call('/api/ai/webhooks/redeliver', { json: { since: 0 }, key: stranger })
  assert.deepEqual(await notTheirs.json(), { redelivered: 0 })

  assert.deepEqual(await sender.post('/api/ai/webhooks/redeliver', { since }), { redelivered: 2 })
  for (const id of died) assert.equal((await sender.delivery(id, isDelivered)).attempts.length, 2)
  assert.equal((await sender.deliveries(arrived))[0]?.attempts.length, 1)
  assert.equal((await sender.deliveries(before))[0]?.status, 'dead')
})

test('another key sees nothing and sends nothing again: to it the task does not exist', async (t) => {
  const receiver = await openReceiver(t)
  const sender = await openSender(t)
  const id = await sender.submit(receiver.url, QUICK)
  await sender.delivery(id, isDelivered)
  const stranger = await sender.newKey()
  const reader = await sender.newKey({ scopes: ['tasks:read'] })
  const codeOf = async (path: string, key: string, json?: Json): Promise<string> => {
    const answer = await sender.call(path, json === undefined ? { key } : { key, json })
    const { error } = (await answer.json()) as { error: { code: string } }
    return `${answer.status} ${error.code}`
  }
  const [list, again] = [`/api/ai/tasks/${id}/deliveries`, `/api/ai/tasks/${id}/deliveries/1/redeliver`]
  assert.equal(await codeOf(list, stranger), '404 task_not_found')
  assert.equal(await codeOf(again, stranger, {}), '404 task_not_found')
  assert.equal(await codeOf(again, reader, {}), '403 insufficient_scope')
  assert.equal(await codeOf('/api/ai/webhooks/secret', reader), '403 insufficient_scope')
  for (const number of ['0', '999', '99999999', 'x', '-1']) {
    assert.equal(
      await codeOf(`/api/ai/tasks/${id}/deliveries/${number}/redeliver`, sender.key, {}),
      '404 task_not_found',
    )
  }
  await sender.clock.advance(2_000)
  assert.equal(receiver.arrivals.length, 1)
})

test('a sample can be sent to any address, signed like the real thing, and the caller sees what came of it', async (t) => {
  const receiver = await openReceiver(t, says(200, {}, 'got it'))
  const sender = await openSender(t)
  const good = await sender.post('/api/ai/webhooks/test', { url: receiver.url })
  const [arrival] = receiver.arrivals
  assert.ok(arrival !== undefined)
  const { duration_ms, ...rest } = good
  assert.deepEqual(rest, { delivered: true, webhook_id: arrival.id, status: 200, error: null, answer: 'got it' })
  assert.ok(Number.isInteger(duration_ms))
  const [secret = ''] = await sender.secrets()
  assert.ok(verifies(secret, arrival))
  const sample = JSON.parse(arrival.body) as Json
  assert.deepEqual(Object.keys(sample), ['id', 'object', 'created', 'status', 'result', 'error', 'taskCostTime'])
  assert.match(String(sample['id']), /^0+$/)

  receiver.answer(says(404, {}, 'who are you'))
  const bad = await sender.post('/api/ai/webhooks/test', { url: receiver.url })
  assert.deepEqual([bad['delivered'], bad['status'], bad['answer']], [false, 404, 'who are you'])
  const none = await sender.post('/api/ai/webhooks/test', { url: 'http://127.0.0.1:1026/' })
  assert.deepEqual([none['delivered'], none['status']], [false, null])
  const blocked = await sender.post('/api/ai/webhooks/test', { url: 'http://169.254.169.254/' })
  assert.deepEqual([blocked['error'], blocked['status']], [none['error'], null])
  assert.equal(receiver.arrivals.length, 2, 'a sample is never repeated')
})

test('a sample that hangs does not hold up a stop, and is given up when nobody waits for it any more', async (t) => {
  const receiver = await openReceiver(t, () => undefined)
  const sender = await openSender(t)
  const leave = new AbortController()
  const gone = sender.call('/api/ai/webhooks/test', { json: { url: receiver.url }, signal: leave.signal })
  await receiver.came(1)
  leave.abort()
  await assert.rejects(gone, { name: 'AbortError' })
  await receiver.allClosed()
  const waiting = sender.call('/api/ai/webhooks/test', { json: { url: receiver.url } })
  await receiver.came(2)
  // The clock stands still: a stop that waited for the deadline would never end.
  await sender.stop()
  assert.equal(((await (await waiting).json()) as Json)['delivered'], false)
})

test('no secret is ever written to the log', async (t) => {
  const receiver = await openReceiver(t, says(500))
  const sender = await openSender(t)
  const id = await sender.submit(`${receiver.url}?password=hunter2`, QUICK)
  await sender.delivery(id, after(1))
  await sender.post('/api/ai/webhooks/test', { url: receiver.url })
  const { secret } = (await sender.post('/api/ai/webhooks/secret/rotate')) as { secret: string }
  await sender.delivery(id, after(2), 500)
  const log = sender.logLines.join('')
  assert.ok(log.includes('webhook attempt'))
  const signatures = receiver.arrivals.map(({ headers }) => headers['webhook-signature']?.slice(3, 30) ?? '')
  for (const hidden of [...(await sender.secrets()), secret, sender.key, 'whsec_', 'hunter2', ...signatures]) {
    assert.ok(hidden.length > 0 && !log.includes(hidden), `${hidden.slice(0, 8)}… is in the log`)
  }
})
