import assert from 'node:assert/strict'
import type { Store } from '../../src/ports/store.ts'
import type { EndedAt } from '../../src/ports/store/chores.ts'
import { aClaim, aFile, anOutcome, aTask, billed, buried, HOUR, idsOf, insertAll, OWNER, range, T } from './build.ts'
import type { Promised } from './driver.ts'

const HOOK = 'https://receiver.example/hook'

/** What the janitor finds, what it removes, and that one process does it for all. */
export function chorePromises(promised: Promised): void {
  promised(
    'overdue are the unfinished past their deadline that no live worker holds, longest first',
    async ({ a, b }) => {
      await insertAll(a, [
        aTask('1001', { queueDeadlineAt: T + 3_000 }),
        aTask('1002', { queueDeadlineAt: T + 2_000 }),
        aTask('1003', { queueDeadlineAt: T + 90_000 }),
        aTask('1004', { queueDeadlineAt: T + 1_000, engine: 'held' }),
        aTask('1005', { queueDeadlineAt: T + 1_000, engine: 'run' }),
        aTask('1006', { queueDeadlineAt: T + 2_000 }),
      ])
      await a.queue.claim(aClaim('w', { engine: 'held' }))
      await a.queue.claim(aClaim('w', { engine: 'run' }))
      // A deadline for running takes the place of the one for waiting, be it later or sooner.
      const lease = { id: '1005', token: 'w' }
      await a.queue.advance(lease, { status: 'processing', runDeadlineAt: T + 2_500, releaseUntil: T + 2_500 })
      assert.deepEqual(idsOf(await b.chores.overdue(T + 3_000, 9)), ['1002', '1006', '1005', '1001'])
      assert.deepEqual(idsOf(await b.chores.overdue(T + 3_000, 2)), ['1002', '1006'])
      // Its owner lives, so it is not for others to end; once that one is dead it is.
      assert.ok(!idsOf(await b.chores.overdue(T + HOUR, 9)).includes('1004'))
      await buried(b, OWNER, T + 3_000)
      assert.deepEqual(idsOf(await b.chores.overdue(T + 3_000, 1)), ['1004'])
    },
  )

  promised('retention sees only what ended before its time, and never a live row', async ({ a, b }) => {
    const tasks = range(5).map((n) => aTask(String(1001 + n), { webhookUrl: n === 2 ? HOOK : null }))
    await insertAll(a, tasks)
    for (const [n, task] of tasks.slice(0, 4).entries())
      await a.queue.finishAny(task.id, anOutcome(task, { finishedAt: T + 40 - n * 10 }))
    // 1003 is still being announced, 1005 is not finished.
    const page = { after: undefined, limit: 9 }
    assert.deepEqual(await b.chores.removable(T + 40, page), { ids: ['1004', '1002'], next: undefined })
    assert.deepEqual(await b.chores.removable(T + 41, page), { ids: ['1004', '1002', '1001'], next: undefined })
    assert.equal(await b.chores.remove('1005'), undefined)
    assert.ok(await a.tasks.find('1005'))
  })

  promised('retention goes through what ended page by page, also past what cannot be removed yet', async ({ a, b }) => {
    const tasks = range(6).map((n) => aTask(String(1001 + n), { webhookUrl: n < 4 ? HOOK : null }))
    await insertAll(a, tasks)
    for (const [n, task] of tasks.entries())
      await a.queue.finishAny(task.id, anOutcome(task, { finishedAt: T + (n < 3 ? 10 : n * 10) }))
    const pages = []
    let after: EndedAt | undefined
    do {
      const { ids, next } = await b.chores.removable(T + 99, { after, limit: 2 })
      for (const id of ids) await a.chores.remove(id)
      pages.push([ids, next?.id])
      after = next
    } while (after !== undefined)
    assert.deepEqual(pages, [
      [[], '1002'],
      [[], '1004'],
      [['1005', '1006'], '1006'],
      [[], undefined],
    ])
  })

  promised(
    'a removed task takes its records along, names its files, and leaves its usage and what its request was',
    async ({ a, b }) => {
      const task = aTask('1001', { webhookUrl: HOOK })
      const reference = aFile('r1', '1001', { role: 'reference' })
      const idempotency = { key: 'i1', fingerprint: 'x', expiresAt: T + HOUR }
      await insertAll(a, [{ task, references: [reference], idempotency }])
      await a.queue.finishAny('1001', anOutcome(task, { files: [aFile('f1', '1001')] }))
      assert.deepEqual(await b.chores.remove('1001'), ['f1', 'r1'])
      assert.equal(await a.tasks.find('1001'), undefined)
      assert.deepEqual(await a.files.ofTask('1001'), [])
      assert.deepEqual(await a.deliveries.ofTask('1001'), [])
      // Or a late repeat of the request would be a new one, and cost again.
      assert.deepEqual(await a.tasks.findRepeat('k1', 'i1', T), { taskId: '1001', fingerprint: 'x' })
      const again = { task: aTask('1002'), references: [], idempotency }
      assert.deepEqual(await b.queue.insert(again), { kind: 'repeated', taskId: '1001' })
      assert.equal(await billed(a, 'k1'), 1)
      assert.equal(await b.chores.remove('1001'), undefined)
    },
  )

  promised(
    'however often an ended task was asked for, once it is removed it is gone for everybody',
    async ({ a, b }) => {
      const tasks = ['1001', '1002', '1003'].map((id) => aTask(id))
      await insertAll(a, tasks)
      for (const task of tasks)
        await a.queue.finishAny(task.id, anOutcome(task, { files: [aFile(`f${task.id}`, task.id)] }))
      const seenBy = async (store: Store): Promise<(string | undefined)[]> =>
        Promise.all(tasks.map(async ({ id }) => (await store.tasks.view(id))?.outputs[0]?.file.id))
      for (let times = 0; times < 3; times++) {
        assert.deepEqual(await seenBy(a), ['f1001', 'f1002', 'f1003'])
        assert.deepEqual(await seenBy(b), ['f1001', 'f1002', 'f1003'])
      }
      await b.chores.remove('1002')
      assert.deepEqual(await seenBy(b), ['f1001', undefined, 'f1003'])
      assert.deepEqual(await seenBy(a), ['f1001', undefined, 'f1003'])
      // One that is asked for while it is removed is there or not, and not there afterwards.
      await Promise.all([seenBy(b), b.chores.remove('1001'), seenBy(b), seenBy(a)])
      assert.deepEqual(await seenBy(b), [undefined, undefined, 'f1003'])
      assert.deepEqual(await seenBy(a), [undefined, undefined, 'f1003'])
    },
  )

  promised(
    'however often a task under way was asked for, everybody sees at once what becomes of it',
    async ({ a, b }) => {
      const tasks = ['1001', '1002', '1003'].map((id) => aTask(id))
      await insertAll(a, tasks)
      const seenBy = async (store: Store): Promise<(string | undefined)[]> =>
        Promise.all(tasks.map(async ({ id }) => (await store.tasks.view(id))?.status))
      const bothSee = async (...statuses: readonly string[]): Promise<void> => {
        for (let times = 0; times < 3; times++)
          for (const store of [a, b]) assert.deepEqual(await seenBy(store), statuses)
      }
      await bothSee('pending', 'pending', 'pending')
      for (const [n, task] of tasks.entries()) {
        await (n % 2 === 0 ? a : b).queue.finishAny(task.id, anOutcome(task))
        await bothSee(...tasks.map((_, at) => (at <= n ? 'success' : 'pending')))
      }
    },
  )

  promised('what was long ago is one absence, and nothing becomes an orphan by it', async ({ a, b }) => {
    const times = [T, T + HOUR, T + 2 * HOUR, T + 3 * HOUR]
    for (const time of times) await a.chores.watch(time)
    await b.chores.forgetWatched(T + 2 * HOUR)
    assert.deepEqual(await a.chores.absences(), [
      { from: T, until: T + 2 * HOUR },
      { from: T + 2 * HOUR, until: T + 3 * HOUR },
    ])
    await b.chores.forgetWatched(T + 9 * HOUR)
    assert.deepEqual(await a.chores.absences(), [])
    await a.chores.watch(T + 10 * HOUR)
    assert.deepEqual(await a.chores.absences(), [{ from: T, until: T + 10 * HOUR }])
  })

  promised('the sweep removes idempotency keys that have expired, and only those', async ({ a, b }) => {
    await insertAll(a, [
      { task: aTask('1001'), references: [], idempotency: { key: 'old', fingerprint: 'x', expiresAt: T + 10 } },
      { task: aTask('1002'), references: [], idempotency: { key: 'new', fingerprint: 'x', expiresAt: T + 11 } },
    ])
    assert.equal(await b.chores.sweepIdempotency(T + 10, 9), 1)
    assert.equal(await b.chores.sweepIdempotency(T + 10, 9), 0)
    assert.equal((await a.tasks.findRepeat('k1', 'new', T + 10))?.taskId, '1002')
  })

  promised('a sweep takes no more than it was told to, the oldest first', async ({ a, b }) => {
    const expiring = range(5).map((n) => ({ key: `i${n}`, fingerprint: 'x', expiresAt: T + 5 - n }))
    await insertAll(
      a,
      expiring.map((idempotency, n) => ({ task: aTask(String(1001 + n)), references: [], idempotency })),
    )
    assert.equal(await b.chores.sweepIdempotency(T + 5, 2), 2)
    assert.equal(await a.tasks.findRepeat('k1', 'i4', T), undefined)
    assert.ok(await a.tasks.findRepeat('k1', 'i2', T))
    assert.equal(await b.chores.sweepIdempotency(T + 5, 9), 3)
  })

  promised('records know since when and until when nobody looked after them', async ({ a, b }) => {
    assert.deepEqual(await a.chores.absences(), [])
    const minute = 60_000
    for (const n of range(10)) await [a, b][n % 2]?.chores.watch(T + n * minute)
    assert.deepEqual(await b.chores.absences(), [])
    // A clock that is a little behind takes nothing back.
    await a.chores.watch(T)
    await b.chores.watch(T + 10 * minute)
    await Promise.all([a, b, a, b].map((store) => store.chores.watch(T + HOUR)))
    await a.chores.watch(T + HOUR + minute)
    await b.chores.watch(T + 9 * HOUR)
    assert.deepEqual(await a.chores.absences(), [
      { from: T + 10 * minute, until: T + HOUR },
      { from: T + HOUR + minute, until: T + 9 * HOUR },
    ])
  })

  promised('a chore is done by one of all processes, once in its time', async ({ a, b }) => {
    const taken = await Promise.all([a, b, a, b].map((store) => store.chores.take('sweep', T, HOUR)))
    assert.equal(taken.filter(Boolean).length, 1)
    assert.equal(await b.chores.take('other', T, HOUR), true)
    assert.equal(await a.chores.take('sweep', T + HOUR - 1, HOUR), false)
    assert.equal(await b.chores.take('sweep', T + HOUR, HOUR), true)
    // A clock that ran ahead for a moment does not put it off for as long.
    assert.equal(await a.chores.take('sweep', T + 99 * HOUR, HOUR), true)
    assert.equal(await b.chores.take('sweep', T + 2 * HOUR, HOUR), true)
    assert.equal(await b.chores.take('sweep', T + 2 * HOUR, HOUR), false)
  })
}
