import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Interrupted } from '../../src/core/errors.ts'
import type { Store } from '../../src/ports/store.ts'
import type { TaskQueue } from '../../src/ports/store/task-queue.ts'
import { eventuallyOn } from '../support/eventually.ts'
import { scriptedEngine } from './scripted-engine.ts'
import { hasEnded, openStage, type Stage } from './stage.ts'

/** Puts methods of the queue in place of the usual ones. */
function withQueue(change: (queue: TaskQueue) => Partial<TaskQueue>): (store: Store) => Store {
  return (store) => ({ ...store, queue: { ...store.queue, ...change(store.queue) } })
}

/** From then on there is an owner to claim for. */
function hasJoined(stage: Stage): Promise<true> {
  return eventuallyOn(stage.clock, 10, async () => ((await stage.store.owners.list()).length > 0 ? true : undefined))
}

test('the place of a task that ends is taken by the next without another look', async (t) => {
  let looks = 0
  const wrapStore = withQueue((queue) => ({
    async claim(request) {
      const tasks = await queue.claim(request)
      if (tasks.length > 0) looks++
      return tasks
    },
  }))
  const stage = await openStage(t, { wrapStore, engine: scriptedEngine({ concurrency: 1 }) })
  const tasks = [await stage.submit(), await stage.submit(), await stage.submit()]
  stage.start()
  for (const { id } of tasks) assert.equal((await stage.until(id, hasEnded)).attempts, 1)
  assert.equal(looks, 1)
  assert.deepEqual(
    stage.engine.starts.map(({ taskId }) => taskId),
    tasks.map(({ id }) => id),
  )
})

test('what was claimed by an end of which no answer came is given back and started once', async (t) => {
  let losing = true
  const wrapStore = withQueue((queue) => ({
    async finish(lease, outcome, seat) {
      if (!losing || seat === undefined) return queue.finish(lease, outcome, seat)
      losing = false
      await queue.finish(lease, outcome, { claim: seat.claim, take: () => undefined })
      throw new Interrupted('storage_unavailable', 'The answer got lost.')
    },
  }))
  const stage = await openStage(t, { wrapStore, engine: scriptedEngine({ concurrency: 1 }) })
  const tasks = [await stage.submit(), await stage.submit()]
  stage.start()
  for (const { id } of tasks) assert.equal((await stage.until(id, hasEnded, 1_000)).status, 'success')
  assert.equal(losing, false)
  assert.equal(stage.engine.starts.length, 2)
})

test('a stop waits for a seat that is under way, and gives back who took it, not started', async (t) => {
  const gate = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<boolean>()
  const wrapStore = withQueue((queue) => ({
    async insert(entry, seat) {
      reached.resolve(seat !== undefined)
      await gate.promise
      return queue.insert(entry, seat)
    },
  }))
  const stage = await openStage(t, { wrapStore })
  stage.start()
  await hasJoined(stage)
  const submitted = stage.submit()
  assert.equal(await reached.promise, true, 'there was a seat')
  const stopped = stage.house.stop()
  gate.resolve()
  const { id } = await submitted
  await stopped
  const row = await stage.row(id)
  assert.deepEqual([row.leaseToken, row.step, stage.engine.starts.length], [null, null, 0])
  stage.start()
  const ended = await stage.until(id, hasEnded, 100)
  assert.deepEqual([ended.status, ended.attempts, stage.engine.starts.length], ['success', 1, 1])
})

test('a process that is told to stop claims nothing more with what it ends', async (t) => {
  const seats: boolean[] = []
  const wrapStore = withQueue((queue) => ({
    finish(lease, outcome, seat) {
      seats.push(seat !== undefined)
      return queue.finish(lease, outcome, seat)
    },
  }))
  const stage = await openStage(t, { wrapStore, engine: scriptedEngine({ concurrency: 1 }) })
  const answered = Promise.withResolvers<void>()
  const { onStart } = stage.engine
  stage.engine.onStart = async (job, watch) => {
    await answered.promise
    return onStart(job, watch)
  }
  const [first, second] = [await stage.submit(), await stage.submit()]
  stage.start()
  await stage.until(first.id, ({ step }) => step === 'starting')
  const stopped = stage.house.stop(60_000)
  answered.resolve()
  await stopped
  assert.deepEqual(seats, [false])
  assert.equal((await stage.row(first.id)).status, 'success')
  assert.equal((await stage.row(second.id)).status, 'pending')
})
