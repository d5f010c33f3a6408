import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countingStarts } from '../support/counting-starts.ts'
import { eventually, eventuallyOn } from '../support/eventually.ts'
import { manualClock } from '../support/manual-clock.ts'
import { openService, serviceOfFile, type TestService } from '../support/service.ts'
import { assertNothingStored, filesIn, formOf, pngOf, refusal } from '../support/uploads.ts'
import { temporaryFolder } from '../support/at-end.ts'

const openHere = serviceOfFile()
// For tests after which nothing may be stored.
const openUntouched = serviceOfFile()

const IMAGES = '/api/ai/images/generations'
const good = { prompt: 'a cat', model: 'sandbox' }

type Shown = { id: string; status: string; data: { url: string }[]; error: { code: string; message: string } | null }
type Answer = { created: number; data: { url: string }[]; tasks?: Shown[] }
type Receipt = {
  group: string[] | null
  warnings: string[]
  asked: { seed: number | null }
  effective: { seed: number | null }
  files: { role: string; sha256: string }[]
}

async function receiptOf(service: TestService, id: string): Promise<Receipt> {
  return (await (await service.call(`/api/ai/tasks/${id}`)).json()) as Receipt
}

const idsIn = (answer: Response): string[] => (answer.headers.get('x-task-id') ?? '').split(', ')

async function settled<T>(promise: Promise<T>): Promise<T | undefined> {
  return await Promise.race([promise, new Promise<undefined>((resolve) => setImmediate(() => resolve(undefined)))])
}

for (const [form, body] of [
  ['JSON', { json: { ...good, n: 3 } }],
  ['a form', { method: 'POST', body: formOf({ ...good, n: 3 }) }],
] as const) {
  test(`${form}: n images are answered in order, each by a task with a start, a receipt and a count of its own`, async (t) => {
    const { starts, wrapEngine } = countingStarts()
    const service = await openService(t, { replacements: { wrapEngine } })
    const answer = await service.call(IMAGES, body)
    const shown = (await answer.json()) as Answer
    assert.deepEqual([answer.status, Object.keys(shown)], [200, ['created', 'data', 'tasks']])
    assert.equal(new Set(shown.data.map(({ url }) => url)).size, 3)
    assert.deepEqual(
      shown.tasks?.flatMap(({ data }) => data),
      shown.data,
    )
    const ids = idsIn(answer)
    assert.deepEqual(
      shown.tasks?.map(({ id, status, error }) => [id, status, error]),
      ids.map((id) => [id, 'success', null]),
    )
    for (const { url } of shown.data) assert.equal((await fetch(url)).headers.get('content-type'), 'image/png')
    for (const id of ids) assert.deepEqual((await receiptOf(service, id)).group, ids)
    assert.equal(starts(), 3)
    const usage = (await (await service.call('/api/ai/usage')).json()) as { data: { tasks: number; units: number }[] }
    assert.deepEqual([usage.data[0]?.tasks, usage.data[0]?.units], [3, 3])
  })
}

test('without n, and with n of 1, an answer is what it always was', async () => {
  const service = await openHere()
  for (const more of [{}, { n: 1 }, { n: null }]) {
    const answer = await service.call(IMAGES, { json: { ...good, ...more } })
    assert.deepEqual(Object.keys((await answer.json()) as Answer), ['created', 'data'])
    assert.equal((await receiptOf(service, idsIn(answer)[0] ?? '')).group, null)
  }
  const headers = { prefer: 'respond-async' }
  const early = (await (await service.call(IMAGES, { json: good, headers })).json()) as object
  assert.deepEqual(Object.keys(early), ['id', 'status', 'message'])
})

test('n that is none, too many, no number or on a video is refused, and nothing is stored', async () => {
  const service = await openUntouched()
  const image = await pngOf()
  for (const n of [0, 11, -1, 1.5, 'two']) {
    const values: RequestInit[] = [{ method: 'POST', body: formOf({ ...good, n, image }) }]
    for (const init of [{ json: { ...good, n } }, ...values]) {
      const refused = await refusal(await service.call(IMAGES, init))
      assert.deepEqual([refused.status, refused.code, refused.param], [400, 'invalid_parameter', 'n'], String(n))
    }
  }
  for (const init of [{ json: { ...good, n: 2 } }, { method: 'POST', body: formOf({ ...good, n: 2 }) }]) {
    const refused = await refusal(await service.call('/api/ai/videos', init))
    assert.deepEqual([refused.status, refused.param], [400, 'n'])
  }
  await assertNothingStored(service)
})

