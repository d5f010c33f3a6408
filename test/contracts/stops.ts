import assert from 'node:assert/strict'
import { START_SETTLES_MS } from '../../src/core/tasks/stop.ts'
import type { Task } from '../../src/core/tasks/task.ts'
import type { Store } from '../../src/ports/store.ts'
import type { TaskChange } from '../../src/ports/store/task-queue.ts'
import { aClaim, anOutcome, aTask, idsOf, insertAll, range, T } from './build.ts'
import type { Promised } from './driver.ts'

const AT = T + 9_000
const RUNNING: TaskChange = { status: 'processing', step: 'running', operation: { job: 7 } }
const STARTING: TaskChange = { status: 'processing', step: 'starting', startKey: 's' }

async function begun(store: Store, id: string, change: TaskChange, engine = 'e'): Promise<Task> {
  await insertAll(store, [aTask(id, { engine })])
  await store.queue.claim(aClaim(`w${id}`, { engine }))
  await store.queue.advance({ id, token: `w${id}` }, change)
  const task = await store.tasks.find(id)
  assert.ok(task)
  return task
}

const badly = (task: Task, stopJob = true) => anOutcome(task, { status: 'failed', finishedAt: AT, stopJob })
const take = (store: Store, now: number, limit = 9) => store.stops.take({ now, until: now + 60_000, limit })

