import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { eventually, eventuallyOn } from '../support/eventually.ts'
import { manualClock } from '../support/manual-clock.ts'
import { rawConnection } from '../support/raw-http.ts'
import { formOf, pngOf, refusal } from '../support/uploads.ts'
import { openService, serviceOfFile } from '../support/service.ts'

const openHere = serviceOfFile()

const IMAGES = '/api/ai/images/generations'
const good = { prompt: 'a cat', model: 'sandbox' }

type ImageAnswer = { created: number; data: { url: string }[] }

for (const [form, body] of [
  ['JSON', { json: { ...good, aspect_ratio: '16:9' } }],
  ['a form', { method: 'POST', body: formOf({ ...good, aspect_ratio: '16:9' }) }],
] as const) {
  test(`${form}: the answer holds created and data with the address of a real picture, and nothing else`, async (t) => {
    const clock = manualClock(1_750_000_000_500)
    const service = await openService(t, { replacements: { clock } })
    const answering = service.call(IMAGES, body)
    const answer = await eventuallyOn(clock, 1, () => settled(answering))
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.match(answer.headers.get('x-request-id') ?? '', /^req_\w+$/)
    assert.match(answer.headers.get('x-task-id') ?? '', /^\d{19,24}$/)
    const shown = (await answer.json()) as ImageAnswer
    assert.deepEqual(Object.keys(shown), ['created', 'data'])
    assert.equal(shown.created, 1_750_000_000)
    assert.equal(shown.data.length, 1)
    assert.deepEqual(Object.keys(shown.data[0] ?? {}), ['url'])
    const file = await fetch(shown.data[0]?.url ?? '')
    assert.equal(file.headers.get('content-type'), 'image/png')
    const { width, height } = await sharp(await file.arrayBuffer()).metadata()
    assert.ok(Math.abs(width / height / (16 / 9) - 1) < 0.05, `${width}x${height}`)
  })
}

test('addresses are built on the public address of the service', async (t) => {
  const service = await openService(t, { env: { MEDIAGEN_PUBLIC_URL: 'https://media.example.com' } })
  const { data } = (await (await service.call(IMAGES, { json: good })).json()) as ImageAnswer
  assert.match(data[0]?.url ?? '', /^https:\/\/media\.example\.com\/files\/[0-9A-Za-z]{20,}\.png$/)
})

for (const [code, status] of [
  ['provider_error', 502],
  ['content_policy_violation', 400],
  ['timeout', 504],
  ['no_output', 502],
  ['start_unknown', 502],
  ['storage_unavailable', 503],
] as const) {
  test(`a task that fails with ${code} is answered with ${status}, its message and its task id`, async () => {
    const service = await openHere()
    const answer = await service.call(IMAGES, { json: { ...good, prompt: `a cat [[fail ${code}]]` } })
    assert.match(answer.headers.get('x-task-id') ?? '', /^\d+$/)
    const refused = await refusal(answer)
    assert.deepEqual([refused.status, refused.code], [status, code])
    // The message of a timeout says that the task timed out, wherever it comes from.
    const lead = code === 'timeout' ? 'The task timed out: the' : 'The'
    assert.equal(refused.message, `${lead} sandbox was told to fail with ${code}.`)
  })
}

test('an image that is not ready in time is a 504 timeout with the id of a task that goes on', async (t) => {
  const clock = manualClock()
  const service = await openService(t, { replacements: { clock } })
  const json = { ...good, prompt: 'a cat [[delay 150s]]' }
  const answering = service.call(IMAGES, { json, headers: { 'idempotency-key': 'late-1' } })
  const unnamed = service.call(IMAGES, { json })
  const answer = await eventuallyOn(clock, 5_000, () => settled(answering))
  const second = await eventuallyOn(clock, 5_000, () => settled(unnamed))
  const id = answer.headers.get('x-task-id') ?? ''
  const refused = await refusal(answer)
  assert.deepEqual([refused.status, refused.code], [504, 'timeout'])
  assert.ok(refused.message.includes(id))
  // A task that timed out has the same code, and there is nothing to wait for.
  const timedOut = service.call(IMAGES, { json: { ...good, prompt: 'a cat [[fail timeout]]' } })
  const ended = await eventuallyOn(clock, 5_000, () => settled(timedOut))
  // A client that repeated a request without a key would pay for a second task.
  const retries = [answer, second, ended].map(({ status, headers }) => [status, headers.get('retry-after')])
  assert.deepEqual(retries, [
    [504, '1'],
    [504, null],
    [504, null],
  ])
  const task = await eventuallyOn(clock, 5_000, async () => {
    const found = await service.store.tasks.find(id)
    return found?.status === 'success' ? found : undefined
  })
  assert.ok((task.finishedAt ?? 0) - task.createdAt >= 150_000)
})