test('with a seed the images have the seeds that follow it, and the receipts say so', async () => {
  const service = await openHere()
  const receipts = await Promise.all(
    idsIn(await service.call(IMAGES, { json: { ...good, n: 3, seed: 7 } })).map((id) => receiptOf(service, id)),
  )
  assert.deepEqual(
    receipts.map(({ asked, effective }) => [asked.seed, effective.seed]),
    [
      [7, 7],
      [7, 8],
      [7, 9],
    ],
  )
  const told = receipts.map(
    ({ warnings }) => warnings.filter((text) => text.startsWith('seed: 7 was requested')).length,
  )
  assert.deepEqual(told, [0, 1, 1])
})

test('a model that draws by the prompt alone draws several pictures, not one several times', async () => {
  const service = await openHere()
  const json = { ...good, model: 'diorama', size: '256x256', n: 2 }
  const receipts = await Promise.all(idsIn(await service.call(IMAGES, { json })).map((id) => receiptOf(service, id)))
  const hashes = receipts.flatMap(({ files }) => files.map(({ sha256 }) => sha256))
  assert.deepEqual([hashes.length, new Set(hashes).size], [2, 2])
})

test('each task has pictures of its own: one can be deleted, and the others keep theirs', async (t) => {
  const service = await openService(t)
  const image = [await pngOf(8), await pngOf(9)]
  const answer = await service.call(IMAGES, { method: 'POST', body: formOf({ ...good, n: 3, image }) })
  const ids = idsIn(answer)
  const references = async (id: string): Promise<string[]> =>
    (await receiptOf(service, id)).files.filter(({ role }) => role === 'reference').map(({ sha256 }) => sha256)
  const [first, ...others] = await Promise.all(ids.map(references))
  assert.equal(new Set(first).size, 2)
  for (const other of others) assert.deepEqual(other, first)
  // Three results and three times two pictures.
  assert.equal((await filesIn(service, 'files')).length, 9)
  assert.equal((await service.call(`/api/ai/tasks/${ids[0]}`, { method: 'DELETE' })).status, 200)
  assert.equal((await filesIn(service, 'files')).length, 6)
  assert.deepEqual(await references(ids[1] ?? ''), first)
  assert.deepEqual(await filesIn(service, 'spool'), [])
})

test('where some fail, those that were made are the answer, and each task tells what became of it', async (t) => {
  const { starts, wrapEngine } = countingStarts([8])
  const service = await openService(t, { replacements: { wrapEngine } })
  const answer = await service.call(IMAGES, { json: { ...good, n: 3, seed: 7 } })
  const { data, tasks = [] } = (await answer.json()) as Answer
  assert.deepEqual([answer.status, data.length, starts()], [200, 2, 3])
  assert.deepEqual(
    tasks.map(({ status }) => status),
    ['success', 'failed', 'success'],
  )
  assert.deepEqual(tasks[1]?.error, { code: 'content_policy_violation', message: 'Seed 8 is refused.' })
  assert.deepEqual(
    data,
    [tasks[0], tasks[2]].flatMap((task) => task?.data ?? []),
  )
})

test('where all fail, the answer is the error of the first, with the ids of all', async (t) => {
  const service = await openService(t, { replacements: { wrapEngine: countingStarts([7, 8]).wrapEngine } })
  const answer = await service.call(IMAGES, { json: { ...good, n: 2, seed: 7 } })
  assert.equal(idsIn(answer).length, 2)
  const refused = await refusal(answer)
  assert.deepEqual([refused.status, refused.message], [400, 'Seed 7 is refused.'])
})

test('images that are not all ready in time are a 504 with the ids of all, and go on', async (t) => {
  const clock = manualClock()
  const service = await openService(t, { replacements: { clock } })
  const answering = service.call(IMAGES, { json: { ...good, prompt: 'a cat [[delay 150s]]', n: 2 } })
  const answer = await eventuallyOn(clock, 5_000, () => settled(answering))
  const ids = idsIn(answer)
  const refused = await refusal(answer)
  assert.deepEqual([refused.status, refused.code, ids.length], [504, 'timeout', 2])
  for (const id of ids) {
    assert.ok(refused.message.includes(id))
    await eventuallyOn(clock, 5_000, async () =>
      (await service.store.tasks.find(id))?.status === 'success' ? true : undefined,
    )
  }
})

