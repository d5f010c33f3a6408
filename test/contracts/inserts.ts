import assert from 'node:assert/strict'
import type { Task } from '../../src/core/tasks/task.ts'
import { TASKS } from '../../src/store/columns.ts'
import type { InsertOutcome } from '../../src/ports/store/task-queue.ts'
import { aFile, aKey, aTask, HOUR, idsOf, insertAll, range, T } from './build.ts'
import type { Promised } from './driver.ts'

const once = (fingerprint: string, expiresAt = T + HOUR) => ({ key: 'i1', fingerprint, expiresAt })

const withoutPrompt = (id: string): Task => aTask(id, { prompt: null as unknown as string })

/** What a task has that is more than words or a number, or that the store reads. */
const COMPOSED: Partial<Task> = {
  id: '1001',
  keyId: 'k1',
  kind: 'image',
  status: 'failed',
  step: 'saving',
  askedSeed: 4_294_967_295,
  settings: { seconds: 4.5, audio: false, options: { steps: 20, sampler: 'ü' } },
  effective: { ratio: '3:2', width: 1, height: 2, resolution: '480p', seed: 3, settings: { seconds: 4.5 } },
  warnings: ['a warning'],
  references: [{ from: 'url', url: 'https://a.example/b.png' }],
  operation: { job: 'at the provider' },
  error: { code: 'timeout', message: 'a message' },
  groupIds: ['1001', '1002'],
  cost: { micros: 15 },
  holds: { accounts: ['k1/somebody', 'k1'], micros: 16, day: 17, month: 18 },
}

/** A task with everything that one may ever have: a property that no column keeps comes back as something else. */
const WHOLE = Object.fromEntries(
  Object.entries(TASKS.kept).map(([name, { columns }], index) => {
    const plain = columns[0]?.type === 'text' ? `the ${name}` : T + index
    return [name, COMPOSED[name as keyof Task] ?? plain]
  }),
) as Task

