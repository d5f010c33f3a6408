import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { isFinal } from '../../src/core/tasks/task.ts'
import type { Log } from '../../src/ports/runtime.ts'
import { atEnd, temporaryFolder } from '../support/at-end.ts'
import { eventuallyOn } from '../support/eventually.ts'
import { manualClock } from '../support/manual-clock.ts'
import { keptIds } from './kept-ids.ts'
import { done, held, running, scriptedEngine } from './scripted-engine.ts'
import { hasEnded, openStage, type StageOptions } from './stage.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const HOOK = 'http://127.0.0.1:1026/hook'

/** A log that keeps what it is told about time. */
function listen() {
  const told: string[] = []
  const note = (message: string): void => {
    if (/clock|service was down/.test(message)) told.push(message)
  }
  return { told, log: { debug() {}, info: note, warn: note, error: note } satisfies Log }
}

/** One process after the other on one folder; the clock goes on while none of them is there. */
async function lineage(t: TestContext, options: StageOptions) {
  const clock = manualClock()
  const dataDir = await temporaryFolder(t)
  const engine = options.engine ?? scriptedEngine()
  const open = () => openStage(t, { isWatched: true, clock, dataDir, engine, ...options })
  return { clock, engine, open }
}

test('away for longer than every timeout, the service loses nothing: what waited is begun, and a job is asked after and has its time', async (t) => {
  const { told, log } = listen()
  const model = { queueTimeoutMs: HOUR, runTimeoutMs: HOUR / 2 }
  const { clock, engine, open } = await lineage(t, { engine: scriptedEngine({ concurrency: 2 }), model, log })
  engine.onStart = async ({ prompt }) => (prompt === 'job' ? running({ job: 1 }, 10_000) : done())
  const before = await open()
  const job = await before.submit({ prompt: 'job' })
  before.start(true)
  await before.until(job.id, ({ step }) => step === 'running')
  await before.house.stop()
  const waiting = await before.submit({ prompt: 'waits' })
  await before.house.close()
  await clock.advance(10 * HOUR)
  // It is not ready yet, as after an outage of the provider that was as long as ours.
  engine.onStatus = async () => (engine.asked.length < 3 ? running({ job: 1 }, 10_000) : done())
  const after = await open()
  after.start(true)
  assert.equal((await after.until(waiting.id, hasEnded, 1_000)).status, 'success')
  assert.equal((await after.until(job.id, hasEnded, 1_000)).status, 'success')
  assert.deepEqual([engine.starts.length, engine.cancelled.length], [2, 0])
  assert.equal(told.length, 1, told.join('\n'))
})

test('a clock that jumps ahead by a month and back ends nothing, deletes nothing and silences no webhook; each is one line in the log', async (t) => {
  const { told, log } = listen()
  const attempts: number[] = []
  const fetch = {
    mayTry: () => true,
    request: async () => {
      attempts.push(clock.elapsed())
      return { ok: false, detail: 'nobody is there' } as const
    },
  }
  const model = { queueTimeoutMs: HOUR, runTimeoutMs: HOUR }
  const options = { engine: scriptedEngine({ concurrency: 1 }), model, log, fetch, retentionMs: 3 * DAY }
  const { clock, engine, open } = await lineage(t, options)
  const stage = await open()
  const kept = await stage.submit()
  const announced = await stage.submit({ webhookUrl: HOOK })
  stage.start(true)
  for (const { id } of [kept, announced]) await stage.until(id, hasEnded)
  await eventuallyOn(clock, 100, async () => (attempts.length === 2 ? true : undefined))
  const call = held()
  // A start that nobody answers would hold up the end of the test.
  atEnd(t, () => call.answer(done()))
  engine.onStart = call.heeding
  const inWork = await stage.submit()
  await stage.until(inWork.id, ({ step }) => step === 'starting')
  const waiting = await stage.submit()
  const files = await keptIds(stage.files)
  assert.equal(files.length, 2)

  const nothingHappened = async (): Promise<void> => {
    assert.deepEqual(await keptIds(stage.files), files)
    for (const { id } of [kept, announced]) assert.equal((await stage.row(id)).status, 'success')
    for (const { id } of [inWork, waiting]) assert.ok(!isFinal((await stage.row(id)).status))
  }
  for (const ms of [30 * DAY, -30 * DAY]) {
    clock.jump(ms)
    await clock.advance(MINUTE)
    await stage.chores()
    await nothingHappened()
  }
  assert.equal(told.length, 2, told.join('\n'))
  // The second pause is five minutes, and no jump makes it another.
  assert.equal(attempts.length, 2)
  await clock.advance(5 * MINUTE)
  assert.equal(attempts.length, 3)
  call.answer(done())
  engine.onStart = async () => done()
  for (const { id } of [inWork, waiting]) assert.equal((await stage.until(id, hasEnded)).status, 'success')
  assert.equal(told.length, 2, told.join('\n'))
})

test('a question after a job that is under way while the clock is set ahead finds the job with its time', async (t) => {
  const options = { engine: scriptedEngine({ concurrency: 1 }), model: { queueTimeoutMs: HOUR, runTimeoutMs: HOUR } }
  const { clock, engine, open } = await lineage(t, options)
  const stage = await open()
  engine.onStart = async () => running({ job: 1 }, 1_000)
  const question = held()
  atEnd(t, () => question.answer(done()))
  engine.onStatus = question.whatever
  const { id } = await stage.submit()
  stage.start(true)
  await eventuallyOn(clock, 500, async () => (engine.asked.length === 1 ? true : undefined))
  clock.jump(30 * DAY)
  await clock.advance(MINUTE)
  engine.onStatus = async () => done()
  question.answer(running({ job: 1 }, 1_000))
  const ended = await stage.until(id, hasEnded, 1_000)
  assert.deepEqual([ended.status, ended.error?.code, engine.cancelled.length], ['success', undefined, 0])
})

test('after a month away nothing is removed by its age for as long, and at most for a day', async (t) => {
  const { clock, open } = await lineage(t, { retentionMs: 10 * MINUTE })
  const before = await open()
  const { id } = await before.submit()
  before.start(true)
  await before.until(id, hasEnded)
  await before.house.stop()
  await before.house.close()
  await clock.advance(30 * DAY)
  const after = await open()
  const isThere = async (): Promise<boolean> => (await after.store.tasks.find(id)) !== undefined
  await after.chores()
  assert.equal(await isThere(), true)
  await clock.advance(9 * MINUTE)
  await after.chores()
  assert.equal(await isThere(), true)
  await clock.advance(2 * MINUTE)
  await after.chores()
  assert.equal(await isThere(), false)
})
