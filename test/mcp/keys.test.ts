import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SdkHttpError } from '@modelcontextprotocol/client'
import { revokeKey } from '../../src/actions/keys/change-key.ts'
import { systemClock } from '../../src/runtime/system.ts'
import { eventually } from '../support/eventually.ts'
import { refusal } from '../support/uploads.ts'
import { call, connect, ERAS, openSpoken } from './client.ts'

const good = { prompt: 'a cat', model: 'sandbox' }

test('another key sees nothing of a task: not in the list, not by its id, and cannot cancel it', async (t) => {
  const { service, client } = await openSpoken(t)
  const { receipt } = await call(client, 'generate_image', { ...good, prompt: 'a cat [[hang]]', wait_seconds: 0 })
  const other = await connect(t, service.url, await service.newKey())
  assert.deepEqual((await call(other, 'list_tasks')).receipt, { tasks: [], has_more: false })
  for (const tool of ['get_task', 'cancel_task']) {
    const refused = await call(other, tool, { task_id: receipt.task_id })
    const unknown = await call(other, tool, { task_id: '1234567890123456789012' })
    assert.deepEqual([refused.isError, refused.error?.['code']], [true, 'task_not_found'])
    assert.deepEqual({ ...refused.error, request_id: '' }, { ...unknown.error, request_id: '' })
  }
})

test('a key lists only the tools that it may use, and is told why when it calls another', async (t) => {
  const { service } = await openSpoken(t)
  const narrow = await connect(t, service.url, await service.newKey({ scopes: ['images:write'] }))
  const { tools } = await narrow.listTools()
  assert.deepEqual(
    tools.map(({ name }) => name),
    ['list_models', 'generate_image'],
  )
  for (const [tool, given, scope] of [
    ['generate_video', good, 'videos:write'],
    ['get_task', { task_id: '1' }, 'tasks:read'],
    ['list_tasks', {}, 'tasks:read'],
    ['cancel_task', { task_id: '1' }, 'tasks:write'],
  ] as const) {
    const { isError, error } = await call(narrow, tool, given)
    assert.deepEqual([isError, error?.['code'], error?.['retryable']], [true, 'insufficient_scope', false])
    assert.ok(String(error?.['message']).includes(scope))
  }
  assert.equal((await call(narrow, 'generate_image', good)).receipt.status, 'success')
})

test('a key sees its own models alone, and cannot use the others', async (t) => {
  const { service } = await openSpoken(t)
  const client = await connect(t, service.url, await service.newKey({ models: ['sandbox'] }))
  const { tools } = await client.listTools()
  const schema = tools.find(({ name }) => name === 'generate_video')?.inputSchema.properties?.['model']
  assert.deepEqual((schema as { enum?: string[] } | undefined)?.enum, ['sandbox'])
  const { models } = (await call(client, 'list_models')).receipt as unknown as {
    models: { model: string; kind: string }[]
  }
  assert.deepEqual(
    models.map(({ model, kind }) => `${kind} ${model}`),
    ['image sandbox', 'video sandbox'],
  )
  const refused = await call(client, 'generate_image', { ...good, model: 'diorama' })
  assert.deepEqual([refused.isError, refused.error?.['code']], [true, 'model_not_allowed'])
  assert.equal((await call(client, 'generate_image', { ...good, model: 'nothing' })).error?.['code'], 'model_not_found')
})

for (const era of ERAS) {
  test(`${era}: without a key, or with one that does not work, nobody connects`, async (t) => {
    const { service } = await openSpoken(t, {}, era)
    const isUnauthorized = (error: unknown): boolean => error instanceof SdkHttpError && error.status === 401
    await assert.rejects(connect(t, service.url, 'mg_wrong', era), isUnauthorized)
    const answer = await service.call('/mcp', { json: {}, key: null })
    assert.deepEqual(
      [answer.headers.get('www-authenticate'), (await refusal(answer)).code],
      ['Bearer', 'missing_api_key'],
    )
  })
}

test('a key that is revoked ends the waits of its clients, and connects no more', async (t) => {
  const { service, client } = await openSpoken(t)
  const waiting = call(client, 'generate_image', { ...good, prompt: 'a cat [[hang]]' })
  await eventually(async () => {
    const [task] = await service.store.tasks.list({ keyId: service.apiKey.id, limit: 1 })
    return task?.step === 'running' ? true : undefined
  })
  await revokeKey({ store: service.store, clock: systemClock }, service.apiKey.id)
  assert.equal((await waiting).error?.['code'], 'invalid_api_key')
  await assert.rejects(client.listTools(), SdkHttpError)
})
