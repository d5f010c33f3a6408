import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import sharp from 'sharp'
import { onePrice } from '../../src/core/money/price.ts'
import { aModel } from '../reliability/house.ts'
import { temporaryFolder } from '../support/at-end.ts'
import { countingStarts } from '../support/counting-starts.ts'
import { eventually, eventuallyOn } from '../support/eventually.ts'
import { manualClock } from '../support/manual-clock.ts'
import { openService, type TestService } from '../support/service.ts'
import { filesIn, refusal } from '../support/uploads.ts'
import { openReceiver, says } from '../webhooks/receiver.ts'
import { openHook, refusing, type Judge } from './hook.ts'
import { bad, databaseOf, endOf, good, IMAGES, openJudged, receiptOf, submit, unsafe } from './judged.ts'

const ON = { MEDIAGEN_MODERATION_ON: 'result' }
/** A job that is asked after by its handle. */
const LONG = ' [[delay 50ms]]'

async function nothingKept(service: TestService): Promise<true | undefined> {
  const left = [...(await filesIn(service, 'files')), ...(await filesIn(service, 'spool'))]
  return left.length === 0 ? true : undefined
}

for (const driver of ['SQLite', 'PostgreSQL']) {
  test(`${driver}: a refused image answers 400, its file is gone, and the key is not charged`, async (t) => {
    const priced = aModel('sandbox', { id: 'priced', kind: 'image', price: onePrice('image', 0.5) })
    const replacements = { extraModels: [priced] }
    const env = { ...ON, ...(await databaseOf(driver)) }
    const judge = refusing('result', 'forbidden', 'Not\nshown.')
    const { hook, service } = await openJudged(t, judge, { env, replacements })
    const refused = await refusal(await service.call(IMAGES, { json: { ...bad, model: 'priced' } }))
    assert.deepEqual([refused.status, refused.code, refused.message], [400, 'content_policy_violation', 'Not shown.'])
    assert.equal(await nothingKept(service), true)
    const id = hook.sent()[0]?.taskId ?? ''
    assert.deepEqual((await receiptOf(service, id)).files, [])
    const usage = (await (await service.call('/api/ai/usage')).json()) as { data: { units: number; usd: number }[] }
    assert.deepEqual(
      usage.data.map(({ units, usd }) => [units, usd]),
      [[0, 0]],
    )
    assert.match(service.logLines.join('\n'), /a result was refused by the moderation hook/)
  })
}

for (const [how, more] of [
  ['with the answer to its start', ''],
  ['when its job was asked after', LONG],
] as const) {
  test(`a refused video that came ${how} is gone with its cover; its webhook and its task say why`, async (t) => {
    const receiver = await openReceiver(t)
    const { starts, service } = await openJudged(t, refusing('result', 'forbidden'), { env: ON })
    const id = await submit(service, { ...bad, prompt: bad.prompt + more, webhookUrl: receiver.url })
    const [arrival] = await receiver.came(1)
    const told = JSON.parse(arrival?.body ?? '') as { status: string; result: object; error: string }
    assert.deepEqual([told.status, told.result], ['failed', { images: [] }])
    assert.match(told.error, /rules of this service/)
    assert.equal(await nothingKept(service), true)
    const { error, files } = await receiptOf(service, id)
    assert.deepEqual([error?.code, files, starts()], ['content_policy_violation', [], 1])
  })
}

test('the hook sees what the caller will get: its facts, and a small picture of it', async (t) => {
  const { hook, service } = await openJudged(t, undefined, { env: ON })
  assert.equal((await service.call(IMAGES, { json: good })).status, 200)
  const id = await submit(service)
  const ended = await eventually(() => endOf(service, id))
  const sent = hook.sent()
  assert.deepEqual(
    sent.map(({ type, kind, prompt, keyId, files = [] }) => [type, kind, prompt, keyId, files.length]),
    ['image', 'video'].map((kind) => ['result', kind, 'a cat', service.apiKey.id, 1]),
  )
  const [picture, clip] = sent.flatMap(({ files = [] }) => files)
  assert.ok(picture !== undefined && clip !== undefined)
  assert.deepEqual([picture.mediaType, clip.mediaType, clip.durationMs], ['image/png', 'video/mp4', 1000])
  assert.equal(clip.sha256, ended.files.find(({ role }) => role === 'output')?.sha256)
  for (const { preview } of [picture, clip]) {
    const [type, data = ''] = String(preview).split(',')
    assert.equal(type, 'data:image/jpeg;base64')
    assert.equal((await sharp(Buffer.from(data, 'base64')).metadata()).format, 'jpeg')
  }
})

test('until there is a verdict nobody can see the result; a hook that is away is asked again, and the start is not repeated', async (t) => {
  const clock = manualClock()
  const { hook, starts, service } = await openJudged(t, undefined, { env: ON, replacements: { clock } })
  hook.answer(says(502))
  const id = await submit(service)
  await hook.came(1)
  const { status, files } = await receiptOf(service, id)
  assert.deepEqual([status, files], ['processing', []])
  hook.answer(says(200, {}, '{"allow":true}'))
  const ended = await eventuallyOn(clock, 500, () => endOf(service, id))
  assert.deepEqual([ended.status, starts()], ['success', 1])
  for (const { url } of ended.files) assert.equal((await fetch(url)).status, 200)
})

