import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, eventuallyOn } from '../support/eventually.ts'
import { manualClock } from '../support/manual-clock.ts'
import { formOf, pngOf, refusal } from '../support/uploads.ts'
import { openService, serviceOfFile } from '../support/service.ts'

const openHere = serviceOfFile()

const VIDEOS = '/api/ai/videos'
const good = { prompt: 'a cat', model: 'sandbox' }

type Submission = { id: string; status: string; message: string }
type VideoTask = {
  id: string
  object: string
  created: number
  model: string
  status: string
  data: { url: string; cover_url: string | null }[]
  error: { code: string; message: string } | null
}

for (const [form, body] of [
  ['JSON', { json: { ...good, size: '1280x720' } }],
  ['a form', { method: 'POST', body: formOf({ ...good, size: '1280x720' }) }],
] as const) {
  test(`${form}: a video is answered at once with id, status and message, and where to poll`, async () => {
    const service = await openHere()
    const answer = await service.call(VIDEOS, body)
    assert.equal(answer.status, 200)
    const submission = (await answer.json()) as Submission
    assert.deepEqual(Object.keys(submission), ['id', 'status', 'message'])
    assert.match(submission.id, /^\d{19,24}$/)
    assert.equal(submission.status, 'pending')
    assert.match(submission.message, /queued/)
    assert.equal(answer.headers.get('location'), `${VIDEOS}/${submission.id}`)
    assert.equal(answer.headers.get('retry-after'), '5')
  })
}

test('the task record goes from pending over processing to success, with exactly the fields of the contract', async (t) => {
  const clock = manualClock(1_750_000_000_500)
  const service = await openService(t, { replacements: { clock } })
  const { id } = (await (
    await service.call(VIDEOS, { json: { ...good, prompt: 'a cat [[delay 30s]]' } })
  ).json()) as Submission
  const seen: string[] = []
  const last = await eventuallyOn(clock, 1_000, async () => {
    const answer = await service.call(`${VIDEOS}/${id}`)
    assert.equal(answer.status, 200)
    const task = (await answer.json()) as VideoTask
    assert.deepEqual(Object.keys(task), ['id', 'object', 'created', 'model', 'status', 'data', 'error'])
    assert.deepEqual([task.id, task.object, task.created, task.model], [id, 'video', 1_750_000_000, 'sandbox'])
    if (seen.at(-1) !== task.status) seen.push(task.status)
    const isOver = task.status === 'success' || task.status === 'failed'
    assert.equal(answer.headers.get('retry-after'), isOver ? null : '5')
    if (!isOver) assert.deepEqual([task.data, task.error], [[], null])
    return isOver ? task : undefined
  })
  assert.equal(last.status, 'success')
  assert.deepEqual(
    seen.filter((status) => status !== 'pending'),
    ['processing', 'success'],
  )
  assert.equal(last.error, null)
  const [video] = last.data
  assert.deepEqual(Object.keys(video ?? {}), ['url', 'cover_url'])
  assert.equal((await fetch(video?.url ?? '')).headers.get('content-type'), 'video/mp4')
  assert.match((await fetch(video?.cover_url ?? '')).headers.get('content-type') ?? '', /^image\//)
})

test('a failed task is a 200 with an empty data and its error; a timeout says so in words', async (t) => {
  const clock = manualClock()
  // The usual half hour is 3,600 looks of every worker, and tells nothing more.
  const service = await openService(t, { replacements: { clock }, env: { MEDIAGEN_TASK_TIMEOUT_SECONDS: '60' } })
  for (const [prompt, code, says] of [
    ['a cat [[fail content_policy_violation]]', 'content_policy_violation', /./],
    ['a cat [[hang]]', 'timeout', /timed out/],
    ['a cat [[lose]]', 'provider_lost_task', /./],
  ] as const) {
    const { id } = (await (await service.call(VIDEOS, { json: { ...good, prompt } })).json()) as Submission
    const task = await eventuallyOn(clock, 10_000, async () => {
      const record = (await (await service.call(`${VIDEOS}/${id}`)).json()) as VideoTask
      return record.status === 'failed' ? record : undefined
    })
    assert.deepEqual(task.data, [])
    assert.deepEqual(Object.keys(task.error ?? {}), ['code', 'message'])
    assert.equal(task.error?.code, code)
    assert.match(task.error.message, says)
  }
})

test('unknown, foreign and malformed ids get one and the same 404', async () => {
  const service = await openHere()
  const { id } = (await (await service.call(VIDEOS, { json: good })).json()) as Submission
  const stranger = await service.newKey()
  const asked = [
    [stranger, id],
    [service.key, '1'],
    [service.key, '9'.repeat(22)],
    [service.key, '9'.repeat(2000)],
    [service.key, 'abc'],
    [service.key, `${id}x`],
    [service.key, '-1'],
    [service.key, '1e3'],
    [service.key, '%30'],
    [service.key, '..%2f..%2fetc'],
    [service.key, `${id}%00`],
  ] as const
  const bodies = new Set<string>()
  for (const [key, each] of asked) {
    const answer = await service.call(`${VIDEOS}/${each}`, { key })
    assert.equal(answer.status, 404, each)
    bodies.add((await answer.text()).replaceAll(/req_\w+/g, 'req'))
  }
  assert.equal(bodies.size, 1)
  assert.match([...bodies][0] ?? '', /"code":"task_not_found"/)
  assert.equal((await service.call(`${VIDEOS}/${id}`)).status, 200)
})

test('an image task is no video', async () => {
  const service = await openHere()
  const image = await service.call('/api/ai/images/generations', { json: good })
  const answer = await service.call(`${VIDEOS}/${image.headers.get('x-task-id')}`)
  assert.equal((await refusal(answer)).code, 'task_not_found')
})

test('callback_url is another name for webhookUrl; both may be given if they agree', async () => {
  const service = await openHere()
  const hook = 'https://example.com/hook'
  for (const fields of [{ webhookUrl: hook }, { callback_url: hook }, { webhookUrl: hook, callback_url: hook }]) {
    for (const body of [{ json: { ...good, ...fields } }, { method: 'POST', body: formOf({ ...good, ...fields }) }]) {
      const { id } = (await (await service.call(VIDEOS, body)).json()) as Submission
      assert.equal((await service.store.tasks.find(id))?.webhookUrl, hook)
    }
  }
})

test('references keep their order, whatever their form and the name of their field', async () => {
  const service = await openHere()
  const [first, second, third] = await Promise.all([pngOf(11), pngOf(22), pngOf(33)])
  const address = 'https://example.com/place.png'
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(first)]), 'first.png')
  form.append('images', address)
  form.append('model', 'sandbox')
  form.append('image[]', `data:image/png;base64,${second.toString('base64')}`)
  form.append('prompt', 'fields in any order')
  form.append('image', new Blob([new Uint8Array(third)]), 'third.png')
  assert.deepEqual(await referencesOf({ method: 'POST', body: form }), [11, address, 22, 33])

  const dataUrl = (bytes: Buffer): string => `data:image/png;base64,${bytes.toString('base64')}`
  const json = { ...good, image: [dataUrl(third), address], images: dataUrl(first) }
  assert.deepEqual(await referencesOf({ json }), [33, address, 11])
  assert.deepEqual(await referencesOf({ json: { ...good, image: address } }), [address])

  async function referencesOf(body: object): Promise<(number | string | null)[]> {
    const answer = await service.call(VIDEOS, body)
    assert.equal(answer.status, 200)
    const { id } = (await answer.json()) as Submission
    const task = await service.store.tasks.find(id)
    const files = await service.store.files.ofTask(id)
    return (task?.references ?? []).map((reference) =>
      reference.from === 'url' ? reference.url : (files.find((file) => file.id === reference.fileId)?.width ?? null),
    )
  }
})