/** Jobs that are left at a provider by tasks that have ended. */
export function stopPromises(promised: Promised): void {
  promised('a task that ends badly leaves its job to be stopped, in the same write', async ({ a, b }) => {
    const task = await begun(a, '1001', RUNNING)
    assert.deepEqual(await take(b, AT), [])
    await b.queue.finishAny('1001', badly(task))
    const stop = { taskId: '1001', engine: 'e', lane: 'e', kind: 'video', model: 'diorama', operation: { job: 7 } }
    assert.deepEqual(await take(b, AT), [{ ...stop, createdAt: AT, nextRunAt: AT + 60_000, tries: 1 }])
    assert.deepEqual(await take(a, AT), [], 'it is taken once')
  })

  promised('what is stopped is what is on the row, not what the one who ended it had read before', async ({ a, b }) => {
    const seen = await begun(a, '1001', STARTING)
    await a.queue.advance({ id: '1001', token: 'w1001' }, { ...RUNNING, releaseUntil: T })
    await b.queue.finishAny('1001', badly(seen))
    assert.deepEqual((await take(a, AT))[0]?.operation, { job: 7 })
  })

  promised('a job that its provider ended, one that is saved and one that never was are not stopped', async ({ a }) => {
    const told = await begun(a, '1001', RUNNING)
    const saving = await begun(a, '1002', { ...RUNNING, step: 'saving' })
    const waiting = aTask('1003')
    await insertAll(a, [waiting])
    await a.queue.finish({ id: '1001', token: 'w1001' }, badly(told, false))
    await a.queue.finishAny('1002', badly(saving))
    await a.queue.finishAny('1003', badly(waiting))
    assert.deepEqual(await take(a, AT + 2 * START_SETTLES_MS), [])
  })

  promised('a start on its way is waited for; its job is stopped when it is told', async ({ a, b }) => {
    const first = await begun(a, '1001', STARTING)
    const second = await begun(a, '1002', STARTING)
    const third = await begun(a, '1003', STARTING)
    for (const task of [first, second, third]) await b.queue.finishAny(task.id, badly(task))
    assert.deepEqual(await take(b, AT + START_SETTLES_MS - 1), [])
    const { engine, kind, model } = first
    const times = { createdAt: AT, nextRunAt: AT, tries: 0 }
    await a.stops.add({ taskId: '1001', engine, lane: 'e', kind, model, operation: { job: 1 }, ...times })
    await a.stops.dropStarting('1001')
    await a.stops.dropStarting('1002')
    const due = await take(b, AT + START_SETTLES_MS)
    assert.deepEqual(
      due.map(({ taskId, operation }) => [taskId, operation]),
      [
        ['1001', { job: 1 }],
        ['1003', null],
      ],
    )
  })

  promised('a job of a task that lives is left alone until that has ended or is gone', async ({ a, b }) => {
    const task = await begun(a, '1001', STARTING)
    const { engine, kind, model } = task
    const times = { createdAt: AT, nextRunAt: AT, tries: 0 }
    await a.stops.add({ taskId: '1001', engine, lane: 'e', kind, model, operation: { job: 1 }, ...times })
    assert.deepEqual(await take(b, AT), [])
    await b.queue.finishAny('1001', badly(task))
    await b.chores.remove(['1001'])
    assert.deepEqual((await take(b, AT))[0]?.operation, { job: 1 })
  })

  promised('what is put off comes back, and what is removed does not', async ({ a, b }) => {
    for (const id of ['1001', '1002']) await a.queue.finishAny(id, badly(await begun(a, id, RUNNING)))
    assert.equal((await take(a, AT)).length, 2)
    await a.stops.putOff({ taskId: '1001', operation: { job: 7 } }, AT + 5)
    await a.stops.remove({ taskId: '1002', operation: { job: 7 } })
    assert.deepEqual(await take(b, AT + 4), [])
    const again = await take(b, AT + 90_000)
    assert.deepEqual(
      again.map(({ taskId, tries }) => [taskId, tries]),
      [['1001', 2]],
    )
  })

  promised('a job that is told while another of its task is being stopped is stopped, too', async ({ a, b }) => {
    const task = await begun(a, '1001', RUNNING)
    await a.queue.finishAny('1001', badly(task))
    const [first] = await take(a, AT)
    assert.ok(first)
    await b.stops.add({ ...first, operation: { job: 8 }, nextRunAt: AT, tries: 0 })
    await b.stops.add({ ...first, operation: { job: 8 }, nextRunAt: AT, tries: 0 })
    await a.stops.putOff(first, AT + 5)
    const [second, ...more] = await take(b, AT)
    assert.deepEqual([second?.operation, more], [{ job: 8 }, []])
    await a.stops.remove(first)
    const left = await take(b, AT + 90_000)
    assert.deepEqual(
      left.map(({ taskId, operation }) => [taskId, operation]),
      [['1001', { job: 8 }]],
    )
  })

  promised('a job that was told before its task ended does not hide the job on its row', async ({ a, b }) => {
    const task = await begun(a, '1001', RUNNING)
    const { engine, kind, model } = task
    const times = { createdAt: AT, nextRunAt: AT, tries: 0 }
    await b.stops.add({ taskId: '1001', engine, lane: 'e', kind, model, operation: { job: 6 }, ...times })
    await b.queue.finishAny('1001', badly(task))
    assert.deepEqual(
      (await take(a, AT)).map(({ operation }) => operation),
      [{ job: 6 }, { job: 7 }],
    )
  })

  promised('a start that is told while it is given up for lost is not forgotten', async ({ a, b }) => {
    const task = await begun(a, '1001', STARTING)
    await b.queue.finishAny('1001', badly(task))
    const [unknown] = await take(b, AT + START_SETTLES_MS)
    assert.ok(unknown?.operation === null)
    await a.stops.add({ ...unknown, operation: { job: 1 }, nextRunAt: AT, tries: 0 })
    await b.stops.remove(unknown)
    const left = await take(b, AT + 2 * START_SETTLES_MS)
    assert.deepEqual(
      left.map(({ operation }) => operation),
      [{ job: 1 }],
    )
  })

  promised('of many who look for jobs to stop at once, each gets others', async ({ a, b }) => {
    for (const n of range(6)) await a.queue.finishAny(`${1001 + n}`, badly(await begun(a, `${1001 + n}`, RUNNING)))
    const taken = (await Promise.all(range(6).map((n) => take(n % 2 === 0 ? a : b, AT, 2)))).flat()
    const ids = taken.map(({ taskId }) => taskId)
    assert.equal(new Set(ids).size, ids.length)
  })

  promised('a job that must be stopped holds its place under the cap until it is over', async ({ a, b }) => {
    const task = await begun(a, '1001', RUNNING)
    await insertAll(a, [aTask('1002')])
    const claim = () => b.queue.claim(aClaim('x', { now: AT, cap: 1 }))
    assert.deepEqual(await claim(), [])
    await a.queue.finishAny('1001', badly(task))
    assert.deepEqual(await claim(), [], 'the provider is still at it')
    await a.stops.remove({ taskId: '1001', operation: { job: 7 } })
    assert.deepEqual(idsOf(await claim()), ['1002'])
  })

  promised('a place at another engine counts there, and only while there is room', async ({ a, b }) => {
    const guest = await begun(a, '1001', STARTING)
    const lease = { id: '1001', token: 'w1001' }
    await begun(a, '2001', RUNNING, 'f')
    assert.equal(await b.queue.takePlace(lease, { engine: 'f', cap: 1 }), false)
    assert.equal(await b.queue.takePlace(lease, { engine: 'f', cap: 2 }), true)
    assert.equal(await b.queue.takePlace(lease, { engine: 'f', cap: 2 }), true, 'its own place is no one else')
    await insertAll(a, [aTask('2002', { engine: 'f' })])
    const claim = () => b.queue.claim(aClaim('x', { engine: 'f', now: AT, cap: 2 }))
    assert.deepEqual(await claim(), [])
    await a.queue.advance(lease, RUNNING)
    await a.queue.finishAny('1001', badly(guest))
    assert.deepEqual(await claim(), [], 'it is being stopped there')
    await a.stops.remove({ taskId: '1001', operation: { job: 7 } })
    assert.deepEqual(idsOf(await claim()), ['2002'])
    assert.equal(await b.queue.takePlace(lease, { engine: 'f', cap: 9 }), false, 'who ended takes no place')
  })

  promised('of many who take the last place at once one gets it', async ({ a, b }) => {
    const leases = []
    for (const n of range(6)) {
      await begun(a, `${1001 + n}`, STARTING)
      leases.push({ id: `${1001 + n}`, token: `w${1001 + n}` })
    }
    const taken = await Promise.all(
      leases.map((lease, n) => (n % 2 === 0 ? a : b).queue.takePlace(lease, { engine: 'f', cap: 1 })),
    )
    assert.equal(taken.filter(Boolean).length, 1)
  })

  promised('progress never goes back, in whatever order it is reported', async ({ a, b }) => {
    await begun(a, '1001', { ...RUNNING, progress: 40 })
    const lease = { id: '1001', token: 'w1001' }
    assert.equal((await b.queue.advance(lease, { progress: 13 }))?.progress, 40)
    assert.equal((await b.queue.advance(lease, { progress: 41 }))?.progress, 41)
  })
}
