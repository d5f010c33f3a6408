import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { temporaryFolder } from '../support/at-end.ts'
import { countingStarts } from '../support/counting-starts.ts'
import { eventually, eventuallyOn } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { manualClock } from '../support/manual-clock.ts'
import { openService } from '../support/service.ts'
import { filesIn, formOf, pngOf, refusal } from '../support/uploads.ts'
import { openReceiver, says } from '../webhooks/receiver.ts'
import { refusing, SECRET, type Judge } from './hook.ts'
import {
  bad,
  databaseOf,
  endOf,
  good,
  IMAGES,
  openJudged,
  receiptOf,
  submit,
  unsafe,
  VIDEOS,
  type Receipt,
} from './judged.ts'

const ON = { MEDIAGEN_MODERATION_ON: 'prompt' }

for (const driver of ['SQLite', 'PostgreSQL']) {
  test(`${driver}: a refused prompt fails with content_policy_violation, is never started and never charged`, async (t) => {
    const judge = refusing('prompt', 'forbidden', 'No cats here.')
    const { hook, starts, service } = await openJudged(t, judge, { env: { ...ON, ...(await databaseOf(driver)) } })
    const refused = await refusal(await service.call(IMAGES, { json: bad }))
    assert.deepEqual([refused.status, refused.code], [400, 'content_policy_violation'])
    assert.equal(refused.message, 'No cats here.')
    assert.equal(starts(), 0)
    assert.equal((await service.call(IMAGES, { json: good })).status, 200)
    assert.equal(starts(), 1)
    assert.deepEqual(
      hook.sent().map(({ type, kind, model, prompt, references }) => [type, kind, model, prompt, references]),
      [bad, good].map(({ prompt }) => ['prompt', 'image', 'sandbox', prompt, []]),
    )
    const usage = (await (await service.call('/api/ai/usage')).json()) as { data: { tasks: number; units: number }[] }
    assert.deepEqual([usage.data[0]?.tasks, usage.data[0]?.units], [2, 1])
  })
}

test('a refused video tells so in its task and by its webhook', async (t) => {
  const receiver = await openReceiver(t)
  const { starts, service } = await openJudged(t, refusing('prompt', 'forbidden'), { env: ON })
  const id = await submit(service, { ...bad, webhookUrl: receiver.url })
  const [arrival] = await receiver.came(1)
  const told = JSON.parse(arrival?.body ?? '') as { id: string; status: string; result: object; error: string }
  assert.deepEqual([told.id, told.status, told.result], [id, 'failed', { images: [] }])
  assert.match(told.error, /rules of this service/)
  const { error } = (await (await service.call(`${VIDEOS}/${id}`)).json()) as Receipt
  assert.equal(error?.code, 'content_policy_violation')
  assert.equal(starts(), 0)
})

test('a question is signed as webhooks are, and has the same id however often it is asked', async (t) => {
  let asked = 0
  const { hook, service } = await openJudged(t, () => (asked++ === 0 ? 'nonsense' : { allow: true }), { env: ON })
  const id = await submit(service)
  await eventually(() => endOf(service, id))
  assert.deepEqual(
    hook.arrivals.map((each) => each.id),
    [`check_prompt_${id}`, `check_prompt_${id}`],
  )
  for (const { body, headers } of hook.arrivals) new Webhook(SECRET).verify(body, headers)
})

