import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { NEVER, UNSEEN_CROWD } from '../../src/core/tasks/task.ts'
import { aClaim, aTask, buried, HOUR, idsOf, insertAll, range, T } from './build.ts'
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
        // A claim that finds nothing may merely have come second: the work ends when all is taken.
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

  promised('a claimed task is returned as it is stored, with its token, and is due for nobody', async ({ a, b }) => {
    await insertAll(a, [aTask('1001')])
    const [task] = await a.queue.claim(aClaim('w', { now: T + 1 }))
    assert.deepEqual(task, aTask('1001', { leaseToken: 'w', nextRunAt: NEVER, attempts: 1, version: 2 }))
    assert.deepEqual(await b.tasks.find('1001'), task)
  })

  promised('what is in work goes before what waits, however long that has waited', async ({ a, b }) => {
    await insertAll(a, [aTask('1001'), aTask('1002')])
    await a.queue.claim(aClaim('w'))
    await a.queue.advance({ id: '1001', token: 'w' }, { status: 'processing', releaseUntil: T + 5_000 })
    assert.deepEqual(idsOf(await b.queue.claim(aClaim('x', { now: T + 5_000, limit: 2 }))), ['1001', '1002'])
  })

  promised('what wakes takes its share of the room while others wait, and all of it when none do', async ({ a, b }) => {
    const ids = range(8).map((n) => String(1000 + n))
    await insertAll(
      a,
      ids.map((id, n) => aTask(id, { createdAt: T + n })),
    )
    await a.queue.claim(aClaim('w', { now: T + 9, limit: 6 }))
    for (const id of ids.slice(0, 6))
      await a.queue.advance({ id, token: 'w' }, { status: 'processing', releaseUntil: T + 10 })
    const claim = async (token: string, limit: number, wakeLimit: number): Promise<string[]> =>
      idsOf(await b.queue.claim(aClaim(token, { now: T + 20, limit, wakeLimit })))
    assert.deepEqual(await claim('half', 2, 1), ['1000', '1006'])
    assert.deepEqual(await claim('none', 1, 0), ['1007'])
    assert.deepEqual(await claim('nobody waits', 2, 1), ['1001', '1002'])
    assert.deepEqual(await claim('the rest', 9, 0), ['1003', '1004', '1005'])
  })

  promised(
    'attempts count the claims of fresh rows and each owner that died, not what was given back',
    async ({ a, b }) => {
      await insertAll(a, [aTask('1001')])
      const attempts = async (token: string, crowd = 0): Promise<number | undefined> =>
        (await b.queue.claim(aClaim(token, { now: T + 9, crowd })))[0]?.attempts
      assert.equal(await attempts('fresh'), 1)
      await a.queue.advance({ id: '1001', token: 'fresh' }, { releaseUntil: T + 1 })
      assert.equal(await attempts('given back'), 1)
      await buried(a)
      assert.equal(await attempts('abandoned', UNSEEN_CROWD), 2)
      await a.queue.advance({ id: '1001', token: 'abandoned' }, { status: 'processing', releaseUntil: T + 2 })
      assert.equal(await attempts('woken'), 2)
      await buried(a)
      assert.equal(await attempts('abandoned again', UNSEEN_CROWD), 3)
    },
  )

  promised('a clock that jumps, ahead or back, gives nothing away twice and loses nothing', async ({ a, b }) => {
    await insertAll(a, [aTask('1001')])
    await a.queue.claim(aClaim('w'))
    for (const now of [T + HOUR, T - HOUR, T + 1_000 * HOUR]) {
      assert.deepEqual(await b.queue.claim(aClaim('x', { now })), [])
      assert.deepEqual(await b.queue.claim(aClaim('x', { now, crowd: UNSEEN_CROWD })), [])
    }
    assert.deepEqual(await a.queue.lost([{ id: '1001', token: 'w' }]), [])
  })

  promised('after a clock was set back, what sleeps and what waits is due', async ({ a, b }) => {
    await insertAll(a, [aTask('1001'), aTask('1002', { nextRunAt: T + HOUR }), aTask('1003')])
    await a.queue.claim(aClaim('w', { limit: 2 }))
    await a.queue.advance({ id: '1001', token: 'w' }, { status: 'processing', releaseUntil: T + HOUR })
    assert.deepEqual(await b.queue.claim(aClaim('x', { limit: 9 })), [])
    await b.chores.watch(T + HOUR)
    assert.equal(await b.chores.passOver({ from: T + HOUR, until: T }, 'set'), true)
    // The third is held: it is due for nobody, whatever the clock says.
    assert.deepEqual(idsOf(await b.queue.claim(aClaim('x', { limit: 9 }))), ['1001', '1002'])
  })
}
