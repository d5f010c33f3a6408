import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertNothingStored, formOf, pngOf, refusal } from '../support/uploads.ts'
import { openReceiver, verifies } from './receiver.ts'
import { isDelivered, openSender, type Json } from './sender.ts'
import { openService } from '../support/service.ts'

const IMAGES = '/api/ai/images/generations'
const ASYNC = { prefer: 'respond-async' }
const good = { prompt: 'a cat', model: 'sandbox' }

for (const name of ['webhookUrl', 'callback_url']) {
  test(`an image with ${name} that nobody waits for is announced like a video, with its own type`, async (t) => {
    const [sender, receiver] = [await openSender(t), await openReceiver(t)]
    for (const body of [
      { json: { ...good, [name]: receiver.url } },
      { method: 'POST', body: formOf({ ...good, [name]: receiver.url }) },
    ]) {
      const answer = await sender.call(IMAGES, { ...body, headers: ASYNC })
      assert.equal(answer.status, 202)
      const { id } = (await answer.json()) as { id: string }
      await sender.delivery(id, isDelivered)
      const arrival = receiver.arrivals.find((each) => each.body.includes(id))
      assert.ok(arrival !== undefined && verifies((await sender.secrets())[0] ?? '', arrival))
      const event = JSON.parse(arrival.body) as Json
      assert.deepEqual(Object.keys(event), ['id', 'object', 'created', 'status', 'result', 'error', 'taskCostTime'])
      const { images } = event['result'] as { images: Json[] }
      assert.deepEqual([event['status'], event['error'], images.length], ['success', null, 1])
      assert.equal(images[0]?.['fileType'], 'png')
      assert.equal((await fetch(String(images[0]['fileUrl']))).headers.get('content-type'), 'image/png')
    }
  })
}

test('several images are announced one by one, each once and under an id of its own, also one that fails', async (t) => {
  const [sender, receiver] = [await openSender(t), await openReceiver(t)]
  const ids: string[] = []
  for (const prompt of ['a cat', 'a cat [[fail provider_error]]']) {
    const json = { ...good, prompt, n: 3, webhookUrl: receiver.url }
    const answer = await sender.call(IMAGES, { json, headers: ASYNC })
    const { tasks } = (await answer.json()) as { tasks: { id: string }[] }
    assert.equal(tasks.length, 3)
    ids.push(...tasks.map(({ id }) => id))
  }
  for (const id of ids) await sender.delivery(id, isDelivered)
  const events = receiver.arrivals.map(({ body }) => JSON.parse(body) as { id: string; status: string })
  assert.deepEqual(events.map(({ id }) => id).toSorted(), ids.toSorted())
  assert.equal(new Set(receiver.arrivals.map(({ id }) => id)).size, 6)
  const made = events.filter(({ status }) => status === 'success').map(({ id }) => id)
  assert.deepEqual(made.toSorted(), ids.slice(0, 3).toSorted())
})

test('a webhook of an image that is waited for is refused with what to do, and nothing is stored', async (t) => {
  const service = await openService(t)
  const fields = { ...good, webhookUrl: 'http://127.0.0.1:1026/hook', image: await pngOf() }
  const refused = await refusal(await service.call(IMAGES, { method: 'POST', body: formOf(fields) }))
  assert.deepEqual([refused.status, refused.code, refused.param], [400, 'invalid_parameter', 'webhookUrl'])
  assert.match(refused.message, /Prefer: respond-async/)
  const inside = await service.call(IMAGES, { json: { ...good, webhookUrl: 'http://10.0.0.1/' }, headers: ASYNC })
  assert.equal((await refusal(inside)).code, 'invalid_webhook_url')
  await assertNothingStored(service)
})
