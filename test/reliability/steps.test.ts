import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NEVER, type Task } from '../../src/core/tasks/task.ts'
import type { Files } from '../../src/ports/files.ts'
import type { Store } from '../../src/ports/store.ts'
import { eventually, eventuallyOn } from '../support/eventually.ts'
import { done, held, running, scriptedEngine } from './scripted-engine.ts'
import { hasEnded, openStage } from './stage.ts'

test('the start key is on disk before the engine is asked, and its operation before the task goes to sleep', async (t) => {
  const stage = await openStage(t)
  const seen: Task[] = []
  stage.engine.onStart = async (job) => {
    seen.push(await stage.row(job.taskId))
    return running({ job: 7 }, 60_000)
  }
  const { id } = await stage.submit()
  stage.start()
  const asleep = await stage.until(id, ({ step }) => step === 'running')
  assert.equal(seen[0]?.status, 'processing')
  assert.equal(seen[0].step, 'starting')
  assert.equal(seen[0].startKey, stage.engine.starts[0]?.startKey)
  assert.notEqual(seen[0].leaseToken, null)
  assert.deepEqual(asleep.operation, { job: 7 })
  assert.equal(asleep.leaseToken, null)
  assert.ok(asleep.nextRunAt > stage.clock.now() + 50_000, 'it sleeps for as long as the provider said')
})

test('sleeping tasks hold no worker: an engine that takes one at a time starts the next while ten sleep', async (t) => {
  const engine = scriptedEngine({ concurrency: 1 })
  engine.onStart = async ({ taskId }) => running({ taskId }, 3_600_000)
  const stage = await openStage(t, { engine, model: { runTimeoutMs: 7_200_000 } })
  const tasks = await Promise.all(Array.from({ length: 10 }, () => stage.submit()))
  stage.start()
  for (const { id } of tasks) await stage.until(id, ({ step }) => step === 'running')
  engine.onStart = async () => done()
  const { id } = await stage.submit()
  const ended = await stage.until(id, hasEnded)
  assert.equal(ended.status, 'success')
  assert.equal(engine.starts.length, 11)
  assert.equal(engine.asked.length, 0)
})

test('a sleeping task is asked after when its time comes, and not before', async (t) => {
  const stage = await openStage(t)
  stage.engine.onStart = async () => running({ job: 1 }, 10_000)
  const { id } = await stage.submit()
  stage.start()
  await stage.until(id, ({ step }) => step === 'running')
  await stage.clock.advance(9_000)
  assert.equal(stage.engine.asked.length, 0)
  const ended = await stage.until(id, hasEnded, 500)
  assert.equal(ended.status, 'success')
  assert.deepEqual(stage.engine.asked, [{ job: 1 }])
  assert.equal(stage.engine.starts.length, 1)
})

test('an engine that wants to be asked again at once is, without waiting for the next look', async (t) => {
  const stage = await openStage(t)
  stage.engine.onStart = async () => running({ job: 1 }, 0)
  stage.engine.onStatus = async () => (stage.engine.asked.length < 3 ? running({ job: 1 }, 0) : done())
  stage.start()
  const { id } = await stage.submit()
  // The clock stands still, so no look comes by itself.
  const ended = await eventually(async () => {
    const task = await stage.row(id)
    return hasEnded(task) ? task : undefined
  })
  assert.equal(ended.status, 'success')
  assert.equal(stage.engine.asked.length, 3)
})

test('bytes that the provider keeps are copied in the step saving; state, delivery and usage then come together', async (t) => {
  const steps: unknown[] = []
  const watched = (files: Files): Files => ({
    ...files,
    async keep(id, spooled) {
      const [task] = await stage.store.tasks.list({ keyId: stage.key.id, limit: 1 })
      steps.push(task?.step, (await stage.store.deliveries.ofTask(task?.id ?? '')).length)
      await files.keep(id, spooled)
    },
  })
  const stage = await openStage(t, { wrapFiles: watched })
  stage.engine.onStart = async () => running({ job: 1 }, 10)
  const { id } = await stage.submit({ webhookUrl: 'http://127.0.0.1:1026/hook' })
  stage.start()
  const ended = await stage.until(id, hasEnded)
  assert.deepEqual(steps, ['saving', 0])
  assert.equal(ended.status, 'success')
  assert.equal(ended.step, null)
  assert.equal(ended.leaseToken, null)
  assert.equal((await stage.store.deliveries.ofTask(id)).length, 1)
  const { sums } = await stage.store.usage.sums(stage.key.id, 0, 10)
  assert.deepEqual(
    sums.map(({ tasks, succeeded }) => [tasks, succeeded]),
    [[1, 1]],
  )
})

test('a result that comes with the answer to its start takes one write more, which ends the task', async (t) => {
  const writes: string[] = []
  const counted = (store: Store): Store => ({
    ...store,
    queue: {
      ...store.queue,
      async advance(lease, change) {
        writes.push('advance')
        return store.queue.advance(lease, change)
      },
      async finish(lease, outcome, seat) {
        writes.push('finish')
        return store.queue.finish(lease, outcome, seat)
      },
    },
  })
  const stage = await openStage(t, { wrapStore: counted })
  const { id } = await stage.submit()
  stage.start()
  const ended = await stage.until(id, hasEnded)
  assert.equal(ended.status, 'success')
  assert.equal(ended.attempts, 1)
  assert.deepEqual(writes, ['finish'])
})

