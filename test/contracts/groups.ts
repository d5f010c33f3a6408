import assert from 'node:assert/strict'
import type { Task } from '../../src/core/tasks/task.ts'
import type { IdempotencyRecord, NewTask } from '../../src/ports/store/task-queue.ts'
import { aClaim, aFile, aKey, aTask, HOUR, idsOf, insertAll, range, T } from './build.ts'
import type { Promised } from './driver.ts'

const once = (fingerprint: string): IdempotencyRecord => ({ key: 'i1', fingerprint, expiresAt: T + HOUR })

/** The tasks of one request, each with a picture of its own, as one entry. */
function aGroup(ids: readonly string[], idempotency: NewTask['idempotency'], more: Partial<Task> = {}): NewTask {
  const [first, ...others] = ids.map((id) => ({
    task: aTask(id, { ...more, groupIds: [...ids] }),
    references: [aFile(`r${id}`, id, { role: 'reference' })],
  }))
  if (first === undefined) throw new Error('a group has tasks')
  return { ...first, idempotency, others }
}

/** Several tasks of one request: they come together or not at all, and one record speaks for them. */
export function groupPromises(promised: Promised): void {
  promised('the tasks of one request are all there at once, each with its own files, in order', async ({ a, b }) => {
    await a.keys.insert(aKey('k1'))
    const ids = ['1001', '1002', '1003']
    assert.deepEqual(await a.queue.insert(aGroup(ids, null)), { kind: 'inserted' })
    for (const id of ids) {
      assert.deepEqual((await b.tasks.find(id))?.groupIds, ids)
      assert.deepEqual(idsOf(await b.files.ofTask(id)), [`r${id}`])
    }
    const places = await Promise.all(ids.map(async (id) => b.tasks.queuePosition(aTask(id))))
    assert.deepEqual(places, [0, 1, 2])
    assert.deepEqual(idsOf(await b.queue.claim(aClaim('x', { limit: 2 }))), ['1001', '1002'])
  })

  promised('where one of them cannot be stored, none is, and the key stays free', async ({ a, b }) => {
    await insertAll(a, [aTask('1002')])
    await assert.rejects(a.queue.insert(aGroup(['1001', '1002', '1003'], once('x'))))
    for (const id of ['1001', '1003']) {
      assert.equal(await b.tasks.find(id), undefined)
      assert.deepEqual(await b.files.ofTask(id), [])
    }
    assert.equal(await b.tasks.findRepeat('k1', 'i1', T), undefined)
    assert.deepEqual(await a.queue.insert(aGroup(['1004', '1005'], once('x'))), { kind: 'inserted' })
  })

  promised('a repeat of several is told the first of them, and adds none', async ({ a, b }) => {
    await a.keys.insert(aKey('k1'))
    assert.deepEqual(await a.queue.insert(aGroup(['1001', '1002'], once('x'))), { kind: 'inserted' })
    const repeated = { kind: 'repeated', taskId: '1001' }
    assert.deepEqual(await b.queue.insert(aGroup(['1003', '1004'], once('x'))), repeated)
    assert.deepEqual(await b.queue.insert(aGroup(['1005', '1006'], once('y'))), { kind: 'conflict' })
    assert.deepEqual(idsOf(await a.tasks.list({ keyId: 'k1', limit: 9 })), ['1002', '1001'])
    for (const id of ['1003', '1004', '1005', '1006']) assert.deepEqual(await a.files.ofTask(id), [])
  })

  promised(
    'of many such requests at once with one key, one makes its tasks, beside others that have none',
    async (all) => {
      const { a, b } = all
      await a.keys.insert(aKey('k1'))
      const outcomes = await Promise.all(
        range(12).map((n) => {
          const ids = range(3).map((k) => String(1000 + 10 * n + k))
          return (n % 2 === 0 ? a : b).queue.insert(aGroup(ids, n % 3 === 0 ? null : once('x')))
        }),
      )
      const winner = outcomes.findIndex(({ kind }, n) => kind === 'inserted' && n % 3 !== 0)
      for (const [n, outcome] of outcomes.entries()) {
        const isIn = n === winner || n % 3 === 0
        assert.deepEqual(
          outcome,
          isIn ? { kind: 'inserted' } : { kind: 'repeated', taskId: String(1000 + 10 * winner) },
        )
      }
      const there = idsOf(await b.tasks.list({ keyId: 'k1', limit: 99 }))
      const expected = range(12).filter((n) => n === winner || n % 3 === 0)
      assert.deepEqual(
        there.toSorted(),
        expected.flatMap((n) => range(3).map((k) => String(1000 + 10 * n + k))),
      )
    },
  )

  promised('a repeat is counted while a worker holds the task, which goes on undisturbed', async ({ a, b }) => {
    await insertAll(a, [aTask('1001'), aTask('1002'), aTask('1003')])
    const [held] = await a.queue.claim(aClaim('x', { limit: 1 }))
    assert.ok(held)
    await b.queue.noteRepeat(['1001', '1002', '9999'])
    await b.queue.noteRepeat(['1001'])
    const changed = await a.queue.advance({ id: held.id, token: 'x' }, { warnings: ['of the holder'] })
    assert.deepEqual(changed?.warnings, ['of the holder'])
    const counts = await Promise.all(['1001', '1002', '1003'].map(async (id) => (await a.tasks.find(id))?.repeats))
    assert.deepEqual(counts, [2, 1, 0])
  })
}