/** How tasks come in: whole or not at all, and once per idempotency key. */
export function insertPromises(promised: Promised): void {
  promised('what was inserted is found by everyone at once, as it was', async ({ a, b }) => {
    await a.keys.insert(aKey('k1'))
    const task = aTask('123456789012345678901234', {
      askedSeed: 4_294_967_295,
      references: [
        { from: 'url', url: 'https://a.example/ü.png' },
        { from: 'file', fileId: 'r1' },
      ],
      prompt: 'naïve 日本語 🚤 "quoted" \\ {curly, braces} NULL',
      warnings: ['a, b', '{c}', ''],
      askedRatio: '16:9',
    })
    const references = [aFile('r1', task.id, { role: 'reference', width: null, height: null, durationMs: null })]
    assert.deepEqual(await a.queue.insert({ task, references, idempotency: null }), { kind: 'inserted' })
    assert.deepEqual(await b.tasks.find(task.id), task)
    assert.deepEqual(await b.files.ofTask(task.id), references)
    assert.deepEqual(await b.files.withoutRecord(['r1', 'r2', 'r3']), ['r2', 'r3'])
    assert.equal(await b.tasks.find('1'), undefined)
  })

  promised('a task keeps every property that it has, each in a place of its own', async ({ a, b }) => {
    await insertAll(a, [WHOLE])
    assert.deepEqual(await b.tasks.find(WHOLE.id), WHOLE)
  })

  promised('ids above 2^53 stay apart', async ({ a, b }) => {
    await insertAll(a, [aTask('9007199254740993000'), aTask('9007199254740992999'), aTask('9007199254740993001')])
    assert.equal((await b.tasks.find('9007199254740993001'))?.id, '9007199254740993001')
    const ids = ['9007199254740993001', '9007199254740993000', '9007199254740992999']
    assert.deepEqual(idsOf(await b.tasks.list({ keyId: 'k1', limit: 9 })), ids)
  })

  promised('a task that cannot be stored whole is not stored at all', async ({ a, b }) => {
    await insertAll(a, [aTask('1001')])
    const taken = { task: aTask('1001'), references: [aFile('r1', '1001')], idempotency: once('x') }
    await assert.rejects(a.queue.insert(taken))
    assert.deepEqual(await b.files.ofTask('1001'), [])
    assert.equal(await b.tasks.findRepeat('k1', 'i1', T), undefined)
    await assert.rejects(
      a.queue.insert({ task: withoutPrompt('1002'), references: [aFile('r2', '1002')], idempotency: once('x') }),
    )
    assert.equal(await b.tasks.find('1002'), undefined)
    assert.equal(await b.tasks.findRepeat('k1', 'i1', T), undefined)
  })

  promised('of many inserted at once, those that fail undo only themselves', async ({ a, b }) => {
    await insertAll(a, [aTask('1000')])
    const entries = range(30).map((n) => {
      // Every fifth has an id that is taken, every seventh lacks what no task may lack.
      const id = n % 5 === 0 ? '1000' : String(2000 + n)
      const task = n % 7 === 0 ? withoutPrompt(id) : aTask(id)
      return { task, references: [aFile(`r${n}`, id, { role: 'reference' })], idempotency: null }
    })
    const settled = await Promise.allSettled(entries.map((entry) => a.queue.insert(entry)))
    for (const [n, { status }] of settled.entries()) {
      assert.equal(status, n % 5 === 0 || n % 7 === 0 ? 'rejected' : 'fulfilled', `entry ${n}`)
      if (status === 'fulfilled') assert.equal((await b.files.ofTask(String(2000 + n))).length, 1)
    }
    assert.deepEqual(await b.files.ofTask('1000'), [])
  })

  promised('the same idempotency key and request give the same task', async ({ a, b }) => {
    await a.keys.insert(aKey('k1'))
    const insert = (store: typeof a, id: string, fingerprint: string): Promise<InsertOutcome> =>
      store.queue.insert({ task: aTask(id), references: [], idempotency: once(fingerprint) })
    assert.deepEqual(await insert(a, '1001', 'x'), { kind: 'inserted' })
    assert.deepEqual(await insert(b, '1002', 'x'), { kind: 'repeated', taskId: '1001' })
    assert.deepEqual(await insert(b, '1003', 'y'), { kind: 'conflict' })
    assert.equal(await a.tasks.find('1002'), undefined)
    assert.equal(await a.tasks.find('1003'), undefined)
    assert.deepEqual(await b.tasks.findRepeat('k1', 'i1', T), { taskId: '1001', fingerprint: 'x' })
  })

  promised('an idempotency key belongs to its API key', async ({ a, b }) => {
    await a.keys.insert(aKey('k1'))
    await a.keys.insert(aKey('k2'))
    for (const keyId of ['k1', 'k2']) {
      const task = aTask(`100${keyId.slice(1)}`, { keyId })
      assert.deepEqual(await a.queue.insert({ task, references: [], idempotency: once(keyId) }), { kind: 'inserted' })
    }
    assert.equal((await b.tasks.findRepeat('k2', 'i1', T))?.taskId, '1002')
  })

  promised('an expired idempotency key is as good as new', async ({ a, b }) => {
    await insertAll(a, [{ task: aTask('1001'), references: [], idempotency: once('x') }])
    assert.ok(await b.tasks.findRepeat('k1', 'i1', T + HOUR - 1))
    assert.equal(await b.tasks.findRepeat('k1', 'i1', T + HOUR), undefined)
    const later = aTask('1002', { createdAt: T + HOUR })
    const outcome = await b.queue.insert({ task: later, references: [], idempotency: once('y', T + 2 * HOUR) })
    assert.deepEqual(outcome, { kind: 'inserted' })
    assert.deepEqual(await a.tasks.findRepeat('k1', 'i1', T + HOUR), { taskId: '1002', fingerprint: 'y' })
  })

  promised('a record gives way to one that names it, and to no other', async ({ a, b }) => {
    await insertAll(a, [{ task: aTask('1001'), references: [], idempotency: once('x') }])
    const insert = (store: typeof a, id: string, fingerprint: string, replaces: string): Promise<InsertOutcome> =>
      store.queue.insert({ task: aTask(id), references: [], idempotency: { ...once(fingerprint), replaces } })
    assert.deepEqual(await insert(b, '1002', 'z', 'y'), { kind: 'conflict' })
    assert.deepEqual(await insert(b, '1003', 'x', 'y'), { kind: 'repeated', taskId: '1001' })
    assert.deepEqual(await insert(b, '1004', 'x', 'x'), { kind: 'inserted' })
    assert.deepEqual(await a.tasks.findRepeat('k1', 'i1', T), { taskId: '1004', fingerprint: 'x' })
    assert.deepEqual(await insert(a, '1005', 'y', 'x'), { kind: 'inserted' })
    assert.deepEqual(await b.tasks.findRepeat('k1', 'i1', T), { taskId: '1005', fingerprint: 'y' })
    assert.deepEqual(idsOf(await b.tasks.list({ keyId: 'k1', limit: 9 })), ['1005', '1004', '1001'])
  })

  promised('of many that may replace each other each makes its task, and one has the key', async ({ a, b }) => {
    await a.keys.insert(aKey('k1'))
    const outcomes = await Promise.all(
      range(20).map((n) => {
        const idempotency = { ...once('fresh'), replaces: 'fresh' }
        return (n % 2 === 0 ? a : b).queue.insert({ task: aTask(String(1000 + n)), references: [], idempotency })
      }),
    )
    assert.ok(outcomes.every(({ kind }) => kind === 'inserted'))
    assert.equal((await b.tasks.list({ keyId: 'k1', limit: 99 })).length, 20)
    assert.equal((await a.tasks.findRepeat('k1', 'i1', T))?.fingerprint, 'fresh')
  })

  promised('of many requests at once with one idempotency key one makes a task, and all get it', async ({ a, b }) => {
    await a.keys.insert(aKey('k1'))
    const outcomes = await Promise.all(
      range(20).map((n) =>
        (n % 2 === 0 ? a : b).queue.insert({
          task: aTask(String(1000 + n)),
          references: [aFile(`r${n}`, String(1000 + n))],
          idempotency: once('x'),
        }),
      ),
    )
    const winner = outcomes.findIndex(({ kind }) => kind === 'inserted')
    for (const [n, outcome] of outcomes.entries()) {
      const repeated = { kind: 'repeated', taskId: String(1000 + winner) }
      assert.deepEqual(outcome, n === winner ? { kind: 'inserted' } : repeated)
    }
    assert.deepEqual(idsOf(await b.tasks.list({ keyId: 'k1', limit: 99 })), [String(1000 + winner)])
  })
}
