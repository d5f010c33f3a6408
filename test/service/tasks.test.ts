import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, eventuallyOn } from '../support/eventually.ts'
import { manualClock } from '../support/manual-clock.ts'
import { openService, serviceOfFile, type TestService } from '../support/service.ts'

const openHere = serviceOfFile()

type Json = Record<string, unknown>

async function submit(service: TestService, prompt: string, more: Json = {}): Promise<string> {
  const answer = await service.call('/api/ai/videos', { json: { model: 'sandbox', prompt, ...more } })
  assert.equal(answer.status, 200)
  return ((await answer.json()) as { id: string }).id
}

async function read(service: TestService, path: string): Promise<Json> {
  const answer = await service.call(path)
  assert.equal(answer.status, 200)
  return (await answer.json()) as Json
}

function ended(service: TestService, id: string): Promise<Json> {
  return eventually(async () => {
    const task = await read(service, `/api/ai/tasks/${id}`)
    return task['finished'] === null ? undefined : task
  })
}

async function code(answer: Response): Promise<[number, unknown]> {
  return [answer.status, ((await answer.json()) as { error: Json }).error['code']]
}

test('the receipt tells what was asked, what was done, what it cost, and the files with their checksums', async () => {
  const service = await openHere()
  const id = await submit(service, 'hello', { size: '9:16', seed: 7, webhookUrl: 'http://127.0.0.1:1026/hook' })
  const receipt = await ended(service, id)
  assert.equal(receipt['kind'], 'video')
  assert.equal(receipt['status'], 'success')
  assert.equal(receipt['progress'], 100)
  assert.equal(receipt['queue_position'], null)
  assert.equal(receipt['attempts'], 1)
  const { aspect_ratio, size, seed, ...settings } = receipt['asked'] as Json
  assert.deepEqual([aspect_ratio, size, seed], [null, '9:16', 7])
  // Whatever else may be asked for is named, and was not.
  assert.ok('seconds' in settings && Object.values(settings).every((value) => value === null), JSON.stringify(settings))
  const effective = {
    aspect_ratio: '9:16',
    width: 720,
    height: 1280,
    resolution: null,
    seed: 7,
    seconds: 1,
    audio: false,
  }
  assert.deepEqual(receipt['effective'], { ...settings, ...effective })
  assert.match(String(receipt['warnings']), /stand-in of 144x256/)
  const files = receipt['files'] as Json[]
  assert.deepEqual(files.map(({ role }) => role).toSorted(), ['cover', 'output'])
  for (const file of files) {
    const bytes = new Uint8Array(await (await fetch(String(file['url']))).arrayBuffer())
    const digest = await crypto.subtle.digest('SHA-256', bytes)
    assert.equal(file['url_expires_at'], null)
    assert.equal(bytes.length, file['bytes'])
    assert.equal(Buffer.from(digest).toString('hex'), file['sha256'])
    assert.equal(Number(file['width']) < Number(file['height']), true)
  }
  const [delivery] = receipt['deliveries'] as Json[]
  assert.equal(delivery?.['url'], 'http://127.0.0.1:1026/hook')
})

test('a waiting task tells its place in line', async (t) => {
  const clock = manualClock()
  const service = await openService(t, {
    replacements: { clock, wrapEngine: (engine) => ({ ...engine, concurrency: 0 }) },
  })
  const ids: string[] = []
  for (const name of ['one', 'two', 'three']) {
    ids.push(await submit(service, name))
    await clock.advance(10)
  }
  const places = await Promise.all(
    ids.map(async (id) => (await read(service, `/api/ai/tasks/${id}`))['queue_position']),
  )
  assert.deepEqual(places, [1, 2, 3])
})

