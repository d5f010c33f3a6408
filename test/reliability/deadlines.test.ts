import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { BodyError } from '../../src/core/body-error.ts'
import { DEAD_AFTER_MS } from '../../src/workers/observation.ts'
import { eventuallyOn } from '../support/eventually.ts'
import { CLIP } from './house.ts'
import { keptIds } from './kept-ids.ts'
import { done, held, running, scriptedEngine } from './scripted-engine.ts'
import { dieHolding, hasEnded, openStage } from './stage.ts'

const HOUR_MS = 3_600_000

test('a task that waits too long behind a full lane ends as queue_timeout, and was never started', async (t) => {
  const engine = scriptedEngine({ concurrency: 1 })
  const stage = await openStage(t, { engine, model: { queueTimeoutMs: 60_000, runTimeoutMs: HOUR_MS } })
  const call = held()
  engine.onStart = call.heeding
  const first = await stage.submit()
  stage.start(true)
  await stage.until(first.id, ({ step }) => step === 'starting')
  const second = await stage.submit({ webhookUrl: 'http://127.0.0.1:1026/hook' })
  await stage.clock.advance(59_000)
  assert.equal((await stage.row(second.id)).status, 'pending')
  const ended = await stage.until(second.id, hasEnded, 500)
  assert.equal(ended.error?.code, 'queue_timeout')
  assert.equal(ended.startedAt, null)
  assert.equal((await stage.store.deliveries.ofTask(second.id)).length, 1)
  assert.equal(engine.starts.length, 1)
  call.answer(done())
  assert.equal((await stage.until(first.id, hasEnded)).status, 'success')
})

test('tasks of an engine that is gone still end: those that waited and those that ran', async (t) => {
  const model = { runTimeoutMs: 120_000, queueTimeoutMs: 180_000 }
  const before = await openStage(t, { engine: scriptedEngine({ id: 'gone' }), model })
  before.engine.onStart = async () => running({ job: 1 }, HOUR_MS)
  const ran = await before.submit()
  before.start()
  await before.until(ran.id, ({ step }) => step === 'running')
  await before.house.stop()
  const waited = await before.submit()

  const { clock, dataDir } = before
  const after = await openStage(t, { engine: scriptedEngine({ id: 'other' }), clock, dataDir, model })
  after.start(true)
  const [ranEnd, waitedEnd] = [
    await after.until(ran.id, hasEnded, 60_000),
    await after.until(waited.id, hasEnded, 60_000),
  ]
  assert.equal(ranEnd.error?.code, 'timeout')
  assert.equal(waitedEnd.error?.code, 'queue_timeout')
})

test('a model that was taken away ends its tasks at once', async (t) => {
  const before = await openStage(t, { model: { id: 'old' } })
  const { id } = await before.submit({ model: 'old' })
  const { clock, dataDir, engine } = before
  const after = await openStage(t, { engine, clock, dataDir })
  after.start()
  const ended = await after.until(id, hasEnded)
  assert.equal(ended.error?.code, 'provider_error')
  assert.equal(engine.starts.length, 0)
})

test('a call that does not heed its signal ends as timeout all the same, and its late result is dropped', async (t) => {
  const stage = await openStage(t, { model: { runTimeoutMs: 60_000 } })
  const call = held()
  stage.engine.onStart = call.whatever
  const { id } = await stage.submit({ webhookUrl: 'http://127.0.0.1:1026/hook' })
  stage.start()
  await stage.until(id, ({ step }) => step === 'starting')
  const ended = await stage.until(id, hasEnded, 5_000)
  assert.equal(ended.error?.code, 'timeout')
  assert.match(ended.error.message, /timed out/)
  const [delivery] = await stage.store.deliveries.ofTask(id)
  const { taskCostTime } = JSON.parse(delivery?.body ?? '{}') as { taskCostTime: number }
  assert.ok(taskCostTime >= 60 && taskCostTime < 70, `the announcement knows how long it ran: ${taskCostTime} s`)
  call.answer(done())
  await stage.clock.advance(1_000)
  assert.deepEqual(await stage.row(id), ended)
  assert.deepEqual(await keptIds(stage.files), [])
})

test('a provider that never finishes is asked for the last time when the deadline is over, and not again', async (t) => {
  const stage = await openStage(t, { model: { runTimeoutMs: 60_000 } })
  stage.engine.onStart = async () => running({ job: 1 }, 25_000)
  stage.engine.onStatus = async () => running({ job: 1 }, 25_000)
  const { id } = await stage.submit()
  stage.start()
  const ended = await stage.until(id, hasEnded, 1_000)
  assert.equal(ended.error?.code, 'timeout')
  assert.equal(ended.finishedAt, ended.runDeadlineAt)
  assert.equal(stage.engine.asked.length, 3)
})

