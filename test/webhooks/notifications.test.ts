import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { TASK_ERROR_CODES } from '../../src/core/errors.ts'
import { openReceiver, verifies, type Receiver } from './receiver.ts'
import { isDelivered, openSender, type Json, type Sender } from './sender.ts'
import { atEnd } from '../support/at-end.ts'

/** The notification of a task, checked by the reference implementation, and the task as polling shows it. */
async function announced(sender: Sender, receiver: Receiver, id: string): Promise<{ event: Json; task: Json }> {
  await sender.delivery(id, isDelivered)
  const arrival = receiver.arrivals.find(({ body }) => body.includes(id))
  assert.ok(arrival !== undefined, 'what counts as delivered has arrived')
  const [secret = ''] = await sender.secrets()
  assert.ok(verifies(secret, arrival), 'the reference implementation takes it')
  assert.equal(verifies(secret, { ...arrival, body: arrival.body.replace('task_result', 'task_resulT') }), false)
  const other = { ...arrival.headers, 'webhook-id': `${arrival.id}x` }
  assert.equal(verifies(secret, { ...arrival, headers: other }), false)
  assert.deepEqual([arrival.method, arrival.path], ['POST', '/hook'])
  assert.equal(arrival.headers['content-type'], 'application/json')
  assert.match(arrival.id, /^msg_[0-9A-Za-z]{22}$/)
  return { event: JSON.parse(arrival.body) as Json, task: await sender.read(`/api/ai/videos/${id}`) }
}

function assertFailure({ event, task }: { event: Json; task: Json }, code: string): void {
  const { code: taskCode, message } = task['error'] as Json
  assert.equal(taskCode, code)
  const { created, taskCostTime, ...rest } = event
  assert.deepEqual(rest, {
    id: task['id'],
    object: 'task_result',
    status: 'failed',
    result: { images: [] },
    error: message,
  })
  assert.ok(Number.isInteger(created))
  assert.ok(typeof taskCostTime === 'number' && taskCostTime >= 0)
}

async function stage(t: TestContext, env: Record<string, string> = {}): Promise<[Sender, Receiver]> {
  return [await openSender(t, { env }), await openReceiver(t)]
}

test('a success is announced with exactly the fields of the contract, and its file can be fetched', async (t) => {
  const [sender, receiver] = await stage(t)
  const before = sender.clock.now()
  const { event, task } = await announced(sender, receiver, await sender.submit(receiver.url, '[[delay 2s]]'))
  assert.deepEqual(Object.keys(event), ['id', 'object', 'created', 'status', 'result', 'error', 'taskCostTime'])
  const { images } = event['result'] as { images: Json[] }
  const [image] = images
  assert.equal(images.length, 1)
  assert.deepEqual(Object.keys(image ?? {}), ['fileUrl', 'fileType', 'taskCostTime'])
  assert.deepEqual([event['id'], event['object'], event['status']], [task['id'], 'task_result', 'success'])
  assert.equal(event['error'], null)
  assert.equal(image?.['fileType'], 'mp4')
  assert.equal(image['fileUrl'], (task['data'] as Json[])[0]?.['url'])
  assert.equal((await fetch(String(image['fileUrl']))).status, 200)
  const cost = Number(event['taskCostTime'])
  assert.ok(cost >= 2, `the two seconds of the model: ${cost}`)
  assert.equal(cost, (await sender.read(`/api/ai/tasks/${String(task['id'])}`))['run_seconds'])
  assert.equal(image['taskCostTime'], cost)
  const created = Number(event['created'])
  assert.ok(created >= Math.floor(before / 1000) + 2 && created <= sender.clock.now() / 1000, 'the time of the result')
})

test('a failure is announced with its plain reason, whatever its code', async (t) => {
  const [sender, receiver] = await stage(t)
  const ids = await Promise.all(TASK_ERROR_CODES.map((code) => sender.submit(receiver.url, `[[fail ${code}]]`)))
  for (const [index, code] of TASK_ERROR_CODES.entries()) {
    assertFailure(await announced(sender, receiver, ids[index] ?? ''), code)
  }
  assert.equal(receiver.arrivals.length, TASK_ERROR_CODES.length)
  assert.equal(new Set(receiver.arrivals.map(({ id }) => id)).size, TASK_ERROR_CODES.length)
})

test('a cancelled task is announced', async (t) => {
  const [sender, receiver] = await stage(t)
  const id = await sender.submit(receiver.url, '[[hang]]')
  await sender.post(`/api/ai/tasks/${id}/cancel`)
  assertFailure(await announced(sender, receiver, id), 'cancelled')
})

test('a task that ran too long is announced', async (t) => {
  const [sender, receiver] = await stage(t, { MEDIAGEN_TASK_TIMEOUT_SECONDS: '2' })
  const { event, task } = await announced(sender, receiver, await sender.submit(receiver.url, '[[hang]]'))
  assertFailure({ event, task }, 'timeout')
  assert.match(String(event['error']), /timed out/)
  assert.ok(Number(event['taskCostTime']) >= 2)
})

test('a task that was never started is announced, and cost no time', async (t) => {
  const receiver = await openReceiver(t)
  const replacements = { wrapEngine: <T extends object>(engine: T): T => ({ ...engine, concurrency: 0 }) }
  const sender = await openSender(t, { env: { MEDIAGEN_QUEUE_TIMEOUT_SECONDS: '2' }, replacements })
  const { event, task } = await announced(sender, receiver, await sender.submit(receiver.url))
  assertFailure({ event, task }, 'queue_timeout')
  assert.equal(event['taskCostTime'], 0)
})

test('callback_url is the same door', async (t) => {
  const [sender, receiver] = await stage(t)
  const body = { model: 'sandbox', prompt: '[[fail no_output]]', callback_url: receiver.url }
  const { id } = (await sender.post('/api/ai/videos', body)) as { id: string }
  assertFailure(await announced(sender, receiver, id), 'no_output')
})

test('neither the final state without its announcement nor the announcement without the final state is ever on disk', async (t) => {
  const [sender, receiver] = await stage(t)
  // Another connection to the same file makes one half of the final write fail.
  // It waits its turn: the service tries the refused write again and again, and holds the file while it does.
  const other = new DatabaseSync(join(sender.dataDir, 'mediagen.db'), { timeout: 600_000 })
  atEnd(t, () => other.close())
  const refuse = `BEGIN SELECT RAISE(ABORT, 'planted'); END`
  const halves = {
    announcement: `CREATE TRIGGER planted BEFORE INSERT ON deliveries ${refuse}`,
    state: `CREATE TRIGGER planted AFTER UPDATE OF finished_at ON tasks ${refuse}`,
  }
  for (const [half, trigger] of Object.entries(halves)) {
    other.exec(trigger)
    const id = await sender.submit(receiver.url, '[[fail no_output]]')
    const dropped = () => sender.logLines.some((line) => line.includes('planted')) || undefined
    await sender.until(dropped)
    const on = (table: string, column: string) => other.prepare(`SELECT * FROM ${table} WHERE ${column} = ?`).get(id)
    assert.equal(on('tasks', 'id')?.['finished_at'], null, `${half} failed, so the task has not ended`)
    assert.equal(on('deliveries', 'task_id'), undefined, `${half} failed, so nothing is announced`)
    other.exec('DROP TRIGGER planted')
    await sender.delivery(id, isDelivered, 500)
    assert.equal(on('tasks', 'id')?.['status'], 'failed')
    sender.logLines.length = 0
  }
})