test('references are shown to the hook as small pictures, those that came along and those that were fetched', async (t) => {
  const pictures = await openReceiver(t, says(200, { 'content-type': 'image/png' }, await pngOf(2000, 1000)))
  const { hook, service } = await openJudged(t, undefined, { env: ON })
  const body = formOf({ ...good, image: [await pngOf(30, 20), pictures.url] })
  const { id } = (await (await service.call(VIDEOS, { method: 'POST', body })).json()) as { id: string }
  assert.equal((await eventually(() => endOf(service, id))).status, 'success')
  const [sent] = hook.sent()
  assert.deepEqual(
    sent?.references?.map(({ width, height, mediaType }) => [width, height, mediaType]),
    [
      [30, 20, 'image/png'],
      [2000, 1000, 'image/png'],
    ],
  )
  for (const { preview } of sent?.references ?? []) assert.match(preview ?? '', /^data:image\/jpeg;base64,\/9j\//)
})

for (const [trouble, answer] of [
  ['an error', says(500, {}, '{"allow":true}')],
  ['a redirect', says(302, { location: 'http://127.0.0.1:1/' })],
  ['no JSON', says(200, {}, 'yes')],
  ['no verdict', says(200, {}, '{"allow":"true"}')],
  ['too much', says(200, {}, `{"allow":true,"more":"${'x'.repeat(100_000)}"}`)],
  ['a packed answer', says(200, { 'content-encoding': 'gzip' }, '{"allow":true}')],
] as const) {
  test(`closed: ${trouble} in place of a verdict starts nothing; the task waits, and goes on when there is one`, async (t) => {
    const clock = manualClock()
    const { hook, starts, service } = await openJudged(t, undefined, { env: ON, replacements: { clock } })
    hook.answer(answer)
    const id = await submit(service)
    await hook.came(1)
    assert.deepEqual([(await receiptOf(service, id)).status, starts()], ['pending', 0])
    hook.answer(says(200, {}, '{"allow":true}'))
    const { status, warnings } = await eventuallyOn(clock, 500, () => endOf(service, id))
    assert.deepEqual([status, starts()], ['success', 1])
    assert.doesNotMatch(warnings.join(), /not checked/)
    const log = service.logLines.join('\n')
    assert.match(log, /the moderation hook is not responding/)
    assert.match(log, /the moderation hook responds again/)
  })
}

for (const driver of ['SQLite', 'PostgreSQL']) {
  test(`${driver}: a task that waits for a verdict keeps the pictures that were fetched for it`, async (t) => {
    const pictures = await openReceiver(t, says(200, { 'content-type': 'image/png' }, await pngOf(40, 20)))
    let asked = 0
    const judge: Judge = () => (asked++ === 0 ? {} : { allow: true })
    const { hook, service } = await openJudged(t, judge, { env: { ...ON, ...(await databaseOf(driver)) } })
    const id = await submit(service, { ...good, image: pictures.url })
    const { status, files } = await eventually(() => endOf(service, id))
    assert.deepEqual([status, files.filter(({ role }) => role === 'output').length], ['success', 1])
    assert.deepEqual([pictures.arrivals.length, hook.arrivals.length], [1, 2])
    const [first, second] = hook.sent()
    assert.equal(first?.references?.[0]?.width, 40)
    assert.deepEqual(second, first)
  })
}

test('open: while nobody answers, the work goes on, and the receipt says that the prompt was not checked', async (t) => {
  const url = `http://127.0.0.1:${await freePort()}/`
  const env = { MEDIAGEN_MODERATION_URL: url, MEDIAGEN_MODERATION_ON: 'prompt', MEDIAGEN_MODERATION_FAIL: 'open' }
  const service = await openService(t, { env })
  const id = await submit(service)
  const { status, warnings } = await eventually(() => endOf(service, id))
  assert.equal(status, 'success')
  assert.match(warnings.join(), /The prompt was not checked/)
})

test('closed: patience lasts ten minutes, then the task ends as provider_unavailable and was never started', async (t) => {
  const clock = manualClock()
  const { hook, starts, service } = await openJudged(t, undefined, { env: ON, replacements: { clock } })
  hook.answer(says(503))
  const id = await submit(service)
  const asked: number[] = []
  const ended = await eventuallyOn(clock, 5_000, async () => {
    if (hook.arrivals.length > asked.length) asked.push(clock.now())
    return endOf(service, id)
  })
  assert.deepEqual([ended.error?.code, starts()], ['provider_unavailable', 0])
  const minutes = ((asked.at(-1) ?? 0) - (asked[0] ?? 0)) / 60_000
  assert.ok(minutes > 9 && minutes < 11, `${minutes}`)
  assert.ok(asked.length < 40, `${asked.length} questions`)
})

test('a hook that never answers is left after its time, and asked again', async (t) => {
  const clock = manualClock()
  let asked = 0
  const slow: Judge = () => (asked++ === 0 ? undefined : { allow: true })
  const env = { ...ON, MEDIAGEN_MODERATION_TIMEOUT_SECONDS: '3' }
  const { hook, service } = await openJudged(t, slow, { env, replacements: { clock } })
  const id = await submit(service)
  await hook.came(1)
  const ended = await eventuallyOn(clock, 500, () => endOf(service, id))
  assert.deepEqual([ended.status, hook.arrivals.length], ['success', 2])
})

test('a task can be cancelled while its prompt is judged: it ends at once, is never started, and keeps no picture', async (t) => {
  const { hook, starts, service } = await openJudged(t, () => undefined, { env: ON })
  const pictures = await openReceiver(t, says(200, { 'content-type': 'image/png' }, await pngOf()))
  const id = await submit(service, { ...good, image: pictures.url })
  await hook.came(1)
  const cancelled = await service.call(`/api/ai/tasks/${id}/cancel`, { method: 'POST' })
  assert.equal(cancelled.status, 200)
  assert.equal((await receiptOf(service, id)).error?.code, 'cancelled')
  await hook.allClosed()
  await eventually(async () => ((await filesIn(service, 'files')).length === 0 ? true : undefined))
  assert.equal(starts(), 0)
})

test('a restart asks again before the start, also where a second start would not be safe', async (t) => {
  const dataDir = await temporaryFolder(t)
  let asked = 0
  const { starts, wrapEngine } = countingStarts()
  const judge: Judge = () => (asked++ === 0 ? undefined : { allow: true })
  const { hook, service } = await openJudged(t, judge, {
    env: ON,
    dataDir,
    replacements: { wrapEngine: unsafe(wrapEngine) },
  })
  const id = await submit(service)
  await hook.came(1)
  await service.stop()
  assert.equal(starts(), 0)
  const env = { ...ON, ...hook.env }
  const next = await openService(t, { dataDir, env, replacements: { wrapEngine: unsafe(wrapEngine) } })
  const ended = await eventually(() => endOf(next, id, service.key))
  assert.deepEqual([ended.status, ended.error, hook.arrivals.length, starts()], ['success', null, 2, 1])
})

test('of three images in one request, those whose prompt was allowed are made', async (t) => {
  let asked = 0
  const { starts, service } = await openJudged(t, () => ({ allow: asked++ !== 1 }), { env: ON })
  const answer = await service.call(IMAGES, { json: { ...good, n: 3 } })
  const { data, tasks } = (await answer.json()) as { data: object[]; tasks: { error: { code: string } | null }[] }
  assert.deepEqual([answer.status, data.length, starts()], [200, 2, 2])
  assert.deepEqual(
    tasks.flatMap(({ error }) => error?.code ?? []),
    ['content_policy_violation'],
  )
})
