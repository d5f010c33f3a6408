import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LEASE_MS, MAX_ATTEMPTS } from '../../src/core/task.ts'
import type { EngineState } from '../../src/ports/engine.ts'
import { eventuallyOn } from '../support/eventually.ts'
import { done, held, running, scriptedEngine } from './scripted-engine.ts'
import { dieHolding, hasEnded, openStage, startingWith } from './stage.ts'

test('a crash in starting with an engine that is not safe to restart: start_unknown, and no second start', async (t) => {
  const stage = await openStage(t)
  const task = await stage.submit({ webhookUrl: 'http://127.0.0.1:9/hook' })
  await dieHolding(stage, task, startingWith('start_1', stage))
  stage.start()
  const ended = await stage.until(task.id, hasEnded, 500)
  assert.equal(ended.error?.code, 'start_unknown')
  assert.equal(ended.attempts, 2)
  assert.equal(stage.engine.starts.length, 0)
  assert.equal((await stage.store.deliveries.ofTask(task.id)).length, 1)
})

test('a crash in starting with an engine that is safe to restart: started again under the same start key', async (t) => {
  const stage = await openStage(t, { engine: scriptedEngine({ safeToRestart: true }) })
  const task = await stage.submit()
  await dieHolding(stage, task, startingWith('start_1', stage))
  stage.start()
  const ended = await stage.until(task.id, hasEnded, 500)
  assert.equal(ended.status, 'success')
  assert.deepEqual(
    stage.engine.starts.map(({ startKey }) => startKey),
    ['start_1'],
  )
})

test('a crash in running costs nothing: the stored operation is asked after', async (t) => {
  const stage = await openStage(t)
  const task = await stage.submit()
  await dieHolding(stage, task, { ...startingWith('start_1', stage), step: 'running', operation: { job: 9 } })
  stage.start()
  const ended = await stage.until(task.id, hasEnded, 500)
  assert.equal(ended.status, 'success')
  assert.equal(stage.engine.starts.length, 0)
  assert.deepEqual(stage.engine.asked, [{ job: 9 }])
})

test('a crash while saving asks the provider for the result again', async (t) => {
  const stage = await openStage(t)
  const task = await stage.submit()
  await dieHolding(stage, task, { ...startingWith('start_1', stage), step: 'saving', operation: { job: 9 } })
  stage.start()
  const ended = await stage.until(task.id, hasEnded, 500)
  assert.equal(ended.status, 'success')
  assert.deepEqual(stage.engine.asked, [{ job: 9 }])
})

test('a live lease is left alone, and taken the moment it runs out', async (t) => {
  const stage = await openStage(t)
  const task = await stage.submit()
  await dieHolding(stage, task)
  stage.start()
  await stage.clock.advance(LEASE_MS - 1_000)
  assert.equal(stage.engine.starts.length, 0)
  await stage.until(task.id, hasEnded, 100)
  assert.equal(stage.engine.starts.length, 1)
})

const failed = (final: boolean): EngineState => ({ kind: 'failed', code: 'provider_error', message: 'no', final })

test('an error of the provider that is final is believed at once', async (t) => {
  const stage = await openStage(t)
  stage.engine.onStart = async () => running({ job: 1 }, 1_000)
  stage.engine.onStatus = async () => failed(true)
  const { id } = await stage.submit()
  stage.start()
  const ended = await stage.until(id, hasEnded, 500)
  assert.deepEqual(ended.error, { code: 'provider_error', message: 'no' })
  assert.equal(stage.engine.asked.length, 1)
})

test('an error that may pass is believed when it came three times in a row', async (t) => {
  const stage = await openStage(t)
  stage.engine.onStart = async () => running({ job: 1 }, 1_000)
  stage.engine.onStatus = async () => failed(false)
  const { id } = await stage.submit()
  stage.start()
  const ended = await stage.until(id, hasEnded, 500)
  assert.equal(ended.error?.code, 'provider_error')
  assert.equal(stage.engine.asked.length, 3)
})

test('an error that passed is forgotten: only errors in a row count', async (t) => {
  const stage = await openStage(t)
  const answers = [failed(false), failed(false), running({ job: 1 }), failed(false), failed(false), done()]
  stage.engine.onStart = async () => running({ job: 1 }, 1_000)
  stage.engine.onStatus = async () => answers.shift() ?? failed(true)
  const { id } = await stage.submit()
  stage.start()
  const ended = await stage.until(id, hasEnded, 500)
  assert.equal(ended.status, 'success')
  assert.equal(stage.engine.asked.length, 6)
})

test('a start that failed for the moment is repeated only where that cannot start it twice', async (t) => {
  const startsAt = async (safeToRestart: boolean, notStarted: boolean): Promise<[number, string | undefined]> => {
    const stage = await openStage(t, { engine: scriptedEngine({ safeToRestart }) })
    stage.engine.onStart = async () => ({
      kind: 'failed',
      code: 'provider_error',
      message: 'no',
      final: false,
      notStarted,
    })
    const { id } = await stage.submit()
    stage.start()
    const { error } = await stage.until(id, hasEnded, 500)
    return [stage.engine.starts.length, error?.code]
  }
  assert.deepEqual(await startsAt(false, false), [1, 'start_unknown'])
  assert.deepEqual(await startsAt(false, true), [3, 'provider_error'])
  assert.deepEqual(await startsAt(true, false), [3, 'provider_error'])
})

