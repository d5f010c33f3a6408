import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { eventually } from '../../../test/support/eventually.ts'
import { openReceiver, says } from '../../../test/webhooks/receiver.ts'
import { Mediagen, WebhookVerificationError } from '../src/mediagen.ts'
import { openClient } from './open-client.ts'

test('what the service sends is unwrapped, as a request or as a body with headers', async (t) => {
  const { client } = await openClient(t)
  const receiver = await openReceiver(t)
  const { id } = await client.videos.create({ model: 'sandbox', prompt: 'x', webhookUrl: receiver.url })
  const [arrival] = await receiver.came(1)
  assert.ok(arrival !== undefined)
  const [{ secret } = { secret: '' }] = await client.webhooks.secrets()

  const event = await client.webhooks.unwrap(arrival, { secret })
  assert.ok(event.object === 'task_result')
  assert.deepEqual([event.id, event.status, event.error], [id, 'success', null])
  assert.equal(event.result.images[0]?.fileType, 'mp4')

  const { body, headers } = arrival
  const request = new Request('http://receiver.example/hook', { method: 'POST', body, headers })
  const withSecret = new Mediagen({ webhookSecret: secret })
  assert.deepEqual(await withSecret.webhooks.unwrap(request), event)
  const bytes = { body: new TextEncoder().encode(body), headers: new Headers(headers) }
  assert.deepEqual(await withSecret.webhooks.unwrap(bytes), event)
})

test('a secret that is being replaced works beside the new one', async (t) => {
  const { client } = await openClient(t)
  const receiver = await openReceiver(t)
  const [{ secret: old } = { secret: '' }] = await client.webhooks.secrets()
  const fresh = await client.webhooks.rotateSecret()
  await client.webhooks.test(receiver.url)
  const [arrival] = await receiver.came(1)
  assert.ok(arrival !== undefined)
  for (const secret of [old, fresh, ['whsec_AAAA', fresh]])
    assert.equal((await client.webhooks.unwrap(arrival, { secret })).object, 'task_result')
})

test('what was changed, signed by another, unsigned or old is refused', async () => {
  const secret = `whsec_${Buffer.from('a secret of thirty-two bytes, so').toString('base64')}`
  const { webhooks } = new Mediagen({ webhookSecret: secret, runtime: { now: () => 1_700_000_000_000 } })
  const body = '{"id":"1"}'
  const signed = await webhooks.sign(body, { secret })
  assert.deepEqual(await webhooks.unwrap({ body, headers: signed }), { id: '1' })
  const refused = [
    { body: '{"id":"2"}', headers: signed },
    { body, headers: { ...signed, 'webhook-id': 'msg_other' } },
    { body, headers: { ...signed, 'webhook-signature': 'v1,AAAA v2,zzz v1,*' } },
    { body, headers: await webhooks.sign(body, { secret: 'whsec_AAAA' }) },
    { body, headers: {} },
    { body, headers: await webhooks.sign(body, { secret, timestampSeconds: 1_700_000_000 - 301 }) },
    { body, headers: await webhooks.sign(body, { secret, timestampSeconds: 1_700_000_000 + 301 }) },
  ]
  for (const each of refused) await assert.rejects(webhooks.unwrap(each), WebhookVerificationError)
  await assert.rejects(webhooks.unwrap({ body, headers: signed }, { secret: [] }), /no secret/)
})

test('a signed sample passes the library of Standard Webhooks', async () => {
  const secret = `whsec_${Buffer.from('a secret of thirty-two bytes, so').toString('base64')}`
  const headers = await new Mediagen().webhooks.sign('{"id":"ü"}', { secret })
  assert.deepEqual(new Webhook(secret).verify('{"id":"ü"}', headers), { id: 'ü' })
})

test('deliveries are listed and sent again, one by one or since a time', async (t) => {
  const { client } = await openClient(t)
  const receiver = await openReceiver(t, says(410))
  const began = new Date()
  const { id } = await client.videos.create({ model: 'sandbox', prompt: 'x', webhookUrl: receiver.url })
  const statusOf = async () => (await Array.fromAsync(client.webhooks.deliveries(id)))[0]?.status
  await eventually(async () => ((await statusOf()) === 'dead' ? true : undefined))
  receiver.answer(says(204))
  assert.deepEqual(await client.webhooks.redeliver(began), { redelivered: 1 })
  await receiver.came(2)
  await eventually(async () => ((await statusOf()) === 'delivered' ? true : undefined))
  assert.equal((await client.webhooks.redeliver(id)).number, 1)
  const bodies = (await receiver.came(3)).map(({ body }) => body)
  assert.deepEqual([bodies.length, new Set(bodies).size], [3, 1])
})
