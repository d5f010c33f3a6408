import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { aClaim, aTask, HOUR, idsOf, insertAll, LEASE, range, T } from './build.ts'
import type { Promised } from './driver.ts'

/** What may be taken, by whom, and in which order. */
export function claimPromises(promised: Promised): void {
  promised('sixteen claimers that come at once never share a task, and leave none', async ({ a, b }) => {
    await insertAll(
      a,
      range(100).map((n) => aTask(String(1000 + n), { createdAt: T + n })),
    )
    const taken: string[] = []
    const claimer = async (n: number): Promise<void> => {
      const store = n % 2 === 0 ? a : b
      for (let round = 0; ; round++) {
        const tasks = await store.queue.claim(aClaim(`w${n}.${round}`, { now: T + 200, limit: 1 + (n % 4) }))
        taken.push(...idsOf(tasks))
        // Whoever finds nothing may merely have come second: the work ends when all is taken.
        if (taken.length >= 100) return
        if (tasks.length === 0) await turn()
      }
    }
    await Promise.all(range(16).map(claimer))
    assert.equal(taken.length, 100)
    assert.equal(new Set(taken).size, 100)
  })

  promised('nothing is claimed before its time', async ({ a, b }) => {
    await insertAll(a, [aTask('1001', { nextRunAt: T + 500 })])
    assert.deepEqual(await b.queue.claim(aClaim('w', { now: T + 499 })), [])
    assert.deepEqual(idsOf(await b.queue.claim(aClaim('w', { now: T + 500 }))), ['1001'])
  })

  promised('a sleeping task is not claimed before its time either', async ({ a, b }) => {
    await insertAll(a, [aTask('1001')])
    await a.queue.claim(aClaim('w'))
    await a.queue.advance({ id: '1001', token: 'w' }, { status: 'processing', releaseUntil: T + 5_000 })
    assert.deepEqual(await b.queue.claim(aClaim('x', { now: T + 4_999 })), [])
    assert.deepEqual(idsOf(await b.queue.claim(aClaim('x', { now: T + 5_000 }))), ['1001'])
  })

  promised('tasks of one key are claimed in the order in which they came', async ({ a, b }) => {
    await insertAll(a, [aTask('1009'), aTask('1003', { createdAt: T + 1 }), aTask('1005', { createdAt: T + 2 })])
    assert.deepEqual(idsOf(await b.queue.claim(aClaim('w', { now: T + 9, limit: 2 }))), ['1009', '1003'])
    assert.deepEqual(idsOf(await a.queue.claim(aClaim('x', { now: T + 9, limit: 2 }))), ['1005'])
  })

  promised('a batch comes back in the order of its claim, whatever order the rows are written in', async ({ a, b }) => {
    const ids = ['1007', '1002', '1009', '1001', '1008', '1003']
    await insertAll(
      a,
      ids.map((id, n) => aTask(id, { createdAt: T + n })),
    )
    assert.deepEqual(idsOf(await b.queue.claim(aClaim('w', { now: T + 9, limit: 9 }))), ids)
    // Released in reverse, they are in work now, and the one that is due longest comes first.
    for (const [n, id] of ids.entries())
      await a.queue.advance({ id, token: 'w' }, { status: 'processing', releaseUntil: T + 100 - n })
    assert.deepEqual(idsOf(await b.queue.claim(aClaim('x', { now: T + 200, limit: 9 }))), ids.toReversed())
  })

  promised('an engine is given its own tasks only', async ({ a, b }) => {
    await insertAll(a, [aTask('1001', { engine: 'other' }), aTask('1002')])
    assert.deepEqual(idsOf(await b.queue.claim(aClaim('w', { limit: 9 }))), ['1002'])
  })

  promised('a claimed task is returned as it is stored, with its token and the end of its lease', async ({ a, b }) => {
    await insertAll(a, [aTask('1001')])
    const [task] = await a.queue.claim(aClaim('w', { now: T + 1 }))
    assert.deepEqual(task, aTask('1001', { leaseToken: 'w', nextRunAt: T + 1 + LEASE, attempts: 1, version: 2 }))
    assert.deepEqual(await b.tasks.find('1001'), task)
  })

  promised('what is in work goes before what waits, however long that has waited', async ({ a, b }) => {
    await insertAll(a, [aTask('1001'), aTask('1002')])
    await a.queue.claim(aClaim('w'))
    await a.queue.advance({ id: '1001', token: 'w' }, { status: 'processing', releaseUntil: T + 5_000 })
    assert.deepEqual(idsOf(await b.queue.claim(aClaim('x', { now: T + 5_000, limit: 2 }))), ['1001', '1002'])
  })

  promised('attempts count the claims of fresh and abandoned rows, not of those given back', async ({ a, b }) => {
    await insertAll(a, [aTask('1001')])
    const attempts = async (token: string, now: number): Promise<number | undefined> =>
      (await b.queue.claim(aClaim(token, { now })))[0]?.attempts
    assert.equal(await attempts('fresh', T), 1)
    await a.queue.advance({ id: '1001', token: 'fresh' }, { releaseUntil: T + 1 })
    assert.equal(await attempts('given back', T + 1), 1)
    assert.equal(await attempts('abandoned', T + 1 + LEASE), 2)
    await a.queue.advance({ id: '1001', token: 'abandoned' }, { status: 'processing', releaseUntil: T + 2 * LEASE })
    assert.equal(await attempts('woken', T + 2 * LEASE), 2)
    assert.equal(await attempts('abandoned again', T + 3 * LEASE), 3)
  })

  promised('a clock that jumps an hour ahead lets leases run out, and fences their owners', async ({ a, b }) => {
    await insertAll(a, [aTask('1001')])
    await a.queue.claim(aClaim('w'))
    const [again] = await b.queue.claim(aClaim('x', { now: T + HOUR }))
    assert.equal(again?.attempts, 2)
    assert.equal(await a.queue.renew({ id: '1001', token: 'w' }, T + HOUR + LEASE), false)
  })

  promised('a clock that jumps an hour back gives nothing away twice, and loses nothing', async ({ a, b }) => {
    await insertAll(a, [aTask('1001')])
    await a.queue.claim(aClaim('w'))
    assert.deepEqual(await b.queue.claim(aClaim('x', { now: T - HOUR })), [])
    // The owner goes on under the new time, and so does whoever comes after it.
    assert.equal(await a.queue.renew({ id: '1001', token: 'w' }, T - HOUR + LEASE), true)
    assert.deepEqual(idsOf(await b.queue.claim(aClaim('x', { now: T - HOUR + LEASE }))), ['1001'])
  })
}
