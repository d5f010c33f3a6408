import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshTask } from '../../src/core/tasks/task.ts'
import { openService, type TestService } from '../support/service.ts'
import { refusal } from '../support/uploads.ts'

type Answer = { cancelled: string[]; refused: { id: string; code: string }[]; has_more: boolean }

const cancel = (service: TestService, json: unknown, key?: string) =>
  service.call('/api/ai/tasks/cancel', { json, ...(key !== undefined && { key }) })

/** Tasks that wait for an engine which nobody works for. */
async function waiting(service: TestService, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => String(7_000_000_000_000_000_000n + BigInt(index)))
  const facts = { keyId: service.apiKey.id, kind: 'video', model: 'x', engine: 'nobody', prompt: 'x' } as const
  for (const id of ids)
    await service.store.queue.insert({
      task: freshTask({ ...facts, id, createdAt: Date.now(), queueDeadlineAt: Date.now() + 3_600_000 }),
      references: [],
      idempotency: null,
    })
  return ids
}

test('all tasks that wait are cancelled at once, those in work and those of other keys are not', async (t) => {
  const service = await openService(t)
  const ids = await waiting(service, 230)
  const other = await service.newKey()
  assert.deepEqual(await (await cancel(service, { status: 'pending' }, other)).json(), {
    cancelled: [],
    refused: [],
    has_more: false,
  })
  const { cancelled, refused, has_more: more } = (await (await cancel(service, { status: 'pending' })).json()) as Answer
  assert.deepEqual([cancelled.toSorted(), refused, more], [ids, [], false])
  const codes = await Promise.all(ids.map(async (id) => (await service.store.tasks.find(id))?.error?.code))
  assert.deepEqual(new Set(codes), new Set(['cancelled']))
})

test('of tasks that are named, those that cannot be cancelled are told with the reason, and twice is fine', async (t) => {
  const service = await openService(t)
  const [first = '', second = ''] = await waiting(service, 2)
  const made = await service.call('/api/ai/images/generations', { json: { model: 'sandbox', prompt: 'a fox' } })
  const done = made.headers.get('x-task-id') ?? ''
  const wish = { ids: [first, second, second, done, '1234567890123456789012', 'abc'] }
  for (const round of [1, 2]) {
    const { cancelled, refused } = (await (await cancel(service, wish)).json()) as Answer
    assert.deepEqual(cancelled.toSorted(), [first, second], `round ${round}`)
    assert.deepEqual(
      new Map(refused.map(({ id, code }) => [id, code])),
      new Map([
        [done, 'task_already_finished'],
        ['1234567890123456789012', 'task_not_found'],
        ['abc', 'task_not_found'],
      ]),
    )
  }
})

test('which tasks are meant must be said, in one way, by a key that may', async (t) => {
  const service = await openService(t)
  for (const [wish, code] of [
    [{}, 'missing_parameter'],
    [{ ids: ['1'], status: 'pending' }, 'invalid_parameter'],
    [{ status: 'processing' }, 'invalid_parameter'],
    [{ ids: 'all' }, 'invalid_parameter'],
    [{ ids: [1] }, 'invalid_parameter'],
    [{ ids: Array.from({ length: 101 }, () => '1') }, 'invalid_parameter'],
    [{ all: true }, 'invalid_parameter'],
  ] as const)
    assert.deepEqual(
      [(await refusal(await cancel(service, wish))).code, JSON.stringify(wish).slice(0, 60)],
      [code, JSON.stringify(wish).slice(0, 60)],
    )
  const reader = await service.newKey({ scopes: ['tasks:read'] })
  assert.equal((await refusal(await cancel(service, { status: 'pending' }, reader))).code, 'insufficient_scope')
})