test('the list shows my own tasks, newest first, page by page, filtered', async () => {
  const service = await openHere()
  const other = await service.newKey()
  const mine: string[] = []
  for (let index = 0; index < 5; index++) mine.push(await submit(service, `number ${index}`))
  await service.call('/api/ai/videos', { json: { model: 'sandbox', prompt: 'foreign' }, key: other })
  await service.call('/api/ai/images/generations', { json: { model: 'sandbox', prompt: 'an image' } })
  await Promise.all(mine.map((id) => ended(service, id)))

  const seen: unknown[] = []
  let path = '/api/ai/tasks?limit=2&kind=video'
  for (;;) {
    const page = await read(service, path)
    seen.push(...(page['data'] as Json[]).map(({ id }) => id))
    if (page['has_more'] === false) break
    path = `/api/ai/tasks?limit=2&kind=video&cursor=${String(page['next_cursor'])}`
  }
  assert.deepEqual(seen.toSorted(), mine.toSorted())
  assert.equal(seen[0], mine.at(-1))
  assert.equal(((await read(service, '/api/ai/tasks?status=failed'))['data'] as Json[]).length, 0)
  assert.equal(((await read(service, '/api/ai/tasks?model=sandbox&status=success'))['data'] as Json[]).length, 6)
})

test('a wrong filter, limit or cursor is refused and named', async () => {
  const service = await openHere()
  for (const query of ['limit=0', 'limit=101', 'limit=x', 'cursor=zzz', 'status=done', 'kind=audio', 'colour=red']) {
    assert.deepEqual(await code(await service.call(`/api/ai/tasks?${query}`)), [400, 'invalid_parameter'], query)
  }
  for (const [query, param, words] of [
    ['status=done', 'status', "'status' must be one of: pending, processing, success, failed."],
    ['kind=audio', 'kind', "'kind' must be one of: image, video."],
  ]) {
    const answer = (await (await service.call(`/api/ai/tasks?${query}`)).json()) as { error: Record<string, unknown> }
    assert.deepEqual([answer.error['param'], answer.error['message']], [param, words])
  }
})

test('cancel ends a task at once as failed with the code cancelled; twice is fine; a finished one is refused', async () => {
  const service = await openHere()
  const id = await submit(service, '[[hang]]')
  await eventually(async () => (await read(service, `/api/ai/videos/${id}`))['status'] === 'processing' || undefined)
  for (const _ of [1, 2]) {
    const answer = await service.call(`/api/ai/tasks/${id}/cancel`, { method: 'POST' })
    assert.equal(answer.status, 200)
    assert.equal(((await answer.json()) as { error: Json }).error['code'], 'cancelled')
  }
  const video = await read(service, `/api/ai/videos/${id}`)
  assert.deepEqual(video['error'], { code: 'cancelled', message: 'The task was cancelled.' })
  const done = await submit(service, 'quick')
  await ended(service, done)
  assert.deepEqual(await code(await service.call(`/api/ai/tasks/${done}/cancel`, { method: 'POST' })), [
    409,
    'task_already_finished',
  ])
})

test('cancel reaches the engine that is drawing', async (t) => {
  let aborted: unknown
  const service = await openService(t, {
    replacements: {
      wrapEngine: (engine) => ({
        ...engine,
        start: (_job, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => {
              aborted = signal.reason
              reject(new Error('stopped'))
            })
          }),
      }),
    },
  })
  const id = await submit(service, 'long work')
  await eventually(async () => (await read(service, `/api/ai/tasks/${id}`))['step'] === 'starting' || undefined)
  await service.call(`/api/ai/tasks/${id}/cancel`, { method: 'POST' })
  await eventually(() => aborted)
  assert.equal(aborted, 'lost')
  assert.equal((await ended(service, id))['status'], 'failed')
})

test('delete removes a finished task with its files, and refuses a running one', async () => {
  const service = await openHere()
  const running = await submit(service, '[[hang]]')
  assert.deepEqual(await code(await service.call(`/api/ai/tasks/${running}`, { method: 'DELETE' })), [
    409,
    'task_not_finished',
  ])
  const id = await submit(service, 'quick')
  const [file] = (await ended(service, id))['files'] as Json[]
  assert.equal((await fetch(String(file?.['url']))).status, 200)
  const answer = await service.call(`/api/ai/tasks/${id}`, { method: 'DELETE' })
  assert.deepEqual(await answer.json(), { id, deleted: true })
  assert.deepEqual(await code(await service.call(`/api/ai/tasks/${id}`)), [404, 'task_not_found'])
  assert.deepEqual(await code(await fetch(String(file?.['url']))), [404, 'file_not_found'])
})

