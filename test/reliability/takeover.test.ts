import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { MAX_SOLO_CUTS, type Task } from '../../src/core/tasks/task.ts'
import { Interrupted } from '../../src/core/errors.ts'
import type { EngineFailure, EngineState } from '../../src/ports/engine.ts'
import type { Store } from '../../src/ports/store.ts'
import { resilientEngine } from '../../src/engines/resilient.ts'
import { DEAD_AFTER_MS } from '../../src/workers/observation.ts'
import { eventuallyOn } from '../support/eventually.ts'
import { aModel } from './house.ts'
import { done, held, running, scriptedEngine } from './scripted-engine.ts'
import { dieHolding, hasEnded, openStage, passForAll, startingWith } from './stage.ts'

test('a crash in starting with an engine that is not safe to restart: start_unknown, and no second start', async (t) => {
  const stage = await openStage(t)
  const task = await stage.submit({ webhookUrl: 'http://127.0.0.1:1026/hook' })
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

test('what another process holds is left alone until its beat has stood still for long enough', async (t) => {
  const stage = await openStage(t)
  const task = await stage.submit()
  await dieHolding(stage, task)
  stage.start()
  await stage.clock.advance(DEAD_AFTER_MS - 1_000)
  assert.equal(stage.engine.starts.length, 0)
  await stage.until(task.id, hasEnded, 100)
  assert.equal(stage.engine.starts.length, 1)
})

const failed = (final: boolean, more: Partial<EngineFailure> = {}): EngineFailure => ({
  kind: 'failed',
  code: 'provider_error',
  message: 'no',
  final,
  ...more,
})

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

const AWAY = failed(false, { notStarted: true, reason: 'away' })

/** An engine that finds its jobs by their start keys, of which some may run although nobody heard of them. */
async function openFinding(t: TestContext) {
  const engine = scriptedEngine({ safeToRestart: true })
  engine.find = (key) => ({ key })
  const stage = await openStage(t, { engine })
  const isStopped = (key: string | null): Promise<true> =>
    eventuallyOn(stage.clock, 1_000, async () => engine.cancelled.some((job) => job['key'] === key) || undefined, 200)
  return { stage, engine, isStopped }
}

test('a start of which nobody knows the outcome leaves a job to stop: cancelled in the pause, and given up', async (t) => {
  const { stage, engine, isStopped } = await openFinding(t)
  engine.onStart = async () => failed(false)
  const { id } = await stage.submit()
  stage.start()
  await stage.until(id, ({ leaseToken }) => engine.starts.length === 1 && leaseToken === null)
  const { startKey } = await stage.row(id)
  await stage.cancel(id)
  await isStopped(startKey)
  const second = await stage.submit()
  const ended = await stage.until(second.id, hasEnded, 500)
  assert.equal(ended.error?.code, 'provider_error')
  await isStopped(ended.startKey)
})

test('a start of which it is known that it did not happen leaves nothing to stop', async (t) => {
  const { stage, engine } = await openFinding(t)
  engine.onStart = async () => AWAY
  const { id } = await stage.submit()
  stage.start()
  await stage.until(id, ({ leaseToken }) => engine.starts.length === 1 && leaseToken === null)
  await stage.cancel(id)
  await stage.clock.advance(5 * 60_000)
  assert.deepEqual(engine.cancelled, [])
})

test('the job of a worker that died while it started is stopped, though the next one could not reach the provider', async (t) => {
  const { stage, engine, isStopped } = await openFinding(t)
  engine.onStart = async () => AWAY
  const task = await stage.submit()
  await dieHolding(stage, task, startingWith('start_1', stage))
  stage.start()
  await stage.until(task.id, ({ leaseToken }) => engine.starts.length === 1 && leaseToken === null, 500)
  await stage.cancel(task.id)
  await isStopped('start_1')
})

test('the job of a worker that died while it started is stopped, though the start of the next one is refused', async (t) => {
  const { stage, engine, isStopped } = await openFinding(t)
  const call = held()
  engine.onStart = call.whatever
  const task = await stage.submit()
  await dieHolding(stage, task, startingWith('start_1', stage))
  stage.start()
  await eventuallyOn(stage.clock, 500, async () => engine.starts.length === 1 || undefined)
  await stage.cancel(task.id)
  call.answer(failed(true, { notStarted: true }))
  await isStopped('start_1')
})

/** An engine in this process that passes everything on to one that is not. */
function openWithRemoteFallback(t: TestContext) {
  const inner = scriptedEngine({ inProcess: true, safeToRestart: true })
  inner.onStart = async () => failed(true, { notStarted: true })
  const remote = scriptedEngine({ id: 'remote', safeToRestart: true })
  const other = aModel('remote', { id: 'other' })
  const ways = { fallbacksAreSafe: true, modelOf: () => other, engineOf: () => remote }
  const engine = { ...inner, ...resilientEngine(inner, ways) }
  return openStage(t, { engine, model: { fallbacks: ['other'] } }).then((stage) => ({ stage, remote }))
}

test('a start at the remote fallback of an engine in this process is stopped when it answers after its task has ended', async (t) => {
  const { stage, remote } = await openWithRemoteFallback(t)
  const call = held()
  remote.onStart = call.heeding
  const { id } = await stage.submit()
  stage.start()
  await eventuallyOn(stage.clock, 10, async () => remote.starts.length === 1 || undefined)
  await stage.cancel(id)
  await stage.clock.advance(5_000)
  call.answer(running({ job: 7 }))
  await eventuallyOn(stage.clock, 500, async () => remote.cancelled.length > 0 || undefined, 200)
  assert.deepEqual(remote.cancelled, [{ job: 7 }])
})

test('a start of unknown outcome at the remote fallback of an engine in this process counts as one', async (t) => {
  const { stage, remote } = await openWithRemoteFallback(t)
  remote.onStart = async () => failed(false)
  const { id } = await stage.submit()
  stage.start()
  const row = await stage.until(id, ({ leaseToken }) => remote.starts.length === 1 && leaseToken === null)
  assert.equal(row.step, 'starting')
  assert.equal((await stage.cancel(id)).cost?.micros, null)
})

test('a task that took its process down three times while alone is given up, and the others go on', async (t) => {
  const stage = await openStage(t, { engine: scriptedEngine({ safeToRestart: true }) })
  const poison = await stage.submit({ prompt: 'poison' })
  for (let kill = 0; kill < MAX_SOLO_CUTS; kill++) {
    await dieHolding(stage, poison, kill === 0 ? startingWith('start_1', stage) : {})
    const dead = (await stage.store.owners.list()).map(({ id }) => ({ id, beat: null }))
    await stage.store.owners.bury(dead, { witnessed: true, now: stage.clock.now() })
  }
  const other = await stage.submit()
  stage.start()
  const ended = await stage.until(poison.id, hasEnded, 100)
  assert.equal(ended.error?.code, 'internal_error')
  assert.equal(ended.attempts, MAX_SOLO_CUTS + 1)
  assert.equal((await stage.until(other.id, hasEnded, 100)).status, 'success')
  assert.deepEqual(
    stage.engine.starts.map(({ taskId }) => taskId),
    [other.id],
  )
})

test('a task that was cut off ten times from outside is not given up', async (t) => {
  const stage = await openStage(t, { engine: scriptedEngine({ safeToRestart: true }) })
  const { id } = await stage.submit()
  for (let kill = 0; kill < 10; kill++) {
    await dieHolding(stage, await stage.row(id), kill === 0 ? startingWith('start_1', stage) : {})
    const dead = (await stage.store.owners.list()).map((owner) => ({ id: owner.id, beat: owner.beat }))
    await stage.store.owners.bury(dead, { witnessed: false, now: stage.clock.now() })
  }
  stage.start()
  const ended = await stage.until(id, hasEnded, 100)
  assert.deepEqual([ended.status, ended.attempts], ['success', 11])
})

test('what was in hand at deaths that nobody saw runs apart all at once, however many there were', async (t) => {
  const stage = await openStage(t, { engine: scriptedEngine({ safeToRestart: true, concurrency: 10 }) })
  const calls = new Map<string, ReturnType<typeof held<EngineState>>>()
  stage.engine.onStart = ({ taskId }, watch) => {
    const call = held()
    calls.set(taskId, call)
    return call.heeding(taskId, watch)
  }
  const { id: engine } = stage.engine
  for (const dead of ['first', 'second', 'third']) {
    const now = stage.clock.now()
    for (let task = 0; task < 3; task++) await stage.submit()
    await stage.store.owners.join(dead)
    const claim = { engine, owner: dead, token: dead, now, limit: 3, wakeLimit: 3, crowd: 0, cap: null }
    assert.equal((await stage.store.queue.claim(claim)).length, 3)
    await stage.store.owners.bury([{ id: dead, beat: null }], { witnessed: false, now })
  }
  stage.start()
  await eventuallyOn(stage.clock, 10, async () => (calls.size === 9 ? true : undefined))
  for (const call of calls.values()) call.answer(done())
  for (const id of calls.keys()) assert.equal((await stage.until(id, hasEnded, 100)).status, 'success')
})

test('suspects of a death that was seen run apart, the greater half of them at a time, and those beyond suspicion meanwhile as ever', async (t) => {
  const stage = await openStage(t, { engine: scriptedEngine({ safeToRestart: true }) })
  const calls = new Map<string, ReturnType<typeof held<EngineState>>>()
  stage.engine.onStart = ({ taskId }, watch) => {
    const call = held()
    calls.set(taskId, call)
    return call.heeding(taskId, watch)
  }
  const now = stage.clock.now()
  for (let task = 0; task < 5; task++) await stage.submit()
  await stage.store.owners.join('dead')
  const { id: engine } = stage.engine
  const claim = { engine, owner: 'dead', token: 'dead', now, limit: 5, wakeLimit: 5, crowd: 0, cap: null }
  assert.equal((await stage.store.queue.claim(claim)).length, 5)
  await stage.store.owners.bury([{ id: 'dead', beat: null }], { witnessed: true, now })
  const innocent = await stage.submit()
  stage.start()
  await eventuallyOn(stage.clock, 10, async () => (calls.size === 4 ? true : undefined))
  await stage.clock.advance(5_000)
  assert.equal(calls.size, 4, 'three suspects, and the one that nobody suspects')
  assert.ok(calls.has(innocent.id))
  for (const [id, call] of new Map(calls)) {
    call.answer(done())
    assert.equal((await stage.until(id, hasEnded, 100)).attempts, id === innocent.id ? 1 : 2)
  }
  await eventuallyOn(stage.clock, 100, async () => (calls.size === 6 ? true : undefined))
  for (const call of calls.values()) call.answer(done())
  for (const id of calls.keys()) assert.equal((await stage.until(id, hasEnded, 100)).status, 'success')
})

test('a suspect that is ended by others makes room for the next at once, though its start is still heard out', async (t) => {
  const stage = await openStage(t, { engine: scriptedEngine({ safeToRestart: true }) })
  const started: string[] = []
  const calls = [held(), held()]
  stage.engine.onStart = ({ taskId }) => {
    started.push(taskId)
    return calls[started.length - 1]!.whatever()
  }
  const now = stage.clock.now()
  for (let task = 0; task < 2; task++) await stage.submit()
  await stage.store.owners.join('dead')
  const { id: engine } = stage.engine
  const claim = { engine, owner: 'dead', token: 'dead', now, limit: 2, wakeLimit: 2, crowd: 0, cap: null }
  assert.equal((await stage.store.queue.claim(claim)).length, 2)
  await stage.store.owners.bury([{ id: 'dead', beat: null }], { witnessed: true, now })
  stage.start()
  await eventuallyOn(stage.clock, 10, async () => (started.length === 1 ? true : undefined))
  const endedAt = stage.clock.now()
  await stage.cancel(started[0]!)
  await eventuallyOn(stage.clock, 10, async () => (started.length === 2 ? true : undefined))
  assert.ok(stage.clock.now() - endedAt < 10_000, `it waited ${stage.clock.now() - endedAt} ms`)
  for (const call of calls) call.answer(done())
  assert.equal((await stage.until(started[1]!, hasEnded, 100)).status, 'success')
})

for (const [words, ms] of [
  ['ten seconds ahead', 10_000],
  ['ten seconds back', -10_000],
  ['an hour ahead', 3_600_000],
  ['an hour back', -3_600_000],
] as const) {
  test(`a clock that jumps ${words} while a start is under way robs nobody: one start, and its result`, async (t) => {
    const stage = await openStage(t, { model: { runTimeoutMs: 7_200_000 } })
    const call = held()
    stage.engine.onStart = call.whatever
    const { id } = await stage.submit()
    stage.start()
    await stage.until(id, ({ step }) => step === 'starting')
    stage.clock.jump(ms)
    await stage.clock.advance(30_000)
    call.answer(done())
    const ended = await stage.until(id, hasEnded, 500)
    assert.deepEqual([ended.status, ended.error, ended.attempts], ['success', null, 1])
    assert.equal(stage.engine.starts.length, 1)
  })

  test(`two processes whose clocks are apart, one ${words}, leave each other's work alone`, async (t) => {
    const first = await openStage(t, { model: { runTimeoutMs: 7_200_000 } })
    const call = held()
    first.engine.onStart = call.whatever
    const { id } = await first.submit()
    first.start()
    await first.until(id, ({ step }) => step === 'starting')
    const { clock, dataDir } = first
    const apart = { ...clock, now: () => clock.now() + ms }
    const second = await openStage(t, { clock: apart, dataDir, model: { runTimeoutMs: 7_200_000 } })
    second.start()
    await passForAll(clock, 30_000, [first, second])
    call.answer(done())
    const ended = await first.until(id, hasEnded, 500)
    assert.deepEqual([ended.status, ended.attempts], ['success', 1])
    assert.equal(first.engine.starts.length + second.engine.starts.length, 1)
  })
}

test('a clock that was set back does not make tasks sleep longer', async (t) => {
  const stage = await openStage(t, { isWatched: true, model: { runTimeoutMs: 7_200_000 } })
  stage.engine.onStart = async () => running({ job: 1 }, 60_000)
  const { id } = await stage.submit()
  stage.start()
  await stage.until(id, ({ step }) => step === 'running')
  stage.clock.jump(-3_600_000)
  const from = stage.clock.elapsed()
  assert.equal((await stage.until(id, hasEnded, 100)).status, 'success')
  assert.ok(stage.clock.elapsed() - from <= 30_000)
})

test('a task that this process holds without knowing of it is given back and carried on', async (t) => {
  let losing = true
  const wrapStore = (store: Store): Store => ({
    ...store,
    queue: {
      ...store.queue,
      async claim(request) {
        const tasks = await store.queue.claim(request)
        if (tasks.length === 0 || !losing) return tasks
        losing = false
        throw new Interrupted('storage_unavailable', 'The answer got lost.')
      },
    },
  })
  const stage = await openStage(t, { wrapStore })
  const { id } = await stage.submit()
  stage.start()
  const ended = await stage.until(id, hasEnded, 1_000)
  assert.deepEqual([ended.status, ended.attempts, losing], ['success', 1, false])
})

/** Loses the answer to one claim, of those that take what the test says, and gives nothing more if told so. */
function losingClaim(taking: (tasks: readonly Task[]) => boolean, then: 'goes on' | 'is out' = 'goes on') {
  const state = { lost: 0 }
  const wrapStore = (store: Store): Store => ({
    ...store,
    queue: {
      ...store.queue,
      async claim(request) {
        if (state.lost > 0 && then === 'is out') return []
        const tasks = await store.queue.claim(request)
        if (state.lost > 0 || !taking(tasks)) return tasks
        state.lost++
        throw new Interrupted('storage_unavailable', 'The answer got lost.')
      },
    },
  })
  return { state, wrapStore }
}

test('a start by a dead process is not made again because the answer to the claim of its task got lost', async (t) => {
  const { state, wrapStore } = losingClaim((tasks) => tasks.some(({ startKey }) => startKey === 'start_1'))
  const stage = await openStage(t, { wrapStore })
  const task = await stage.submit()
  await dieHolding(stage, task, startingWith('start_1', stage))
  stage.start()
  const ended = await stage.until(task.id, hasEnded, 500)
  assert.deepEqual([ended.error?.code, stage.engine.starts.length, state.lost], ['start_unknown', 0, 1])
})

test('a job is stopped with its task although the answer to the claim before its next poll got lost', async (t) => {
  const { wrapStore } = losingClaim((tasks) => tasks.some(({ step }) => step === 'running'), 'is out')
  const stage = await openStage(t, { wrapStore })
  stage.engine.onStart = async () => running({ job: 1 }, 5_000)
  const { id } = await stage.submit()
  stage.start()
  await stage.until(id, ({ step }) => step === 'running')
  await stage.until(id, ({ leaseToken }) => leaseToken !== null, 500)
  const { step } = await stage.until(id, ({ leaseToken }) => leaseToken === null, 500)
  assert.equal(step, 'running')
  await stage.cancel(id)
  await eventuallyOn(stage.clock, 500, async () => stage.engine.cancelled.length > 0 || undefined)
  assert.deepEqual(stage.engine.cancelled, [{ job: 1 }])
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