test('the same Idempotency-Key gives back all images, also after a restart; another number is another request', async (t) => {
  const dataDir = await temporaryFolder(t)
  const { starts, wrapEngine } = countingStarts()
  const headers = { 'idempotency-key': 'three-cats' }
  const first = await openService(t, { dataDir, replacements: { wrapEngine } })
  const send = (service: TestService, n: number): Promise<Response> =>
    service.call(IMAGES, { json: { ...good, n, seed: 1 }, headers, key: first.key })
  const ids = idsIn(await send(first, 3))
  assert.equal(ids.length, 3)
  assert.deepEqual(idsIn(await send(first, 3)), ids)
  assert.equal((await refusal(await send(first, 2))).code, 'idempotency_conflict')
  assert.equal((await refusal(await send(first, 1))).code, 'idempotency_conflict')
  await first.stop()
  const second = await openService(t, { dataDir, replacements: { wrapEngine } })
  const again = await send(second, 3)
  assert.deepEqual([idsIn(again), ((await again.json()) as Answer).data.length], [ids, 3])
  assert.equal(starts(), 3)
})

test('a repeat of several says of which tasks it tells, also where only one of them is left', async () => {
  const service = await openHere()
  const repeat = { json: { ...good, n: 2 }, headers: { 'idempotency-key': 'two' } }
  const [first, second] = idsIn(await service.call(IMAGES, repeat))
  assert.equal((await service.call(`/api/ai/tasks/${second}`, { method: 'DELETE' })).status, 200)
  const { data, tasks = [] } = (await (await service.call(IMAGES, repeat)).json()) as Answer
  assert.deepEqual([data.length, tasks.map(({ id }) => id)], [1, [first]])
  const headers = { ...repeat.headers, prefer: 'respond-async' }
  const early = (await (await service.call(IMAGES, { ...repeat, headers })).json()) as { tasks?: { id: string }[] }
  assert.deepEqual(
    early.tasks?.map(({ id }) => id),
    [first],
  )
})

test('n of 1 under an Idempotency-Key is the same request as none', async () => {
  const service = await openHere()
  const headers = { 'idempotency-key': 'one-cat' }
  const plain = await service.call(IMAGES, { json: good, headers })
  const counted = await service.call(IMAGES, { json: { ...good, n: 1 }, headers })
  assert.deepEqual([plain.status, counted.status, idsIn(counted)], [200, 200, idsIn(plain)])
})

test('with respond-async the answer names every task at once', async () => {
  const service = await openHere()
  const headers = { prefer: 'respond-async' }
  const answer = await service.call(IMAGES, { json: { ...good, n: 2 }, headers })
  const ids = idsIn(answer)
  const { id, status, tasks } = (await answer.json()) as { id: string; status: string; tasks: Shown[] }
  assert.deepEqual([answer.status, id, status], [202, ids[0], 'pending'])
  assert.deepEqual(
    tasks,
    ids.map((each) => ({ id: each, status: 'pending' })),
  )
  assert.equal(answer.headers.get('location'), `/api/ai/tasks/${id}`)
})

test('a wait for several images ends with its key, and when the client hangs up; the tasks go on', async () => {
  const service = await openHere()
  const json = { ...good, prompt: 'a cat [[hang]]', n: 2 }
  const waiting = async (count: number): Promise<string[]> =>
    eventually(async () => {
      const tasks = await service.store.tasks.list({ keyId: service.apiKey.id, limit: 9 })
      return tasks.length === count ? tasks.map(({ id }) => id) : undefined
    })
  const caller = new AbortController()
  const left = service.call(IMAGES, { json, signal: caller.signal })
  await waiting(2)
  caller.abort()
  await assert.rejects(left)
  const cut = service.call(IMAGES, { json })
  const ids = await waiting(4)
  await service.store.keys.revoke(service.apiKey.id, Date.now())
  assert.equal((await refusal(await cut)).code, 'invalid_api_key')
  for (const id of ids) assert.equal((await service.store.tasks.find(id))?.error, null)
})