test('a repeated submission under one Idempotency-Key is one task, however far it has come', async () => {
  const service = await openHere()
  const headers = { 'idempotency-key': '6f9619ff-8b86-d011-b42d-00cf4fc964ff' }
  const first = (await (await service.call(VIDEOS, { json: good, headers })).json()) as Submission
  await eventually(async () => ((await service.store.tasks.find(first.id))?.status === 'success' ? true : undefined))
  const again = (await (await service.call(VIDEOS, { json: good, headers })).json()) as Submission
  assert.deepEqual(again, first)
  assert.equal((await service.store.tasks.list({ keyId: service.apiKey.id, limit: 10 })).length, 1)
})

for (const [what, path] of [
  ['a video', VIDEOS],
  ['an image', '/api/ai/images/generations'],
] as const) {
  test(`${what} that was deleted is not made again by a late repeat of its request`, async () => {
    const service = await openHere()
    const headers = { 'idempotency-key': 'order-4711' }
    await service.call(path, { json: good, headers })
    const task = await eventually(async () => {
      const [only] = await service.store.tasks.list({ keyId: service.apiKey.id, limit: 10 })
      return only?.status === 'success' ? only : undefined
    })
    assert.equal((await service.call(`/api/ai/tasks/${task.id}`, { method: 'DELETE' })).status, 200)
    const repeat = await service.call(path, { json: good, headers })
    const { error } = (await repeat.json()) as { error: { code: string; message: string } }
    assert.equal(repeat.status, 409)
    assert.equal(error.code, 'idempotency_conflict')
    assert.match(error.message, /has been deleted; nothing was started/)
    assert.deepEqual(await service.store.tasks.list({ keyId: service.apiKey.id, limit: 10 }), [])
    const anew = await service.call(path, { json: good, headers: { 'idempotency-key': 'order-4711-anew' } })
    assert.equal(anew.status, 200)
  })
}

test('fast polling is answered, not punished', async () => {
  const service = await openHere()
  const { id } = (await (await service.call(VIDEOS, { json: good })).json()) as Submission
  const answers = await Promise.all(Array.from({ length: 200 }, () => service.call(`${VIDEOS}/${id}`)))
  assert.ok(answers.every(({ status }) => status === 200))
})
