import assert from 'node:assert/strict'
import { UNSEEN_CROWD } from '../../src/core/tasks/task.ts'
import { aClaim, aFile, anOutcome, aTask, buried, idsOf, insertAll, OWNER, T, usageOf } from './build.ts'
import type { Promised } from './driver.ts'

/** What a lease lets its holder do, and what it denies to everyone else. */
export function leasePromises(promised: Promised): void {
  promised('a lease holds as long as its owner lives, whatever the time', async ({ a, b }) => {
    await insertAll(a, [aTask('1001')])
    await a.queue.claim(aClaim('w'))
    assert.equal(await a.owners.beat(OWNER), true)
    assert.deepEqual(await b.queue.claim(aClaim('x', { now: T + 9_000_000 })), [])
    assert.deepEqual(await b.queue.heldBy(OWNER), [{ id: '1001', token: 'w', startKey: null }])
  })

  promised('what a dead owner held is claimed again, once, as suspect', async ({ a, b }) => {
    await insertAll(a, [aTask('1001')])
    await a.queue.claim(aClaim('w'))
    await buried(b)
    assert.deepEqual(await a.queue.claim(aClaim('x')), [])
    const claims = await Promise.all([
      a.queue.claim(aClaim('x', { crowd: UNSEEN_CROWD })),
      b.queue.claim(aClaim('y', { crowd: UNSEEN_CROWD })),
    ])
    assert.deepEqual(
      claims.flat().map(({ id }) => id),
      ['1001'],
    )
    assert.deepEqual(await a.queue.lost([{ id: '1001', token: 'w' }]), [{ id: '1001', token: 'w' }])
  })

  promised('a stale token cannot advance, finish, nor announce', async ({ a, b }) => {
    const task = aTask('1001', { webhookUrl: 'https://receiver.example/hook' })
    await insertAll(a, [task])
    await a.queue.claim(aClaim('stale'))
    await buried(b)
    await b.queue.claim(aClaim('owner', { crowd: UNSEEN_CROWD }))
    const before = await b.tasks.find('1001')
    const stale = { id: '1001', token: 'stale' }
    assert.deepEqual(await a.queue.lost([stale]), [stale])
    assert.equal(await a.queue.advance(stale, { progress: 50, files: [aFile('f1', '1001')] }), undefined)
    assert.equal(await a.queue.finish(stale, anOutcome(task, { files: [aFile('f2', '1001')] })), false)
    assert.deepEqual(await b.tasks.find('1001'), before)
    assert.deepEqual(await b.deliveries.ofTask('1001'), [])
    assert.deepEqual(await b.files.ofTask('1001'), [])
    assert.deepEqual(await usageOf(b, 'k1'), [])
  })

  promised('who gave its lease back can change nothing more', async ({ a, b }) => {
    await insertAll(a, [aTask('1001')])
    await a.queue.claim(aClaim('w'))
    const lease = { id: '1001', token: 'w' }
    await a.queue.advance(lease, { status: 'processing', releaseUntil: T + 5_000 })
    assert.deepEqual(await b.queue.lost([lease]), [lease])
    assert.equal(await b.queue.advance(lease, { progress: 1 }), undefined)
    assert.equal(await b.queue.finish(lease, anOutcome(aTask('1001'))), false)
  })

  promised('a token opens only its own rows', async ({ a, b }) => {
    await insertAll(a, [aTask('1001'), aTask('1002')])
    await a.queue.claim(aClaim('w'))
    await b.queue.claim(aClaim('x'))
    assert.deepEqual(idsOf(await a.queue.lost([{ id: '1002', token: 'w' }])), ['1002'])
    assert.equal(await a.queue.advance({ id: '1002', token: 'w' }, { progress: 1 }), undefined)
  })

  promised('an advance changes what it names and nothing else, and raises the version', async ({ a, b }) => {
    await insertAll(a, [aTask('1001', { warnings: ['kept'] })])
    const [held] = await a.queue.claim(aClaim('w'))
    const change = {
      status: 'processing',
      step: 'starting',
      startedAt: T + 1,
      runDeadlineAt: T + 1_000,
      startKey: 'start_1',
      operation: { z: 1, a: [1, { b: null }], '10': 'x' },
      doubts: 2,
      progress: 30,
    } as const
    const advanced = await a.queue.advance({ id: '1001', token: 'w' }, { ...change, files: [aFile('f1', '1001')] })
    assert.deepEqual(advanced, { ...held, ...change, version: 3 })
    assert.deepEqual(await b.tasks.find('1001'), advanced)
    assert.deepEqual(idsOf(await b.files.ofTask('1001')), ['f1'])
  })

  promised('an advance can set to nothing what was something', async ({ a }) => {
    await insertAll(a, [aTask('1001')])
    await a.queue.claim(aClaim('w'))
    const lease = { id: '1001', token: 'w' }
    await a.queue.advance(lease, { status: 'processing', step: 'starting', operation: { id: 1 } })
    const advanced = await a.queue.advance(lease, { step: null, operation: null })
    assert.equal(advanced?.step, null)
    assert.equal(advanced?.operation, null)
    assert.equal(advanced?.status, 'processing')
  })

  promised('an advance whose answer got lost can be made again, with its files', async ({ a, b }) => {
    await insertAll(a, [aTask('1001')])
    await a.queue.claim(aClaim('w'))
    const change = { progress: 10, files: [aFile('f1', '1001')] }
    await a.queue.advance({ id: '1001', token: 'w' }, change)
    assert.equal((await a.queue.advance({ id: '1001', token: 'w' }, change))?.progress, 10)
    assert.deepEqual(idsOf(await b.files.ofTask('1001')), ['f1'])
  })
}