test('a job that nobody asked after since the deadline is asked once more: what is ready is kept, and what runs on is stopped', async (t) => {
  const stage = await openStage(t, { model: { runTimeoutMs: 60_000 } })
  stage.engine.onStart = async ({ prompt }) => running({ job: prompt }, 5_000)
  const [ready, slow] = [await stage.submit({ prompt: 'ready' }), await stage.submit({ prompt: 'slow' })]
  stage.start()
  for (const { id } of [ready, slow]) await stage.until(id, ({ step }) => step === 'running')
  await stage.house.stop()
  // Less than what is noticed as an absence, or noticed by nobody: the deadline alone must not end it.
  await stage.clock.advance(3 * 60_000)
  stage.engine.onStatus = async ({ job }) => (job === 'ready' ? done() : running({ job }, 5_000))
  stage.start(true)
  assert.equal((await stage.until(ready.id, hasEnded)).status, 'success')
  assert.equal((await stage.until(slow.id, hasEnded)).error?.code, 'timeout')
  assert.deepEqual(stage.engine.asked.map(({ job }) => job).toSorted(), ['ready', 'slow'])
  await eventuallyOn(stage.clock, 500, async () => stage.engine.cancelled.length > 0 || undefined)
  assert.deepEqual(stage.engine.cancelled, [{ job: 'slow' }])
})

test('a provider that cannot be reached when it is asked for the last time is waited for as long as ever', async (t) => {
  const stage = await openStage(t, { model: { runTimeoutMs: 60_000 } })
  stage.engine.onStart = async () => running({ job: 1 }, 60_000)
  const away = { kind: 'failed', code: 'provider_unavailable', message: 'away', final: false, reason: 'away' } as const
  stage.engine.onStatus = async () => (stage.engine.asked.length < 4 ? away : done())
  const { id } = await stage.submit()
  stage.start(true)
  const ended = await stage.until(id, hasEnded, 1_000)
  assert.equal(ended.status, 'success')
  assert.ok((ended.finishedAt ?? 0) > (ended.runDeadlineAt ?? Infinity), 'the time was up before')
  stage.engine.onStatus = async () => away
  const second = await stage.submit()
  assert.equal((await stage.until(second.id, hasEnded, 10_000)).error?.code, 'provider_unavailable')
})

test('a result that is there when the time is up is fetched all the same', async (t) => {
  const stage = await openStage(t, { model: { runTimeoutMs: 60_000 } })
  stage.engine.onStart = async () => running({ job: 1 }, 60_000)
  const open = async (): Promise<AsyncIterable<Uint8Array>> => {
    await stage.clock.sleep(90_000)
    return Readable.from([CLIP])
  }
  stage.engine.onStatus = async () => ({
    kind: 'done',
    outputs: [{ content: { from: 'stream', open }, durationMs: 1_000 }],
  })
  const { id } = await stage.submit()
  stage.start(true)
  assert.equal((await stage.until(id, hasEnded, 1_000)).status, 'success')
})

test('a result that is found just before the time is up has as long to be fetched as one found after', async (t) => {
  for (const isJob of [true, false]) {
    const stage = await openStage(t, { model: { runTimeoutMs: 60_000 } })
    const open = async (): Promise<AsyncIterable<Uint8Array>> => {
      await stage.clock.sleep(90_000)
      return Readable.from([CLIP])
    }
    const ready = { kind: 'done', outputs: [{ content: { from: 'stream', open }, durationMs: 1_000 }] } as const
    stage.engine.onStart = async () => {
      if (isJob) return running({ job: 1 }, 55_000)
      await stage.clock.sleep(55_000)
      return { ...ready, outputs: [...ready.outputs] }
    }
    stage.engine.onStatus = async () => ({ ...ready, outputs: [...ready.outputs] })
    const { id } = await stage.submit()
    stage.start(true)
    assert.equal((await stage.until(id, hasEnded, 1_000)).status, 'success')
  }
})

test('a result whose download breaks late after the time is up is fetched when it can be, and its task stays open', async (t) => {
  const stage = await openStage(t, { model: { runTimeoutMs: 60_000 } })
  let [tries, isBackAt] = [0, Infinity]
  const open = async (): Promise<AsyncIterable<Uint8Array>> => {
    if (++tries === 1) await stage.clock.sleep(9 * 60_000)
    if (stage.clock.now() < isBackAt) throw new BodyError('unreachable', 'the line broke')
    return Readable.from([CLIP])
  }
  stage.engine.onStart = async () => running({ job: 1 }, 60_000)
  stage.engine.onStatus = async () => ({
    kind: 'done',
    outputs: [{ content: { from: 'stream', open }, durationMs: 1_000 }],
  })
  const { id } = await stage.submit()
  stage.start(true)
  const { runDeadlineAt } = await stage.until(id, ({ step }) => step === 'running')
  isBackAt = (runDeadlineAt ?? 0) + 18 * 60_000
  assert.equal((await stage.until(id, hasEnded, 5_000)).status, 'success')
})

test('a worker that holds a task past its deadline and is dead does not keep it open', async (t) => {
  const stage = await openStage(t, { model: { queueTimeoutMs: 3_000 } })
  const { id } = await stage.submit()
  await dieHolding(stage, await stage.row(id))
  stage.engine.onStart = () => Promise.reject(new Error('never asked'))
  stage.start(true)
  await stage.clock.advance(DEAD_AFTER_MS - 1_000)
  assert.equal((await stage.row(id)).status, 'pending', 'who may be alive is left alone')
  const ended = await stage.until(id, hasEnded, 1_000)
  assert.equal(ended.error?.code, 'queue_timeout')
})