test('a task that takes its worker down five times is given up, and the others go on', async (t) => {
  const stage = await openStage(t, { engine: scriptedEngine({ safeToRestart: true }) })
  const poison = await stage.submit({ prompt: 'poison' })
  for (let kill = 0; kill < MAX_ATTEMPTS; kill++) {
    await dieHolding(stage, poison, kill === 0 ? startingWith('start_1', stage) : {})
    await stage.clock.advance(LEASE_MS)
  }
  const other = await stage.submit()
  stage.start()
  const ended = await stage.until(poison.id, hasEnded, 100)
  assert.equal(ended.error?.code, 'internal_error')
  assert.equal(ended.attempts, MAX_ATTEMPTS + 1)
  assert.equal((await stage.until(other.id, hasEnded, 100)).status, 'success')
  assert.deepEqual(
    stage.engine.starts.map(({ taskId }) => taskId),
    [other.id],
  )
})

test('tasks that were cut off twice begin one after the other, so that no harmless one goes down with a harmful one', async (t) => {
  const stage = await openStage(t, { engine: scriptedEngine({ safeToRestart: true }) })
  const calls = new Map<string, ReturnType<typeof held<EngineState>>>()
  stage.engine.onStart = ({ taskId }, watch) => {
    const call = held()
    calls.set(taskId, call)
    return call.heeding(taskId, watch)
  }
  for (let task = 0; task < 3; task++) await stage.submit()
  for (let kill = 0; kill < 2; kill++) {
    const now = stage.clock.now()
    const claim = {
      engine: stage.engine.id,
      token: `dead-${kill}`,
      now,
      leaseUntil: now + LEASE_MS,
      limit: 3,
      cap: null,
    }
    assert.equal((await stage.store.queue.claim(claim)).length, 3)
    await stage.clock.advance(LEASE_MS)
  }
  stage.start()
  await eventuallyOn(stage.clock, 10, async () => (calls.size > 0 ? true : undefined))
  await stage.clock.advance(5_000)
  assert.equal(calls.size, 1)
  for (const [first, call] of calls) {
    call.answer(done())
    const ended = await stage.until(first, hasEnded, 100)
    assert.equal(ended.attempts, 3, 'waiting for its turn was no attempt')
    break
  }
  await eventuallyOn(stage.clock, 100, async () => (calls.size === 2 ? true : undefined))
  await stage.clock.advance(8_000)
  assert.equal(calls.size, 2)
  await eventuallyOn(stage.clock, 500, async () => (calls.size === 3 ? true : undefined))
  for (const call of calls.values()) call.answer(done())
  for (const id of calls.keys()) assert.equal((await stage.until(id, hasEnded, 100)).attempts, 3)
})

test('a task that throws what nobody foresaw fails alone', async (t) => {
  const stage = await openStage(t)
  stage.engine.onStart = (job) =>
    job.prompt === 'poison' ? Promise.reject(new TypeError('undefined is not a function')) : Promise.resolve(done())
  const [poison, other] = [await stage.submit({ prompt: 'poison' }), await stage.submit()]
  stage.start()
  assert.equal((await stage.until(poison.id, hasEnded)).error?.code, 'internal_error')
  assert.equal((await stage.until(other.id, hasEnded)).status, 'success')
})

test('a stop waits for running steps within the grace time', async (t) => {
  const stage = await openStage(t)
  const call = held()
  stage.engine.onStart = call.heeding
  const { id } = await stage.submit()
  stage.start()
  await stage.until(id, ({ step }) => step === 'starting')
  const stopped = stage.house.stop(20_000)
  const late = await stage.submit()
  await stage.clock.advance(10_000)
  call.answer(done())
  await stopped
  const ended = await stage.row(id)
  assert.equal(ended.status, 'success')
  assert.equal((await stage.row(late.id)).attempts, 0, 'nothing new is taken')
})

test('a stop past the grace time gives the lease back at once, and the next process carries on', async (t) => {
  const first = await openStage(t, { engine: scriptedEngine({ safeToRestart: true }) })
  const call = held()
  first.engine.onStart = call.heeding
  const { id } = await first.submit()
  first.start()
  await first.until(id, ({ step }) => step === 'starting')
  const stopped = first.house.stop(20_000)
  await first.clock.advance(20_000)
  await stopped
  const given = await first.row(id)
  assert.equal(given.status, 'processing')
  assert.equal(given.leaseToken, null)
  assert.ok(given.nextRunAt <= first.clock.now())

  const { clock, dataDir } = first
  const second = await openStage(t, { engine: scriptedEngine({ safeToRestart: true }), clock, dataDir })
  second.start()
  const ended = await second.until(id, hasEnded)
  assert.equal(ended.status, 'success')
  assert.equal(ended.attempts, 1, 'a stop is not a crash')
  assert.equal(second.engine.starts[0]?.startKey, first.engine.starts[0]?.startKey)
})

test('an answer that comes while the process stops is stored, not thrown away', async (t) => {
  const stage = await openStage(t)
  const call = held()
  stage.engine.onStart = call.whatever
  const { id } = await stage.submit()
  stage.start()
  await stage.until(id, ({ step }) => step === 'starting')
  const stopped = stage.house.stop(1_000)
  await stage.clock.advance(2_000)
  call.answer(running({ job: 5 }, 10_000))
  await stopped
  const row = await stage.row(id)
  assert.deepEqual(row.operation, { job: 5 })
  assert.equal(row.leaseToken, null)
})
