import assert from 'node:assert/strict'
import { aClaim, anOutcome, aTask, insertAll, range, T } from './build.ts'
import type { Promised } from './driver.ts'

const URL_OF_RECEIVER = 'https://receiver.example/hook'

/** How much there is to do, as operators are told. */
export function censusPromises(promised: Promised): void {
  promised(
    'what waits and what is in work is counted for each engine that is asked for, in that order',
    async ({ a, b }) => {
      await insertAll(a, [
        aTask('1001', { engine: 'e', createdAt: T + 5 }),
        aTask('1002', { engine: 'e', createdAt: T + 3 }),
        aTask('1003', { engine: 'e', createdAt: T + 1 }),
        aTask('1004', { engine: 'other', createdAt: T }),
      ])
      // In the order of their arrival, so the first that came is in work.
      const [taken] = await a.queue.claim(aClaim('w', { limit: 1, now: T + 10 }))
      assert.equal(taken?.id, '1001')
      const { engines } = await b.census.take({ engines: ['z', 'e'], now: T + 10, most: 100 })
      assert.deepEqual(engines, [
        { engine: 'z', waiting: 0, waitingSince: null, inWork: 0, parked: 0 },
        { engine: 'e', waiting: 2, waitingSince: T + 1, inWork: 1, parked: 0 },
      ])
    },
  )

  promised('a task in work that has a place elsewhere is counted there too, until it ends', async ({ a, b }) => {
    await insertAll(a, [aTask('1001', { engine: 'e' })])
    const [taken] = await a.queue.claim(aClaim('w', { limit: 1 }))
    const lease = { id: '1001', token: taken?.leaseToken ?? '' }
    assert.equal(await a.queue.takePlace(lease, { engine: 'e@one', cap: 1 }), true)
    const inWork = async () =>
      (await b.census.take({ engines: ['e', 'e@one'], now: T, most: 100 })).engines.map((each) => each.inWork)
    assert.deepEqual(await inWork(), [1, 1])
    await a.queue.finishAny('1001', anOutcome(aTask('1001'), { finishedAt: T + 1 }))
    assert.deepEqual(await inWork(), [0, 0])
  })

  promised('nothing is counted beyond what was asked for', async ({ a, b }) => {
    await insertAll(
      a,
      range(7).map((n) => aTask(String(1_001 + n))),
    )
    await a.queue.claim(aClaim('w', { limit: 4 }))
    const { engines } = await b.census.take({ engines: ['e'], now: T, most: 2 })
    assert.deepEqual(engines, [{ engine: 'e', waiting: 2, waitingSince: T, inWork: 2, parked: 0 }])
  })

  promised(
    'webhooks and stops that are open are counted, and since when the first webhook is due',
    async ({ a, b }) => {
      const look = (now: number) => b.census.take({ engines: [], now, most: 100 })
      assert.deepEqual(await look(T), { engines: [], stops: 0, deliveries: 0, deliveryDueAt: null })
      const tasks = ['1001', '1002'].map((id) => aTask(id, { webhookUrl: URL_OF_RECEIVER }))
      await insertAll(a, tasks)
      for (const [n, task] of tasks.entries())
        await a.queue.finishAny(task.id, anOutcome(task, { finishedAt: T + 9 - n }))
      await a.stops.add({
        taskId: '1003',
        engine: 'e',
        lane: 'e',
        kind: 'video',
        model: 'diorama',
        operation: { job: 1 },
        createdAt: T,
        nextRunAt: T,
        tries: 0,
      })
      assert.deepEqual(await look(T + 7), { engines: [], stops: 1, deliveries: 2, deliveryDueAt: null })
      assert.deepEqual(await look(T + 20), { engines: [], stops: 1, deliveries: 2, deliveryDueAt: T + 8 })
    },
  )
}
