import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFinal } from '../../src/core/tasks/task.ts'
import type { Engine } from '../../src/ports/engine.ts'
import { eventually, eventuallyOn } from '../support/eventually.ts'
import { manualClock } from '../support/manual-clock.ts'
import { call, comesTo, ERAS, goOnAsTold, openPatient, openSpoken, read } from './client.ts'

const slow = { prompt: 'a cat [[hang]]', model: 'sandbox' }

test('what takes longer than 20 s is handed back as a task, with what to call next', async (t) => {
  const clock = manualClock()
  const { service, client } = await openSpoken(t, { replacements: { clock } })
  let isAnswered = false
  const asked = call(client, 'generate_image', slow).finally(() => (isAnswered = true))
  await eventually(async () => {
    const [task] = await service.store.tasks.list({ keyId: service.apiKey.id, limit: 1 })
    return task?.step === 'running' ? true : undefined
  })
  await clock.advance(19_900)
  assert.equal(isAnswered, false)
  const { receipt, text, isError } = await eventuallyOn(clock, 100, async () => (isAnswered ? asked : undefined))
  assert.deepEqual([receipt.status, isError], ['processing', false])
  const next = { tool: 'get_task', arguments: { task_id: receipt.task_id, wait_seconds: 20 } }
  assert.deepEqual(receipt.next, next)
  assert.ok(text.includes(receipt.task_id) && text.includes('get_task'), text)
})

for (const era of ERAS) {
  test(`${era}: a task that was handed back is waited for with get_task, and then shown whole`, async (t) => {
    const { client, ...place } = await openPatient(t, era)
    const given = { prompt: 'a cat [[delay 1s]]', model: 'sandbox', wait_seconds: 0 }
    const begun = await call(client, 'generate_video', given)
    assert.notEqual(begun.receipt.status, 'success')
    assert.deepEqual(begun.receipt.files, [])
    const waiting = call(client, 'get_task', { task_id: begun.receipt.task_id, wait_seconds: 20 })
    await comesTo(place, ({ status }) => isFinal(status))
    const done = await waiting
    assert.deepEqual([done.receipt.status, done.receipt.next], ['success', null])
    assert.deepEqual([done.links.length, done.pictures.length], [1, 1])
    const again = await call(client, 'get_task', { task_id: begun.receipt.task_id })
    assert.deepEqual(again, done)
  })

  test(`${era}: a client that gives a token is told how far the task is, always further`, async (t) => {
    const { client, ...place } = await openPatient(t, era)
    const told: number[] = []
    const params = { name: 'generate_image', arguments: { prompt: 'a cat [[progress 5]]', model: 'sandbox' } }
    const calling = client.callTool(params, { onprogress: ({ progress }) => void told.push(progress) })
    await goOnAsTold(place, told)
    const result = await calling
    assert.equal(read(result).receipt.status, 'success')
    assert.ok(told.length >= 2, told.join(' '))
    assert.deepEqual(
      told,
      [...new Set(told)].sort((one, other) => one - other),
    )
  })
}

test('a task that is cancelled ends for the client that waits for it, and cancelling it twice is fine', async (t) => {
  const { service, client } = await openSpoken(t)
  const waiting = call(client, 'generate_image', slow)
  const task = await eventually(async () => {
    const [first] = await service.store.tasks.list({ keyId: service.apiKey.id, limit: 1 })
    return first?.step === 'running' ? first : undefined
  })
  const cancelled = await call(client, 'cancel_task', { task_id: task.id })
  assert.deepEqual([cancelled.receipt.status, cancelled.receipt.error?.code], ['failed', 'cancelled'])
  const ended = await waiting
  assert.deepEqual(
    [ended.isError, ended.receipt.error?.code, ended.receipt.error?.retryable],
    [true, 'cancelled', false],
  )
  assert.equal((await call(client, 'cancel_task', { task_id: task.id })).isError, false)
})

test('a task that has ended well is not cancelled any more, and the error says so', async (t) => {
  const { client } = await openSpoken(t)
  const { receipt } = await call(client, 'generate_image', { prompt: 'a cat', model: 'sandbox' })
  const refused = await call(client, 'cancel_task', { task_id: receipt.task_id })
  assert.deepEqual([refused.isError, refused.error?.['code']], [true, 'task_already_finished'])
})

test('a service that stops lets nobody wait for the rest, and starts nothing new', async (t) => {
  const held = Promise.withResolvers<void>()
  // What a worker has in hand is finished first: meanwhile requests are still answered.
  const wrapEngine = (engine: Engine): Engine => {
    const start: Engine['start'] = async (job, watch) => {
      await held.promise
      return engine.start(job, watch)
    }
    return { ...engine, start }
  }
  const env = { MEDIAGEN_DRAIN_SECONDS: '60' }
  const { service, client } = await openSpoken(t, { env, replacements: { wrapEngine } })
  const waiting = call(client, 'generate_image', slow)
  await eventually(async () => {
    const [task] = await service.store.tasks.list({ keyId: service.apiKey.id, limit: 1 })
    return task?.step === 'starting' ? true : undefined
  })
  const stopped = service.stop()
  assert.equal((await waiting).receipt.next?.tool, 'get_task')
  const refused = await call(client, 'generate_image', { ...slow, request_id: 'another' })
  assert.deepEqual([refused.error?.['code'], refused.error?.['retryable']], ['shutting_down', true])
  held.resolve()
  await stopped
})

test('calls that do not say how long they are do not wait for each other', async (t) => {
  const { service } = await openSpoken(t, { replacements: { clock: manualClock() } })
  const gone = new AbortController()
  const asked = Array.from({ length: 6 }, (_, number) => {
    const params = { name: 'generate_image', arguments: { ...slow, request_id: String(number) } }
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const chunked = { body: new Blob([message]).stream(), duplex: 'half' as const }
    return service.call('/mcp', { method: 'POST', headers, ...chunked, signal: gone.signal })
  })
  await eventually(async () => {
    const tasks = await service.store.tasks.list({ keyId: service.apiKey.id, limit: 10 })
    return tasks.length === 6 ? true : undefined
  })
  gone.abort()
  await Promise.allSettled(asked)
})