test('a task that is submitted where there is room is accepted and begun by one write', async (t) => {
  const writes: string[] = []
  const counted = (store: Store): Store => ({
    ...store,
    queue: {
      ...store.queue,
      async claim(request) {
        const tasks = await store.queue.claim(request)
        if (tasks.length > 0) writes.push('claim')
        return tasks
      },
      async insert(entry, seat) {
        writes.push('insert')
        return store.queue.insert(entry, seat)
      },
    },
  })
  const stage = await openStage(t, { wrapStore: counted })
  const call = held()
  stage.engine.onStart = call.whatever
  stage.start()
  // Its owner has joined when the first look can be made.
  await eventuallyOn(stage.clock, 10, async () => ((await stage.store.owners.list()).length > 0 ? true : undefined))
  const task = await stage.submit()
  assert.equal(task.status, 'pending', 'the answer is the same')
  const row = await stage.row(task.id)
  assert.equal(row.step, 'starting')
  assert.equal(row.startedAt, stage.clock.now())
  assert.deepEqual(writes, ['insert'])
  call.answer(done())
  assert.equal((await stage.until(task.id, hasEnded)).status, 'success')
  assert.deepEqual(writes, ['insert'])
})

test('a lease is held for as long as the engine takes', async (t) => {
  const stage = await openStage(t)
  const call = held()
  stage.engine.onStart = call.whatever
  const { id } = await stage.submit()
  stage.start()
  await stage.until(id, ({ step }) => step === 'starting')
  await stage.clock.advance(120_000)
  const row = await stage.row(id)
  assert.equal(row.nextRunAt, NEVER, 'it is due for nobody')
  assert.equal(row.attempts, 1)
  call.answer(done())
  assert.equal((await stage.until(id, hasEnded)).status, 'success')
  assert.equal(stage.engine.starts.length, 1)
})

test('a process that stood still until it was taken for dead changes nothing when it comes back', async (t) => {
  const thaw = Promise.withResolvers<void>()
  let freezing: Promise<void> | undefined
  const lost: unknown[] = []
  const frozen = (store: Store): Store => ({
    ...store,
    queue: {
      ...store.queue,
      async claim(request) {
        await freezing
        return store.queue.claim(request)
      },
      async advance(lease, change) {
        const task = await store.queue.advance(lease, change)
        if (task === undefined) lost.push(change.step)
        return task
      },
      async finish(lease, outcome, seat) {
        const isOurs = await store.queue.finish(lease, outcome, seat)
        if (!isOurs) lost.push('the end')
        return isOurs
      },
    },
    owners: {
      ...store.owners,
      async beat(id) {
        await freezing
        return store.owners.beat(id)
      },
    },
  })
  const first = await openStage(t, { engine: scriptedEngine({ safeToRestart: true }), wrapStore: frozen })
  const call = held()
  first.engine.onStart = call.whatever
  const { id } = await first.submit()
  first.start()
  await first.until(id, ({ step }) => step === 'starting')
  freezing = thaw.promise

  const { clock, dataDir } = first
  const second = await openStage(t, { engine: scriptedEngine({ safeToRestart: true }), clock, dataDir })
  second.start()
  const ended = await second.until(id, hasEnded, 500)
  assert.equal(ended.attempts, 2)
  assert.equal(second.engine.starts[0]?.startKey, first.engine.starts[0]?.startKey, 'the same start key')

  call.answer(done())
  await eventually(() => (lost.length > 0 ? true : undefined))
  thaw.resolve()
  assert.deepEqual(lost, ['the end'])
  assert.deepEqual(await second.row(id), ended)
  assert.equal((await second.store.files.ofTask(id)).length, 1)
})

test('cancel wins over a result that comes late, and reaches an engine in this process at once', async (t) => {
  const stage = await openStage(t, { engine: scriptedEngine({ inProcess: true }) })
  const call = held()
  let aborted = false
  stage.engine.onStart = (_job, { signal }) => {
    signal.addEventListener('abort', () => (aborted = true))
    return call.whatever()
  }
  const { id } = await stage.submit()
  stage.start()
  await stage.until(id, ({ step }) => step === 'starting')
  const cancelled = await stage.cancel(id)
  assert.equal(cancelled.error?.code, 'cancelled')
  await eventuallyOn(stage.clock, 10, async () => (aborted ? true : undefined))
  call.answer(done())
  await stage.clock.advance(1_000)
  assert.deepEqual(await stage.row(id), cancelled)
  assert.deepEqual(await stage.store.files.ofTask(id), [])
})

test('cancel of a sleeping task tells the provider', async (t) => {
  const stage = await openStage(t)
  stage.engine.onStart = async () => running({ job: 3 }, 60_000)
  const { id } = await stage.submit()
  stage.start()
  await stage.until(id, ({ step }) => step === 'running')
  await stage.cancel(id)
  await eventuallyOn(stage.clock, 10, async () => (stage.engine.cancelled.length > 0 ? true : undefined))
  assert.deepEqual(stage.engine.cancelled, [{ job: 3 }])
  await stage.clock.advance(120_000)
  assert.equal(stage.engine.asked.length, 0)
})
