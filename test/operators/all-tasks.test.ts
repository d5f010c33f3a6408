import assert from 'node:assert/strict'
import { onBothDrivers, read, refusal, type Json } from '../browse/both-drivers.ts'
import { eventually } from '../support/eventually.ts'
import type { TestService } from '../support/service.ts'

const ALL = '/api/ai/admin/tasks'

async function video(service: TestService, prompt: string, key = service.key): Promise<string> {
  const answer = await service.call('/api/ai/videos', { json: { model: 'sandbox', prompt }, key })
  return ((await answer.json()) as { id: string }).id
}

async function image(service: TestService, prompt: string, key = service.key): Promise<string> {
  const answer = await service.call('/api/ai/images/generations', { json: { model: 'sandbox', prompt }, key })
  await answer.arrayBuffer()
  return answer.headers.get('x-task-id') ?? ''
}

const rows = async (service: TestService, query: string): Promise<Json[]> =>
  (await read(service, `${ALL}?${query}`))['data'] as Json[]
const ids = async (service: TestService, query: string): Promise<unknown[]> =>
  (await rows(service, query)).map(({ id }) => id)

onBothDrivers('an operator sees the tasks of all keys, filtered, and whose they are', async (_t, open) => {
  const service = await open()
  const other = await service.newKey({ name: 'other' })
  const mine = await image(service, 'my fox')
  const theirs = await image(service, 'their boat', other)
  const waiting = await video(service, '[[hang]] their fox', other)
  assert.deepEqual(await ids(service, ''), [waiting, theirs, mine])
  assert.deepEqual(await ids(service, 'status=success'), [theirs, mine])
  assert.deepEqual(await ids(service, 'status=pending,processing'), [waiting])
  assert.deepEqual(await ids(service, 'text=fox'), [waiting, mine])
  assert.deepEqual(await ids(service, 'kind=image&limit=1'), [theirs])
  assert.deepEqual(await ids(service, 'model=sandbox,never&kind=video'), [waiting])
  assert.deepEqual(await ids(service, `key=${service.apiKey.id}`), [mine])
  const [first] = (await rows(service, 'text=their%20fox')) as [Json]
  assert.equal((first['key'] as Json)['name'], 'other')
  const receipt = await read(service, `${ALL}/${theirs}`)
  assert.deepEqual([receipt['prompt'], (receipt['key'] as Json)['name']], ['their boat', 'other'])
  const second = (await read(service, `${ALL}?limit=1`))['next_cursor'] as string
  assert.deepEqual(await ids(service, `limit=1&cursor=${second}`), [theirs])
  assert.deepEqual((await refusal(await service.call(`${ALL}/123`))).slice(0, 2), [404, 'task_not_found'])
})

onBothDrivers(
  'an operator who opens a task of another key is on record, once in a while and not for their own',
  async (_t, open) => {
    const service = await open()
    const other = await service.newKey({ name: 'other' })
    const [mine, theirs] = [await image(service, 'my fox'), await image(service, 'their boat', other)]
    for (const id of [mine, theirs, theirs]) await read(service, `${ALL}/${id}`)
    await service.call(`${ALL}/123`)
    const entries = (await read(service, '/api/ai/admin/audit'))['data'] as Json[]
    const told = entries.filter(({ action }) => action === 'read task')
    assert.deepEqual(
      told.map(({ changes, actor }) => [changes, (actor as Json)['keyId']]),
      [[[{ field: 'task', from: null, to: theirs }], service.apiKey.id]],
    )
  },
)

onBothDrivers('an operator cancels a task of whatever key, and the audit tells who did', async (_t, open) => {
  const service = await open()
  const other = await service.newKey({ name: 'other' })
  const id = await video(service, '[[hang]]', other)
  for (const _ of [1, 2]) {
    const answer = await service.call(`${ALL}/${id}/cancel`, { method: 'POST' })
    assert.equal(((await answer.json()) as { error: Json }).error['code'], 'cancelled')
  }
  assert.equal(((await read(service, `/api/ai/tasks/${id}`, other))['error'] as Json)['code'], 'cancelled')
  const entries = (await read(service, '/api/ai/admin/audit'))['data'] as Json[]
  const told = entries.filter(({ action }) => action === 'cancel task') as [Json]
  assert.equal(told.length, 1)
  assert.deepEqual(told[0]['changes'], [{ field: 'task', from: null, to: id }])
  assert.equal((told[0]['actor'] as Json)['keyId'], service.apiKey.id)
  const done = await image(service, 'quick', other)
  const late = await service.call(`${ALL}/${done}/cancel`, { method: 'POST' })
  assert.deepEqual((await refusal(late)).slice(0, 2), [409, 'task_already_finished'])
})

onBothDrivers(
  'usage is told by day, model and key, as JSON and as a table, and each key gets its own',
  async (_t, open) => {
    const service = await open()
    const other = await service.newKey({ name: '=danger, "x"' })
    await image(service, 'one')
    await image(service, 'two', other)
    await eventually(async () => ((await read(service, '/api/ai/usage'))['data'] as Json[]).length === 1 || undefined)
    const lines = (await read(service, '/api/ai/admin/usage?days=2'))['data'] as Json[]
    assert.deepEqual(lines.map((line) => [line['key_name'], line['tasks']]).toSorted(), [
      ['=danger, "x"', 1],
      ['test', 1],
    ])
    const own = await read(service, `/api/ai/admin/usage?key=${service.apiKey.id}`)
    assert.deepEqual(
      (own['data'] as Json[]).map((line) => line['key_id']),
      [service.apiKey.id],
    )
    const head = 'day,key_id,key_name,model,kind,tasks,succeeded,units,usd,unpriced'
    for (const init of [{ path: '?format=csv' }, { path: '', headers: { accept: 'text/csv' } }]) {
      const answer = await service.call(`/api/ai/admin/usage${init.path}`, { headers: init.headers ?? {} })
      assert.match(answer.headers.get('content-type') ?? '', /^text\/csv; charset=utf-8/)
      const text = await answer.text()
      assert.equal(text.split('\r\n')[0], head)
      assert.match(text, /,"'=danger, ""x""",sandbox,image,1,1,1,/)
    }
    const mine = await (await service.call('/api/ai/usage?format=csv')).text()
    assert.equal(mine.split('\r\n').length, 3)
    assert.match(mine, /^day,model,kind,tasks,succeeded,units,usd,unpriced\r\n/)
    const refused = await service.call('/api/ai/usage', { headers: { accept: 'image/png' } })
    assert.deepEqual((await refusal(refused)).slice(0, 2), [406, 'not_acceptable'])
  },
)
