import assert from 'node:assert/strict'
import { freshTask, type Task } from '../../src/core/tasks/task.ts'
import { manualClock } from '../support/manual-clock.ts'
import type { TestService } from '../support/service.ts'
import { idsOnAllPages, onBothDrivers, read, refusal, type Json } from './both-drivers.ts'

const T = Date.UTC(2030, 0, 31, 12)

async function image(service: TestService, prompt: string, key = service.key): Promise<string> {
  const answer = await service.call('/api/ai/images/generations', { json: { model: 'sandbox', prompt }, key })
  await answer.arrayBuffer()
  return answer.headers.get('x-task-id') ?? ''
}

/** Waiting tasks that nobody takes, as they would be after years of use. */
async function fill(service: TestService, tasks: readonly Partial<Task>[]): Promise<string[]> {
  const made = tasks.map((given, n) => {
    const createdAt = given.createdAt ?? T + n
    const id = String(10n ** 21n + BigInt(n))
    const whole = { id, keyId: service.apiKey.id, kind: 'image', model: 'm', engine: 'nobody', prompt: 'p' } as const
    return freshTask({ ...whole, createdAt, queueDeadlineAt: createdAt + 10 ** 12, ...given })
  })
  for (let at = 0; at < made.length; at += 1000) {
    const part = made.slice(at, at + 1000)
    await Promise.all(part.map((task) => service.store.queue.insert({ task, references: [], idempotency: null })))
  }
  return made.map(({ id }) => id)
}

onBothDrivers('a row of a list tells what was asked for and shows the first result', async (_t, open) => {
  const service = await open()
  const long = `${'ä'.repeat(299)}🦊 and more`
  await image(service, long)
  const failed = await image(service, '[[fail content_policy_violation]]')
  const [refused, made] = (await read(service, '/api/ai/tasks'))['data'] as [Json, Json]
  assert.equal(refused['id'], failed)
  assert.equal((refused['error'] as Json)['code'], 'content_policy_violation')
  assert.deepEqual([refused['outputs'], refused['first_output'], refused['prompt_truncated']], [0, null, false])
  assert.deepEqual([made['prompt'], made['prompt_truncated']], [`${'ä'.repeat(299)}🦊`, true])
  assert.deepEqual([made['outputs'], made['progress']], [1, 100])
  const { url, type, width, height } = made['first_output'] as Json
  const [file] = (await read(service, `/api/ai/tasks/${String(made['id'])}`))['files'] as [Json]
  assert.deepEqual([url, type, width, height], [file['url'], file['type'], file['width'], file['height']])
  assert.equal((await fetch(String(url))).status, 200)
})

onBothDrivers(
  'lists are filtered by time, by several states and models, and counted, each key for itself',
  async (_t, open) => {
    const service = await open({ replacements: { clock: manualClock(T) } })
    const other = await service.newKey()
    const ids = await fill(service, [
      { model: 'a' },
      { model: 'b', kind: 'video' },
      { model: 'c' },
      { model: 'b', createdAt: T + 60_000 },
    ])
    const [first, second, third, last] = ids
    assert.deepEqual(await idsOnAllPages(service, 'model=a,b&limit=1'), [last, second, first])
    assert.deepEqual(await idsOnAllPages(service, 'status=pending,failed&kind=image'), [last, third, first])
    assert.deepEqual(await idsOnAllPages(service, 'status=success,failed'), [])
    const at = encodeURIComponent('2030-01-31T13:01:00+01:00')
    assert.deepEqual(await idsOnAllPages(service, `from=${at}`), [last])
    assert.deepEqual(await idsOnAllPages(service, `to=${at}&limit=2`), [third, second, first])
    const counts = { object: 'task_counts', processing: 0, success: 0, failed: 0, counted_up_to: 1000 }
    assert.deepEqual(await read(service, '/api/ai/tasks/counts'), { ...counts, pending: 4 })
    assert.deepEqual(await read(service, '/api/ai/tasks/counts?kind=video'), { ...counts, pending: 1 })
    assert.deepEqual(await read(service, '/api/ai/tasks/counts', other), { ...counts, pending: 0 })
    assert.deepEqual(await idsOnAllPages(service, 'text=p', other), [])
    for (const [query, param] of [
      ['status=pending,done', 'status'],
      ['status=', 'status'],
      ['model=a,b,c,d,e,f', 'model'],
      ['from=yesterday', 'from'],
      ['to=2030-02-30T00:00:00Z', 'to'],
      ['text=%20', 'text'],
      [`text=${'x'.repeat(201)}`, 'text'],
    ])
      assert.deepEqual(await refusal(await service.call(`/api/ai/tasks?${query}`)), [400, 'invalid_parameter', param])
  },
)

onBothDrivers(
  'a search finds every prompt with all of its words, however many lie between, page by page',
  async (_t, open) => {
    const service = await open({ replacements: { clock: manualClock(T) } })
    // More than one request looks through.
    const many = Array.from({ length: 20_600 }, (_, n): Partial<Task> => {
      return { prompt: n === 5 || n === 20_500 ? 'A Red FOX, ＮＥＯＮ lights' : n === 300 ? 'red lights' : `boat ${n}` }
    })
    const ids = await fill(service, many)
    const found = [ids[20_500], ids[5]]
    assert.deepEqual(await idsOnAllPages(service, 'text=fox%20red'), found)
    assert.deepEqual(await idsOnAllPages(service, 'text=neon&limit=1'), found)
    assert.deepEqual(await idsOnAllPages(service, 'text=lights%20ed'), [ids[20_500], ids[300], ids[5]])
    assert.deepEqual(await idsOnAllPages(service, 'text=100%25'), [])
    assert.deepEqual(await idsOnAllPages(service, 'text=fox&status=failed'), [])
    const short = await read(service, '/api/ai/tasks?text=fox')
    assert.deepEqual([(short['data'] as Json[]).length, short['has_more']], [1, true])
  },
)
