import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aModel } from '../reliability/house.ts'
import { done, held, scriptedEngine } from '../reliability/scripted-engine.ts'
import { atEnd } from '../support/at-end.ts'
import { eventually } from '../support/eventually.ts'
import { openService } from '../support/service.ts'

type Answer = { status: number; id?: string; code?: string; message?: string; retryAfter: string | null }

test('as many tasks wait as the operator lets wait, of keys without limits as well; more get 429 until there is room', async (t) => {
  const engine = scriptedEngine({ concurrency: 1 })
  const calls = [held()]
  engine.onStart = (job, watch) => (calls.at(-1) ?? held()).heeding(job, watch)
  const service = await openService(t, {
    env: { MEDIAGEN_MAX_WAITING: '2', MEDIAGEN_WORKSHOP: 'off' },
    replacements: { extraEngines: [engine], extraModels: [aModel(engine.id)] },
  })
  atEnd(t, () => calls.at(-1)?.answer(done()))
  const post = async (name: string, key?: string): Promise<Answer> => {
    const headers = { 'idempotency-key': name }
    const json = { model: 'test', prompt: 'a fox' }
    const answer = await service.call('/api/ai/videos', { json, headers, ...(key === undefined ? {} : { key }) })
    const body = (await answer.json()) as { id?: string; error?: { code: string; message: string } }
    const retryAfter = answer.headers.get('retry-after')
    return { status: answer.status, ...(body.id && { id: body.id }), ...body.error, retryAfter }
  }
  const first = await post('first')
  await eventually(async () => (engine.starts.length === 1 ? true : undefined))
  const [second, third] = [await post('second'), await post('third')]
  assert.deepEqual([first.status, second.status, third.status], [200, 200, 200])
  const other = await service.newKey()
  for (const answer of [await post('fourth'), await post('fourth', other), await post('fifth')]) {
    assert.deepEqual([answer.status, answer.code], [429, 'queue_full'])
    assert.match(answer.message ?? '', /queue of this service is full \(2 tasks\)/)
    assert.match(answer.retryAfter ?? '', /^[1-9]/)
  }
  assert.equal((await post('second')).id, second.id, 'a repeat is answered, for it takes no room')
  const [call] = calls
  calls.push(held())
  call?.answer(done())
  await eventually(async () => (engine.starts.length === 2 ? true : undefined))
  await eventually(async () => ((await post('fourth')).status === 200 ? true : undefined))
  assert.equal((await post('fifth')).code, 'queue_full')
})