test('a client that hangs up does not stop its task', async (t) => {
  const clock = manualClock()
  const service = await openService(t, { replacements: { clock } })
  const socket = await rawConnection(service.url)
  const body = JSON.stringify({ ...good, prompt: 'a cat [[delay 60s]]' })
  const head = `POST ${IMAGES} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${service.key}\r\n`
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  const [task] = await eventually(async () => {
    const tasks = await service.store.tasks.list({ keyId: service.apiKey.id, limit: 1 })
    return tasks[0]?.status === 'processing' ? tasks : undefined
  })
  socket.destroy()
  await eventually(() => (service.logLines.some((line) => line.includes('"hungUp":true')) ? true : undefined))
  await eventuallyOn(clock, 5_000, async () => {
    const found = await service.store.tasks.find(task?.id ?? '')
    return found?.status === 'success' ? found : undefined
  })
})

test('the same Idempotency-Key and request give the same image; another request under it is a 409', async () => {
  const service = await openHere()
  const headers = { 'idempotency-key': 'order-17' }
  const first = await service.call(IMAGES, { json: good, headers })
  const second = await service.call(IMAGES, { json: good, headers })
  assert.equal(first.headers.get('x-task-id'), second.headers.get('x-task-id'))
  assert.equal(await first.text(), await second.text())
  const other = await service.call(IMAGES, { json: { ...good, prompt: 'a dog' }, headers })
  const refused = await refusal(other)
  assert.deepEqual([refused.status, refused.code], [409, 'idempotency_conflict'])
  const stranger = await service.newKey()
  const theirs = await service.call(IMAGES, { json: { ...good, prompt: 'a dog' }, headers, key: stranger })
  assert.equal(theirs.status, 200)
})

test('the same upload under the same Idempotency-Key is the same request, in either body form', async () => {
  const service = await openHere()
  const headers = { 'idempotency-key': 'upload' }
  const png = await pngOf(12, 9)
  const first = await service.call(IMAGES, { method: 'POST', body: formOf({ ...good, image: png }), headers })
  const json = { ...good, image: `data:image/png;base64,${png.toString('base64')}` }
  const second = await service.call(IMAGES, { json, headers })
  assert.equal(first.status, 200)
  assert.equal(first.headers.get('x-task-id'), second.headers.get('x-task-id'))
})

test('while the service drains, a waiting image request gets its task id and new work is refused', async (t) => {
  const clock = manualClock()
  const service = await openService(t, { replacements: { clock } })
  const json = { ...good, prompt: 'a cat [[delay 100s]]' }
  const waiting = [{ 'idempotency-key': 'drained' }, {}].map((headers) => service.call(IMAGES, { json, headers }))
  await eventually(async () => {
    const tasks = await service.store.tasks.list({ keyId: service.apiKey.id, limit: 2 })
    return tasks.filter(({ status }) => status === 'processing').length === 2 ? true : undefined
  })
  const stopped = service.stop()
  const answers = await Promise.all(waiting)
  for (const answer of answers) {
    assert.ok(answer.headers.get('x-task-id'))
    const refused = await refusal(answer)
    assert.deepEqual([refused.status, refused.code], [503, 'shutting_down'])
  }
  // A client that repeated a request without a key would pay for a second task.
  assert.deepEqual(
    answers.map(({ headers }) => headers.get('retry-after')),
    ['10', null],
  )
  await stopped
})

/** The answer once it is there, and nothing before. */
async function settled<T>(promise: Promise<T>): Promise<T | undefined> {
  return await Promise.race([promise, new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined)))])
}

test('the header of an image or a video says what was not done as asked; the fixed bodies stay as they are', async () => {
  const service = await openHere()
  const json = { model: 'sandbox', prompt: 'a red fox', size: '65x65', seed: 7 }
  const told = /^size: 65x65 was made as 66x66/
  const image = await service.call('/api/ai/images/generations', { json })
  assert.match(image.headers.get('x-mediagen-warnings') ?? '', told)
  assert.equal(image.headers.get('x-mediagen-seed'), '7')
  assert.deepEqual(Object.keys((await image.json()) as object), ['created', 'data'])
  const later = await service.call('/api/ai/images/generations', { json, headers: { prefer: 'respond-async' } })
  assert.match(later.headers.get('x-mediagen-warnings') ?? '', told)
  const video = await service.call('/api/ai/videos', { json: { ...json, size: '641x361' } })
  assert.match(video.headers.get('x-mediagen-warnings') ?? '', /^size: 641x361 was made as/)
  const exact = await service.call('/api/ai/images/generations', { json: { ...json, size: '64x64' } })
  assert.doesNotMatch(exact.headers.get('x-mediagen-warnings') ?? '', /size:/)
  const several = await service.call('/api/ai/images/generations', { json: { ...json, n: 2 } })
  assert.equal(several.headers.get('x-mediagen-seed'), '7, 8')
})
