import assert from 'node:assert/strict'
import type { Task } from '../../src/core/tasks/task.ts'
import type { Store } from '../../src/ports/store.ts'
import type { TaskFilter } from '../../src/ports/store/task-reader.ts'
import { aClaim, aFile, anOutcome, aTask, idsOf, insertAll, range, T } from './build.ts'
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
    assert.deepEqual(idsOf(await b.tasks.list({ ...oldest, models: ['other'] })), ['1004'])
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
    assert.deepEqual(await listed({ kind: 'video', models: ['diorama'] }), ['1004', '1003'])
    assert.deepEqual(await listed({ kind: 'video', models: ['diorama'], statuses: ['pending'] }), ['1004'])
    assert.deepEqual(await listed({ statuses: ['success'] }), ['1003'])
    assert.deepEqual(await listed({ statuses: ['processing'] }), [])
    assert.deepEqual(await listed({ models: ['diorama'], after: { createdAt: T, id: '1003' } }), ['1001'])
  })

  promised('a list of several states or models is one list, in order, and of none it is empty', async ({ a, b }) => {
    const models = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6']
    await insertAll(
      a,
      models.flatMap((model, n) => [
        aTask(`10${n}`, { model, createdAt: T + n }),
        aTask(`20${n}`, { model, createdAt: T + n, kind: 'image' }),
      ]),
    )
    for (const id of ['101', '204']) await a.queue.finishAny(id, anOutcome(aTask(id)))
    await a.queue.finishAny('203', anOutcome(aTask('203'), { status: 'failed' }))
    const listed = async (filter: Partial<TaskFilter>): Promise<string[]> =>
      idsOf(await b.tasks.list({ keyId: 'k1', limit: 99, ...filter }))
    assert.deepEqual(await listed({ statuses: ['failed', 'success'] }), ['204', '203', '101'])
    assert.deepEqual(await listed({ models: ['m2', 'm4', 'never'] }), ['203', '103', '201', '101'])
    assert.deepEqual(await listed({ models: ['m2', 'm2'] }), ['201', '101'])
    assert.deepEqual(await listed({ models: models.slice(1), statuses: ['success'], kind: 'video' }), ['101'])
    assert.deepEqual(await listed({ statuses: [] }), [])
    const oldest = { models: ['m2', 'm4', 'm5'], oldestFirst: true, after: { createdAt: T + 1, id: '201' } }
    assert.deepEqual(await listed(oldest), ['103', '203', '104', '204'])
  })

  promised('a list of all keys holds the tasks of each, in one order, filtered like any other', async ({ a, b }) => {
    await insertAll(a, [
      ...range(6).map((n) => aTask(String(1000 + n), { createdAt: T + n, keyId: `k${n % 3}` })),
      aTask('2000', { model: 'other', kind: 'image', createdAt: T - 1, engine: 'f' }),
    ])
    await a.queue.claim(aClaim('w', { limit: 1 }))
    await a.queue.finishAny('1003', anOutcome(aTask('1003')))
    await a.queue.finishAny('1004', anOutcome(aTask('1004'), { status: 'failed' }))
    const listed = async (filter: Partial<TaskFilter>): Promise<string[]> =>
      idsOf(await b.tasks.list({ keyId: null, limit: 99, ...filter }))
    const all = ['1005', '1004', '1003', '1002', '1001', '1000', '2000']
    assert.deepEqual(await listed({}), all)
    assert.deepEqual(await listed({ oldestFirst: true }), all.toReversed())
    assert.deepEqual(await listed({ statuses: ['success', 'failed'] }), ['1004', '1003'])
    assert.deepEqual(await listed({ statuses: ['pending', 'processing'] }), ['1005', '1002', '1001', '1000', '2000'])
    assert.deepEqual(await listed({ kind: 'image' }), ['2000'])
    assert.deepEqual(await listed({ models: ['other', 'never'] }), ['2000'])
    assert.deepEqual(await listed({ after: { createdAt: T + 4, id: '1004' }, limit: 2 }), ['1003', '1002'])
    assert.deepEqual(await listed({ from: T + 1, until: T + 3 }), ['1002', '1001'])
  })

  promised(
    'a list between two times holds the first and not the second, wherever its pages begin',
    async ({ a, b }) => {
      const tasks = range(6).map((n) => aTask(String(1000 + n), { createdAt: T + n }))
      await insertAll(a, tasks)
      await a.queue.finishAny('1003', anOutcome(aTask('1003')))
      const listed = async (filter: Partial<TaskFilter>): Promise<string[]> =>
        idsOf(await b.tasks.list({ keyId: 'k1', limit: 99, ...filter }))
      const between = { from: T + 1, until: T + 4 }
      assert.deepEqual(await listed(between), ['1003', '1002', '1001'])
      assert.deepEqual(await listed({ ...between, oldestFirst: true }), ['1001', '1002', '1003'])
      for (const oldestFirst of [false, true]) {
        for (const after of tasks) {
          const all = oldestFirst ? ['1001', '1002', '1003'] : ['1003', '1002', '1001']
          const rest = all.filter((id) => (oldestFirst ? id > after.id : id < after.id))
          assert.deepEqual(await listed({ ...between, oldestFirst, after }), rest, `${after.id} ${oldestFirst}`)
        }
      }
      assert.deepEqual(await listed({ from: T + 4, until: T + 4 }), [])
      assert.deepEqual(await listed({ from: -1e15, until: 1e15 }), idsOf(tasks).toReversed())
    },
  )

  promised('prompts come in the order of the list, with their places and nothing else', async ({ a, b }) => {
    await insertAll(a, [
      aTask('1001', { prompt: 'Ä\n"x"' }),
      aTask('1002', { prompt: '' }),
      aTask('1003', { keyId: 'k2' }),
    ])
    assert.deepEqual(await b.tasks.prompts({ keyId: 'k1', limit: 9 }), [
      { createdAt: T, id: '1002', kind: 'video', model: 'diorama', prompt: '' },
      { createdAt: T, id: '1001', kind: 'video', model: 'diorama', prompt: 'Ä\n"x"' },
    ])
  })

  promised('tasks are counted by state, of the key alone, and no further than asked', async ({ a, b }) => {
    const none = { pending: 0, processing: 0, success: 0, failed: 0 }
    assert.deepEqual(await b.tasks.counts({ keyId: 'k1', most: 9 }), none)
    await insertAll(a, [
      ...range(4).map((n) => aTask(String(1000 + n))),
      aTask('2000', { kind: 'image' }),
      aTask('3000', { keyId: 'k2' }),
    ])
    await a.queue.finishAny('1001', anOutcome(aTask('1001')))
    await a.queue.finishAny('2000', anOutcome(aTask('2000'), { status: 'failed' }))
    assert.deepEqual(await b.tasks.counts({ keyId: 'k1', most: 9 }), { ...none, pending: 3, success: 1, failed: 1 })
    assert.deepEqual(await b.tasks.counts({ keyId: 'k1', kind: 'video', most: 2 }), { ...none, pending: 2, success: 1 })
  })

  promised('those that ended last are told with what they took, failures and others left out', async ({ a, b }) => {
    assert.deepEqual(await b.tasks.lastEnded(9), [])
    await insertAll(a, [...range(4).map((n) => aTask(String(1000 + n))), aTask('2000', { keyId: 'k2' })])
    await a.queue.claim(aClaim('w', { limit: 4, runTimeouts: [{ kind: 'video', model: 'diorama', ms: 1 }] }))
    for (const id of ['1000', '1001', '2000'])
      await a.queue.finish({ id, token: 'w' }, anOutcome(aTask(id), { finishedAt: T + Number(id) }))
    await a.queue.finish(
      { id: '1002', token: 'w' },
      anOutcome(aTask('1002'), { status: 'failed', finishedAt: T + 1500 }),
    )
    await a.queue.finishAny('1003', anOutcome(aTask('1003'), { finishedAt: T + 9000 }))
    const ended = { kind: 'video', model: 'diorama', startedAt: T } as const
    assert.deepEqual(await b.tasks.lastEnded(4), [
      { ...ended, id: '2000', finishedAt: T + 2000 },
      { ...ended, id: '1001', finishedAt: T + 1001 },
    ])
  })

  promised('the shown files of many tasks come together, in order, without references', async ({ a, b }) => {
    await insertAll(a, [aTask('1001'), aTask('1002'), aTask('1003')])
    const files = [
      aFile('f1', '1001', { role: 'reference' }),
      aFile('f2', '1001', { position: 1 }),
      aFile('f3', '1001', { position: 0 }),
      aFile('f4', '1001', { role: 'cover' }),
    ]
    await a.queue.finishAny('1001', anOutcome(aTask('1001'), { files }))
    await a.queue.finishAny('1002', anOutcome(aTask('1002'), { files: [aFile('f5', '1002')] }))
    const shown = await b.files.shownOf(['1001', '1002', '1003', 'none'])
    assert.deepEqual(idsOf(shown), ['f4', 'f3', 'f2', 'f5'])
    assert.deepEqual(await b.files.shownOf([]), [])
  })

  promised('what cannot be kept is not found either, and nothing breaks', async ({ a, b }) => {
    await insertAll(a, [aTask('1001')])
    for (const model of ['\u0000', 'diorama\u0000', '\ud800', 'x'.repeat(10_000), "' OR 1=1 --"])
      assert.deepEqual(await b.tasks.list({ keyId: 'k1', limit: 9, models: [model] }), [], JSON.stringify(model))
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
    const event = 'task.completed'
    const delivery = { id: 'msg_1', event, url: 'https://receiver.example/', host: 'receiver.example', body } as const
    await a.queue.finish({ id: '1001', token: 'w' }, anOutcome(task, { deliveries: [delivery] }))
    assert.equal((await b.deliveries.ofTask('1001'))[0]?.body, body)
  })
}