test('unknown, foreign and malformed ids give the same 404 on every task route, byte for byte but for the request id', async () => {
  const service = await openHere()
  const foreign = await service.newKey()
  const id = await submit(service, '[[hang]]')
  const routes = [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/cancel'],
    ['POST', '/retry'],
    ['GET', '/events'],
    ['GET', '/deliveries'],
    ['POST', '/deliveries/1/redeliver'],
  ] as const
  for (const [method, tail] of routes) {
    const bodies = await Promise.all(
      [id, '1234567890123456789012', 'abc', '%00', '1'.repeat(500)].map(async (each) => {
        const answer = await service.call(`/api/ai/tasks/${each}${tail}`, {
          method,
          key: foreign,
          headers: { accept: '*/*' },
        })
        assert.equal(answer.status, 404, `${method} ${tail} ${each}`)
        return (await answer.text()).replace(/req_\w+/, '')
      }),
    )
    assert.equal(new Set(bodies).size, 1, `${method} ${tail}`)
  }
})

async function events(answer: Response): Promise<Json[]> {
  return eventsIn(await answer.text())
}

function eventsIn(text: string): Json[] {
  return [...text.matchAll(/^id: (\d+)\nevent: task\ndata: (.*)$/gm)].map(([, eventId, data]) => ({
    eventId,
    ...(JSON.parse(data ?? '') as Json),
  }))
}

test('events show each state of a task and end with it; a reconnect shows nothing twice', async (t) => {
  const clock = manualClock(Date.now())
  const service = await openService(t, { replacements: { clock } })
  const id = await submit(service, '[[progress 3]] [[delay 300ms]]')
  const answer = await service.call(`/api/ai/tasks/${id}/events`)
  assert.equal(answer.headers.get('content-type'), 'text/event-stream')
  const decoder = new TextDecoder()
  let text = ''
  let isOver = false
  const watching = (async () => {
    for await (const piece of answer.body ?? []) text += decoder.decode(piece, { stream: true })
  })().finally(() => (isOver = true))
  await eventually(() => (eventsIn(text).length > 0 ? true : undefined))
  await eventuallyOn(clock, 100, async () => (isOver ? true : undefined))
  await watching
  const seen = eventsIn(text)
  const last = seen.at(-1)
  assert.equal(last?.['status'], 'success')
  assert.ok(seen.length >= 2)
  const progress = seen.map((event) => Number(event['progress']))
  assert.deepEqual(
    progress,
    progress.toSorted((a, b) => a - b),
  )

  const middle = String(seen[0]?.['eventId'])
  const resumed = await events(
    await service.call(`/api/ai/tasks/${id}/events`, { headers: { 'last-event-id': middle } }),
  )
  assert.deepEqual(
    resumed.map(({ eventId }) => eventId),
    [last?.['eventId']],
  )
  const after = await service.call(`/api/ai/tasks/${id}/events`, {
    headers: { 'last-event-id': String(last?.['eventId']) },
  })
  assert.equal(after.status, 204)
})

test('Prefer: respond-async answers an image request at once with the id of its task', async () => {
  const service = await openHere()
  const json = { model: 'sandbox', prompt: 'later [[delay 200ms]]' }
  const answer = await service.call('/api/ai/images/generations', { json, headers: { prefer: 'respond-async' } })
  assert.equal(answer.status, 202)
  assert.equal(answer.headers.get('preference-applied'), 'respond-async')
  const { id, status } = (await answer.json()) as Json
  assert.equal(status, 'pending')
  assert.equal(answer.headers.get('location'), `/api/ai/tasks/${String(id)}`)
  assert.equal((await ended(service, String(id)))['status'], 'success')
})

test('Prefer: wait holds the answer until the task has ended or the time is up', async () => {
  const service = await openHere()
  const json = { model: 'sandbox', prompt: 'soon [[delay 100ms]]' }
  const answer = await service.call('/api/ai/videos', { json, headers: { prefer: 'wait=30' } })
  assert.equal(answer.headers.get('preference-applied'), 'wait=30')
  assert.equal(((await answer.json()) as Json)['status'], 'success')

  const hanging = await submit(service, '[[hang]]')
  const waited = await service.call(`/api/ai/videos/${hanging}`, { headers: { prefer: 'wait=1' } })
  assert.equal(((await waited.json()) as Json)['status'], 'processing')
})
