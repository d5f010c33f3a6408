import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cancelTask } from '../../src/actions/tasks/cancel-task.ts'
import { createOnce } from '../../src/actions/tasks/create-once.ts'
import { deleteTask } from '../../src/actions/tasks/delete-task.ts'
import { sharedPostgres } from '../support/postgres.ts'
import { openStage } from '../reliability/stage.ts'
import { openService } from '../support/service.ts'
import { call, connect, openSpoken } from './client.ts'

const good = { prompt: 'a cat', model: 'sandbox' }

async function taskIds(client: Parameters<typeof call>[0]): Promise<string[]> {
  const { receipt } = await call(client, 'list_tasks')
  return (receipt as unknown as { tasks: { task_id: string }[] }).tasks.map(({ task_id: id }) => id)
}

test('the same call again gets the same task, and says so; a request_id of its own makes another', async (t) => {
  const { client } = await openSpoken(t)
  const first = await call(client, 'generate_image', good)
  const again = await call(client, 'generate_image', { ...good, wait_seconds: 5, seed: null })
  assert.equal(again.receipt.task_id, first.receipt.task_id)
  assert.match(again.text, /already sent this call/)
  assert.match(again.receipt.warnings.join(), /repeat/)
  assert.doesNotMatch(first.text, /already sent this call/)
  const other = await call(client, 'generate_image', { ...good, request_id: '2' })
  assert.notEqual(other.receipt.task_id, first.receipt.task_id)
  assert.equal(
    (await call(client, 'generate_image', { ...good, request_id: '2' })).receipt.task_id,
    other.receipt.task_id,
  )
  for (const different of [
    { ...good, prompt: 'a dog' },
    { ...good, size: '512x512' },
  ]) {
    assert.notEqual((await call(client, 'generate_image', different)).receipt.task_id, first.receipt.task_id)
  }
  assert.notEqual((await call(client, 'generate_video', good)).receipt.task_id, first.receipt.task_id)
  assert.equal((await taskIds(client)).length, 5)
})

test('the same call of another key is another task', async (t) => {
  const { service, client } = await openSpoken(t)
  const other = await connect(t, service.url, await service.newKey())
  const mine = await call(client, 'generate_image', good)
  assert.notEqual((await call(other, 'generate_image', good)).receipt.task_id, mine.receipt.task_id)
})

for (const kind of ['SQLite', 'PostgreSQL']) {
  const where = kind === 'SQLite' ? '' : ', in two services,'
  test(`${kind}: of many equal calls at once${where} one makes the task`, async (t) => {
    const env: Record<string, string> =
      kind === 'SQLite' ? {} : { DATABASE_URL: await (await sharedPostgres()).newDatabase() }
    const one = await openService(t, { env })
    const two = kind === 'SQLite' ? one : await openService(t, { env })
    const clients = await Promise.all([one, two].map(({ url }) => connect(t, url, one.key)))
    const calls = clients.flatMap((client) => Array.from({ length: 6 }, () => call(client, 'generate_image', good)))
    const ids = (await Promise.all(calls)).map(({ receipt }) => receipt.task_id)
    assert.equal(new Set(ids).size, 1)
    assert.equal((await one.store.tasks.list({ keyId: one.apiKey.id, limit: 100 })).length, 1)
  })
}

test('a call that came to nothing, or was cancelled, is tried anew when it is repeated', async (t) => {
  const { client } = await openSpoken(t)
  const bad = { prompt: 'a cat [[fail provider_error]]', model: 'sandbox' }
  const first = await call(client, 'generate_image', bad)
  assert.deepEqual(
    [first.isError, first.receipt.error?.code, first.receipt.error?.retryable],
    [true, 'provider_error', true],
  )
  assert.match(first.receipt.error?.advice ?? '', /try again/)
  const again = await call(client, 'generate_image', bad)
  assert.notEqual(again.receipt.task_id, first.receipt.task_id)
  const hung = await call(client, 'generate_image', { prompt: 'a cat [[hang]]', model: 'sandbox', wait_seconds: 0 })
  const stopped = await call(client, 'cancel_task', { task_id: hung.receipt.task_id })
  assert.match(stopped.receipt.error?.advice ?? '', /Call again to create a new one/)
  const anew = await call(client, 'generate_image', { prompt: 'a cat [[hang]]', model: 'sandbox', wait_seconds: 0 })
  assert.notEqual(anew.receipt.task_id, hung.receipt.task_id)
})

test('a name stands for its task for ten minutes, and no longer than the task is there', async (t) => {
  const { deps, clock, key } = await openStage(t)
  const kind = deps.catalog.list()[0]?.kind ?? 'image'
  const open = { aspectRatio: null, size: null, seed: null, settings: null, webhookUrl: null }
  const request = { kind, prompt: 'a cat', model: 'test', ...open }
  const input = async () => ({ caller: key, request, references: [] })
  const make = () => createOnce(deps, { name: 'a name', keyId: key.id, input })
  const first = await make()
  assert.equal(first.isAdopted, false)
  await clock.advance(10 * 60 * 1_000 - 1)
  const again = await make()
  assert.deepEqual([again.task.id, again.isAdopted], [first.task.id, true])
  await clock.advance(1)
  const second = await make()
  assert.deepEqual([second.isAdopted, second.task.id === first.task.id], [false, false])
  await cancelTask(deps, key, second.task.id)
  await deleteTask(deps, key, second.task.id)
  const third = await make()
  assert.deepEqual([third.isAdopted, third.task.id === second.task.id], [false, false])
  assert.equal((await make()).task.id, third.task.id)
})