test('open: a result that nobody judged is shown, and its receipt says so', async (t) => {
  const env = { ...ON, MEDIAGEN_MODERATION_FAIL: 'open' }
  const { hook, service } = await openJudged(t, undefined, { env })
  hook.answer(says(500))
  const id = await submit(service)
  const { status, warnings } = await eventually(() => endOf(service, id))
  assert.equal(status, 'success')
  assert.match(warnings.join(), /The result was not checked/)
})

test('closed: after ten minutes without a verdict the result is removed, and the task ends as provider_unavailable', async (t) => {
  const clock = manualClock()
  const { hook, starts, service } = await openJudged(t, undefined, { env: ON, replacements: { clock } })
  hook.answer(says(500))
  const id = await submit(service)
  const { error } = await eventuallyOn(clock, 5_000, () => endOf(service, id))
  assert.deepEqual([error?.code, starts()], ['provider_unavailable', 1])
  assert.equal(await nothingKept(service), true)
})

test('the time for running holds for the check too', async (t) => {
  const clock = manualClock()
  const env = { ...ON, MEDIAGEN_TASK_TIMEOUT_SECONDS: '60' }
  const { hook, service } = await openJudged(t, undefined, { env, replacements: { clock } })
  hook.answer(says(500))
  const id = await submit(service)
  const { error } = await eventuallyOn(clock, 1_000, () => endOf(service, id))
  assert.equal(error?.code, 'timeout')
  assert.match(error.message, /timed out before its result was copied and checked/)
  await eventually(() => nothingKept(service))
})

test('a task can be cancelled while its result is judged, and its files go', async (t) => {
  const { hook, service } = await openJudged(t, () => undefined, { env: ON })
  const id = await submit(service)
  await hook.came(1)
  assert.equal((await service.call(`/api/ai/tasks/${id}/cancel`, { method: 'POST' })).status, 200)
  assert.equal((await receiptOf(service, id)).error?.code, 'cancelled')
  await hook.allClosed()
  await eventually(() => nothingKept(service))
})

for (const [how, more, end] of [
  ['which its provider still has is fetched and judged anew', LONG, null],
  ['which only we had is not made a second time', '', 'start_unknown'],
] as const) {
  test(`after a stop in the middle of the check a result ${how}`, async (t) => {
    const dataDir = await temporaryFolder(t)
    let asked = 0
    const judge: Judge = () => (asked++ === 0 ? undefined : { allow: true })
    const { starts, wrapEngine } = countingStarts()
    const replacements = { wrapEngine: unsafe(wrapEngine) }
    const env = { ...ON, MEDIAGEN_MODERATION_TIMEOUT_SECONDS: '1' }
    const { hook, service } = await openJudged(t, judge, { env, dataDir, replacements })
    const id = await submit(service, { ...good, prompt: good.prompt + more })
    await hook.came(1)
    await service.stop()
    assert.equal(await nothingKept(service), true)
    const next = await openService(t, { dataDir, env: { ...env, ...hook.env }, replacements })
    const ended = await eventually(() => endOf(next, id, service.key))
    assert.deepEqual([ended.error?.code ?? null, starts()], [end, 1])
    assert.equal(hook.arrivals.length, end === null ? 2 : 1)
  })
}

test('a verdict that comes while the process stops is heard, where the result is with us alone', async (t) => {
  const dataDir = await temporaryFolder(t)
  const { hook, starts, service } = await openJudged(t, undefined, { env: ON, dataDir })
  const asked = Promise.withResolvers<ServerResponse>()
  hook.answer((reply) => asked.resolve(reply))
  const id = await submit(service)
  const reply = await asked.promise
  const stopped = service.stop()
  reply.end('{"allow":true}')
  await stopped
  const next = await openService(t, { dataDir })
  const { status, files } = await receiptOf(next, id, service.key)
  assert.deepEqual([status, files.length, starts()], ['success', 2, 1])
})

test('of three images in one request the refused one is missing, and its task says why', async (t) => {
  let asked = 0
  const { starts, service } = await openJudged(t, () => ({ allow: asked++ !== 1 }), { env: ON })
  const answer = await service.call(IMAGES, { json: { ...good, n: 3 } })
  const { data, tasks } = (await answer.json()) as { data: object[]; tasks: { error: { code: string } | null }[] }
  assert.deepEqual([answer.status, data.length, starts()], [200, 2, 3])
  assert.deepEqual(
    tasks.flatMap(({ error }) => error?.code ?? []),
    ['content_policy_violation'],
  )
  assert.equal((await filesIn(service, 'files')).length, 2)
})

test('without a choice the hook is asked before the start and before the result is shown', async (t) => {
  const hook = await openHook(t)
  const service = await openService(t, { env: hook.env })
  assert.equal((await service.call(IMAGES, { json: good })).status, 200)
  assert.deepEqual(
    hook.sent().map(({ type }) => type),
    ['prompt', 'result'],
  )
})
