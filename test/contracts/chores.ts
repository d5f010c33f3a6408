import assert from 'node:assert/strict'
import type { Store } from '../../src/ports/store.ts'
import type { EndedAt } from '../../src/ports/store/chores.ts'
import {
  aClaim,
  aDeliveryClaim,
  aFile,
  anOutcome,
  aTask,
  billed,
  buried,
  HOUR,
  idsOf,
  insertAll,
  OWNER,
  range,
  T,
} from './build.ts'
import type { Promised } from './driver.ts'
import { aThumbnail } from './thumbnails.ts'

const HOOK = 'https://receiver.example/hook'
const NOTHING = { ids: [], fileIds: [] }

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

  promised(
    'a task with a job is left to workers for 25 minutes: they ask after it before it ends',
    async ({ a, b }) => {
      await insertAll(a, [aTask('1001'), aTask('1002')])
      await a.queue.claim(aClaim('w', { limit: 2 }))
      const common = { status: 'processing', runDeadlineAt: T + 5_000, releaseUntil: T + 5_000 } as const
      await a.queue.advance({ id: '1001', token: 'w' }, { ...common, step: 'running', operation: { job: 1 } })
      await a.queue.advance({ id: '1002', token: 'w' }, { ...common, step: null })
      assert.deepEqual(idsOf(await b.chores.overdue(T + 5_000, 9)), ['1002'])
      assert.deepEqual(idsOf(await b.chores.overdue(T + 5_000 + 25 * 60_000 - 1, 9)), ['1002'])
      assert.deepEqual(idsOf(await b.chores.overdue(T + 5_000 + 25 * 60_000, 9)), ['1001', '1002'])
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
    assert.deepEqual(await b.chores.remove(['1005']), NOTHING)
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
      await a.chores.remove(ids)
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
      await a.deliveries.claim(aDeliveryClaim('w'))
      const attempt = { at: T, durationMs: 1, status: 200, error: null, answer: '' }
      const [sent] = await a.deliveries.ofTask('1001')
      const lease = { id: sent?.id ?? '', token: 'w' }
      assert.equal(await a.deliveries.record(lease, { attempt, status: 'delivered', nextRunAt: null }), true)
      assert.deepEqual(await b.chores.remove(['1001']), { ids: ['1001'], fileIds: ['f1', 'r1'] })
      assert.equal(await a.tasks.find('1001'), undefined)
      assert.deepEqual(await a.files.ofTask('1001'), [])
      assert.deepEqual(await a.deliveries.ofTask('1001'), [])
      assert.deepEqual(await a.deliveries.attempts(lease.id), [])
      // Or a late repeat of the request would be a new one, and cost again.
      assert.deepEqual(await a.tasks.findRepeat('k1', 'i1', T), { taskId: '1001', fingerprint: 'x' })
      const again = { task: aTask('1002'), references: [], idempotency }
      assert.deepEqual(await b.queue.insert(again), { kind: 'repeated', taskId: '1001' })
      assert.equal(await billed(a, 'k1'), 1)
      assert.deepEqual(await b.chores.remove(['1001']), NOTHING)
    },
  )

  promised(
    'many tasks are removed as each would be: what has not ended stays, and so does a webhook that is still to be sent',
    async ({ a, b }) => {
      const tasks = range(5).map((n) => aTask(String(1001 + n), { webhookUrl: n === 1 || n === 2 ? HOOK : null }))
      const reference = aFile('r1', '1001', { role: 'reference' })
      await insertAll(a, [{ task: tasks[0] ?? aTask('1001'), references: [reference], idempotency: null }])
      await insertAll(a, tasks.slice(1))
      for (const task of tasks.slice(0, 4))
        await a.queue.finishAny(task.id, anOutcome(task, { files: [aFile(`f${task.id}`, task.id)] }))
      await a.thumbnails.add(aThumbnail({ id: 't1', fileId: 'f1004', taskId: '1004' }))
      const [sent] = await a.deliveries.ofTask('1002')
      await a.deliveries.claim(aDeliveryClaim('w'))
      const attempt = { at: T, durationMs: 1, status: 200, error: null, answer: '' }
      await a.deliveries.record({ id: sent?.id ?? '', token: 'w' }, { attempt, status: 'delivered', nextRunAt: null })
      // 1005 has not ended, 1003 was not asked for, and nobody knows 1009.
      const { ids, fileIds } = await b.chores.remove(['1005', '1009', '1004', '1002', '1001'])
      assert.deepEqual(ids.toSorted(), ['1001', '1002', '1004'])
      assert.deepEqual(fileIds.toSorted(), ['f1001', 'f1002', 'f1004', 'r1', 't1'])
      const left = await Promise.all(tasks.map(async ({ id }) => (await a.tasks.find(id))?.id))
      assert.deepEqual(left, [undefined, undefined, '1003', undefined, '1005'])
      assert.deepEqual(await a.files.withoutRecord(['f1001', 'f1002', 'f1003', 'f1004']), ['f1001', 'f1002', 'f1004'])
      assert.deepEqual(await a.deliveries.ofTask('1002'), [])
      assert.deepEqual(await b.chores.remove(['1003', '1004']), { ids: ['1003'], fileIds: ['f1003'] })
      assert.equal((await a.deliveries.ofTask('1003'))[0]?.status, 'pending')
      assert.equal(await billed(a, 'k1'), 4)
      assert.deepEqual(await b.chores.remove([]), NOTHING)
    },
  )

  promised(
    'two who remove the same tasks at once are both told what they removed, and no file twice',
    async ({ a, b }) => {
      const tasks = range(130).map((n) => aTask(String(1001 + n)))
      await insertAll(a, tasks)
      for (const task of tasks)
        await a.queue.finishAny(task.id, anOutcome(task, { files: [aFile(`f${task.id}`, task.id)] }))
      const ids = idsOf(tasks)
      const both = await Promise.all([
        a.chores.remove(ids),
        b.chores.remove(ids.toReversed()),
        a.chores.remove(['1020']),
      ])
      assert.deepEqual(both.flatMap((removed) => removed.ids).toSorted(), ids)
      assert.deepEqual(
        both.flatMap(({ fileIds }) => fileIds).toSorted(),
        ids.map((id) => `f${id}`),
      )
      assert.deepEqual(
        await Promise.all(ids.map((id) => b.tasks.find(id))),
        ids.map(() => undefined),
      )
    },
  )

  promised(
    'a webhook outlives its task: it is sent with the same bytes, tried again, and goes when it is over',
    async ({ a, b }) => {
      for (const [n, status] of (['delivered', 'dead'] as const).entries()) {
        const task = aTask(`${n}001`, {
          webhookUrl: HOOK,
          traceParent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
        })
        await insertAll(a, [task])
        await a.queue.finishAny(task.id, anOutcome(task))
        const [before] = await b.deliveries.ofTask(task.id)
        assert.ok(before !== undefined)
        assert.deepEqual(await b.chores.remove([task.id]), { ids: [task.id], fileIds: [] })
        assert.deepEqual(await a.deliveries.find(before.id), before)
        const [claimed] = await a.deliveries.claim(aDeliveryClaim('w'))
        assert.deepEqual([claimed?.id, claimed?.body, claimed?.traceParent], [before.id, before.body, null])
        const attempt = { at: T, durationMs: 1, status: 500, error: 'no', answer: '' }
        const lease = { id: before.id, token: 'w' }
        assert.equal(await a.deliveries.record(lease, { attempt, status: 'pending', nextRunAt: T }), true)
        assert.equal((await b.deliveries.attempts(before.id)).length, 1)
        await b.deliveries.claim(aDeliveryClaim('w'))
        assert.equal(await b.deliveries.record(lease, { attempt, status, nextRunAt: null }), true)
        assert.equal(await a.deliveries.find(before.id), undefined)
        assert.deepEqual(await a.deliveries.attempts(before.id), [])
      }
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
      await b.chores.remove(['1002'])
      assert.deepEqual(await seenBy(b), ['f1001', undefined, 'f1003'])
      assert.deepEqual(await seenBy(a), ['f1001', undefined, 'f1003'])
      // One that is asked for while it is removed is there or not, and not there afterwards.
      await Promise.all([seenBy(b), b.chores.remove(['1001']), seenBy(b), seenBy(a)])
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
