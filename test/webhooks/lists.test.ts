import assert from 'node:assert/strict'
import { idsOnAllPages, onBothDrivers, read, refusal, type Json } from '../browse/both-drivers.ts'
import { eventually } from '../support/eventually.ts'
import type { TestService } from '../support/service.ts'
import { openReceiver } from './receiver.ts'

const DELIVERIES = '/api/ai/webhooks/deliveries'

async function video(service: TestService, webhookUrl: string, key = service.key): Promise<string> {
  const json = { model: 'sandbox', prompt: 'announced', webhookUrl }
  const answer = await service.call('/api/ai/videos', { json, key })
  return ((await answer.json()) as { id: string }).id
}

const rows = async (service: TestService, query = '', key?: string): Promise<Json[]> =>
  (await read(service, `${DELIVERIES}${query}`, key))['data'] as Json[]

onBothDrivers(
  'a key sees all of its deliveries, by how they stand, and each with request and answers',
  async (t, open) => {
    const service = await open()
    const other = await service.newKey()
    const receiver = await openReceiver(t)
    const arrived = await video(service, receiver.url)
    const lost = await video(service, 'http://127.0.0.1:1026/hook')
    await video(service, receiver.url, other)
    const [delivered] = (await eventually(async () => {
      const found = await rows(service, '?status=delivered')
      return found.length === 1 ? found : undefined
    })) as [Json]
    assert.deepEqual([delivered['task_id'], delivered['attempts'], delivered['number']], [arrived, 1, 1])
    assert.equal((delivered['last_attempt'] as Json)['status'], 204)
    const [waiting] = (await eventually(async () => {
      const found = await rows(service, '?status=pending,dead')
      return (found[0]?.['last_attempt'] ?? null) === null ? undefined : found
    })) as [Json]
    assert.equal(waiting['task_id'], lost)
    assert.equal(typeof waiting['next_attempt'], 'number')
    assert.equal((await rows(service)).length, 2)
    assert.equal((await rows(service, '?limit=1')).length, 1)
    assert.equal((await rows(service, '?to=2020-01-01T00:00:00Z')).length, 0)
    // Its task may end after the others.
    await eventually(async () => ((await rows(service, '', other)).length === 1 ? true : undefined))

    const whole = await read(service, `${DELIVERIES}/${String(delivered['webhook_id'])}`)
    assert.equal((JSON.parse(String(whole['body'])) as Json)['id'], arrived)
    assert.equal((whole['attempts'] as Json[]).length, 1)
    for (const id of [String(delivered['webhook_id']), 'msg_nobody', '%00']) {
      const foreign = await service.call(`${DELIVERIES}/${id}`, { key: other })
      assert.deepEqual((await refusal(foreign)).slice(0, 2), [404, 'task_not_found'], id)
    }
    for (const [query, param] of [
      ['status=lost', 'status'],
      ['cursor=x', 'cursor'],
      ['from=now', 'from'],
    ])
      assert.deepEqual(await refusal(await service.call(`${DELIVERIES}?${query}`)), [400, 'invalid_parameter', param])
    assert.deepEqual((await idsOnAllPages(service, 'limit=1')).length, 2)
  },
)
