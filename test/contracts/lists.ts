import assert from 'node:assert/strict'
import type { Task } from '../../src/core/task.ts'
import type { Store } from '../../src/ports/store.ts'
import type { TaskFilter } from '../../src/ports/store/task-reader.ts'
import { aClaim, anOutcome, aTask, idsOf, insertAll, range, T } from './build.ts'
import type { Promised } from './driver.ts'

async function pages(store: Store, filter: TaskFilter, between: () => Promise<void>): Promise<string[]> {
  const seen: string[] = []
  let after: Pick<Task, 'createdAt' | 'id'> | undefined
  for (;;) {
    const page = await store.tasks.list(after === undefined ? filter : { ...filter, after })
    seen.push(...idsOf(page))
    after = page.at(-1)
    if (page.length < filter.limit) return seen
    await between()
  }
}

/** What a caller sees of its tasks. */
export function listPromises(promised: Promised): void {
  promised('lists come newest first, by id where the time is the same', async ({ a, b }) => {
    await insertAll(a, [
      aTask('1002'),
      aTask('1003', { createdAt: T + 1 }),
      aTask('1001'),
      aTask('999', { keyId: 'k2' }),
    ])
    assert.deepEqual(idsOf(await b.tasks.list({ keyId: 'k1', limit: 9 })), ['1003', '1002', '1001'])
    assert.deepEqual(idsOf(await b.tasks.list({ keyId: 'k1', limit: 2 })), ['1003', '1002'])
  })

  promised('lists come oldest first where that is asked for, and go on from there', async ({ a, b }) => {
    await insertAll(a, [
      aTask('1002'),
      aTask('1003', { createdAt: T + 1 }),
      aTask('1001'),
      aTask('1004', { model: 'other' }),
    ])
    const oldest = { keyId: 'k1', limit: 9, oldestFirst: true }
    assert.deepEqual(idsOf(await b.tasks.list(oldest)), ['1001', '1002', '1004', '1003'])
    const after = { createdAt: T, id: '1002' }
    assert.deepEqual(idsOf(await b.tasks.list({ ...oldest, after, limit: 1 })), ['1004'])
    assert.deepEqual(idsOf(await b.tasks.list({ ...oldest, model: 'other' })), ['1004'])
  })

  promised('pages neither repeat nor skip a task while others come and change', async ({ a, b }) => {
    // Many at the same time: the cursor must tell them apart.
    const tasks = range(25).map((n) => aTask(String(1000 + n), { createdAt: T + Math.floor(n / 10) }))
    await insertAll(a, tasks)
    let next = 0
    const between = async (): Promise<void> => {
      next++
      await insertAll(b, [aTask(String(3000 + next), { createdAt: T + 100 + next })])
      const [task] = await b.queue.claim(aClaim(`w${next}`, { now: T + 500 }))
      if (task !== undefined) await b.queue.finish({ id: task.id, token: `w${next}` }, anOutcome(task))
    }
    assert.deepEqual(await pages(a, { keyId: 'k1', limit: 4 }, between), idsOf(tasks).toReversed())
  })

  promised('ids are compared character by character, whatever the language of the machine', async ({ a, b }) => {
    const ids = ['10', '9', 'B', 'a', '_', 'ä', 'Z-1', 'Z1']
    await insertAll(
      a,
      ids.map((id) => aTask(id)),
    )
    assert.deepEqual(idsOf(await b.tasks.list({ keyId: 'k1', limit: 9 })), ['ä', 'a', '_', 'Z1', 'Z-1', 'B', '9', '10'])
    const after = { createdAt: T, id: 'Z1' }
    assert.deepEqual(idsOf(await b.tasks.list({ keyId: 'k1', limit: 9, after })), ['Z-1', 'B', '9', '10'])
  })

  promised('filters are met together', async ({ a, b }) => {
    await insertAll(a, [
      aTask('1001', { kind: 'image' }),
      aTask('1002', { model: 'other' }),
      aTask('1003'),
      aTask('1004', { engine: 'f' }),
    ])
    await a.queue.finishAny('1003', anOutcome(aTask('1003')))
    const listed = async (filter: Partial<TaskFilter>): Promise<string[]> =>
      idsOf(await b.tasks.list({ keyId: 'k1', limit: 9, ...filter }))
    assert.deepEqual(await listed({ kind: 'video' }), ['1004', '1003', '1002'])
    assert.deepEqual(await listed({ kind: 'video', model: 'diorama' }), ['1004', '1003'])
    assert.deepEqual(await listed({ kind: 'video', model: 'diorama', status: 'pending' }), ['1004'])
    assert.deepEqual(await listed({ status: 'success' }), ['1003'])
    assert.deepEqual(await listed({ status: 'processing' }), [])
    assert.deepEqual(await listed({ model: 'diorama', after: { createdAt: T, id: '1003' } }), ['1001'])
  })

  promised('what cannot be kept is not found either, and nothing breaks', async ({ a, b }) => {
    await insertAll(a, [aTask('1001')])
    for (const model of ['\u0000', 'diorama\u0000', '\ud800', 'x'.repeat(10_000), "' OR 1=1 --"])
      assert.deepEqual(await b.tasks.list({ keyId: 'k1', limit: 9, model }), [], JSON.stringify(model))
    for (const since of [1e300, Number.POSITIVE_INFINITY, 2 ** 63, 0.5 + T * 2, -1e300])
      assert.equal(await b.deliveries.requeueSince('k1', since, T), 0)
  })

  promised('JSON comes back in its own order, and a body with its very characters', async ({ a, b }) => {
    const operation = { zebra: 1, apple: { y: 1.5e300, x: [null, true, ''] }, 'ä"\\': '\u2028\n', __proto__x: 0 }
    const task = aTask('1001', { webhookUrl: 'https://receiver.example/' })
    await insertAll(a, [task])
    await a.queue.claim(aClaim('w'))
    await a.queue.advance({ id: '1001', token: 'w' }, { operation })
    assert.equal(JSON.stringify((await b.tasks.find('1001'))?.operation), JSON.stringify(operation))
    const body = '{"b":1, "a":2,\n"a":3e0,"b":1}'
    const delivery = { id: 'msg_1', url: 'https://receiver.example/', host: 'receiver.example', body }
    await a.queue.finish({ id: '1001', token: 'w' }, anOutcome(task, { delivery }))
    assert.equal((await b.deliveries.ofTask('1001'))[0]?.body, body)
  })
}
