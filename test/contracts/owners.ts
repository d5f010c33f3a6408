import assert from 'node:assert/strict'
import { UNSEEN_CROWD } from '../../src/core/tasks/task.ts'
import { quarantinePolicy } from '../../src/workers/claim-policy.ts'
import { manualClock } from '../support/manual-clock.ts'
import { aClaim, anOutcome, aTask, buried, idsOf, insertAll, OWNER, range, T } from './build.ts'
import type { Promised } from './driver.ts'

const many = (count: number) => range(count).map((n) => aTask(String(1000 + n), { createdAt: T + n }))
const now = T + 1_000

/** Who may hold a lease, what becomes of it when its holder dies, and who is to blame. */
export function ownerPromises(promised: Promised): void {
  promised('a beat that rises is seen by others, and only by those who joined', async ({ a, b }) => {
    await a.owners.join('o2')
    assert.equal(await a.owners.beat('o2'), true)
    assert.equal(await a.owners.beat('o2'), true)
    assert.deepEqual(
      (await b.owners.list()).map(({ id, beat }) => ({ id, beat })),
      [
        { id: OWNER, beat: 0 },
        { id: 'o2', beat: 2 },
      ],
    )
    assert.equal(await b.owners.beat('nobody'), false)
  })

  promised('who has not joined, or was buried, is given nothing', async ({ a, b }) => {
    await insertAll(a, many(2))
    assert.deepEqual(await a.queue.claim(aClaim('w', { now, owner: 'nobody' })), [])
    await a.owners.join('o2')
    await b.owners.bury([{ id: 'o2', beat: null }], { witnessed: false, now })
    assert.deepEqual(await a.queue.claim(aClaim('w', { now, owner: 'o2' })), [])
    assert.equal(await a.owners.beat('o2'), false)
    assert.equal((await a.queue.claim(aClaim('w', { now, limit: 9 }))).length, 2)
  })

  promised('an owner whose beat rose since it was looked at is not buried', async ({ a, b }) => {
    await insertAll(a, many(1))
    await a.queue.claim(aClaim('w', { now }))
    await a.owners.beat(OWNER)
    await b.owners.bury([{ id: OWNER, beat: 0 }], { witnessed: false, now })
    assert.deepEqual(await b.owners.list(), [{ id: OWNER, beat: 1, gone: false }])
    assert.deepEqual(await a.queue.lost([{ id: '1000', token: 'w' }]), [])
    await b.owners.bury([{ id: OWNER, beat: 1 }], { witnessed: false, now })
    assert.deepEqual(idsOf(await a.queue.lost([{ id: '1000', token: 'w' }])), ['1000'])
  })

  promised('a burial frees what its owner held, and nothing of anyone else', async ({ a, b }) => {
    await insertAll(a, many(5))
    await a.owners.join('o2')
    await a.queue.claim(aClaim('w', { now, limit: 3 }))
    await b.queue.claim(aClaim('x', { now, owner: 'o2' }))
    // Asleep, so held by nobody: it is not among those that were in hand.
    await a.queue.advance({ id: '1002', token: 'w' }, { status: 'processing', releaseUntil: now + 500 })
    await buried(b, OWNER, now)
    const rows = await Promise.all(range(5).map((n) => a.tasks.find(String(1000 + n))))
    assert.deepEqual(rows.map((row) => [row?.leaseToken, row?.crowd, row?.attempts, row?.nextRunAt]).slice(0, 3), [
      [null, UNSEEN_CROWD, 2, now],
      [null, UNSEEN_CROWD, 2, now],
      [null, 0, 1, now + 500],
    ])
    assert.equal(rows[3]?.leaseToken, 'x')
    assert.equal(rows[4]?.attempts, 0)
  })

  promised('a death that nobody saw makes suspects and blames none, however often it comes', async ({ a, b }) => {
    await insertAll(a, many(3))
    await a.queue.claim(aClaim('w', { now, limit: 3 }))
    await buried(b, OWNER, now)
    for (const round of range(4)) {
      assert.equal(await b.queue.suspects(now), UNSEEN_CROWD)
      await a.queue.claim(aClaim(`r${round}`, { now, limit: 1, crowd: UNSEEN_CROWD }))
      await buried(b, OWNER, now)
    }
    const first = await a.tasks.find('1000')
    assert.deepEqual([first?.crowd, first?.soloCuts, first?.attempts], [UNSEEN_CROWD, 0, 6])
  })

  promised('a death that nobody saw tells nothing new of what was suspect before', async ({ a, b }) => {
    await insertAll(a, many(2))
    await a.queue.claim(aClaim('w', { now, limit: 2 }))
    await buried(b, OWNER, now, true)
    await a.queue.claim(aClaim('x', { now, limit: 1, crowd: 2 }))
    await buried(b, OWNER, now)
    assert.deepEqual((await a.tasks.find('1000'))?.crowd, 2)
    assert.equal(await a.queue.suspects(now), 2)
  })

  promised('suspects that nobody can take keep no others waiting', async ({ a, b }) => {
    const clock = manualClock(now)
    // Two of an engine that is paused, full or gone were in hand when their process died before our eyes.
    await insertAll(a, [...range(2).map((n) => aTask(`200${n}`, { engine: 'stuck' })), ...many(3)])
    await a.queue.claim(aClaim('s', { engine: 'stuck', now, limit: 2 }))
    await buried(b, OWNER, now, true)
    await a.queue.claim(aClaim('w', { now, limit: 3 }))
    await buried(b, OWNER, now)
    assert.deepEqual([await a.queue.suspects(now), await b.queue.suspects(now, 2)], [2, UNSEEN_CROWD])
    assert.equal(await a.queue.suspects(now, UNSEEN_CROWD), undefined)
    const company = quarantinePolicy({ store: a, clock })
    const admitted = await company.admit(9, (limit, crowd) => b.queue.claim(aClaim('x', { now, limit, crowd })))
    assert.deepEqual(idsOf(admitted), ['1000', '1001', '1002'])
    const stuck = (limit: number, crowd: number) => b.queue.claim(aClaim('y', { engine: 'stuck', now, limit, crowd }))
    assert.deepEqual(await company.admit(9, stuck), [], 'two crowds are never mixed')
    for (const _ of admitted) company.leave()
    assert.deepEqual(idsOf(await company.admit(9, stuck)), ['2000'], 'half of two')
  })

  promised(
    'a death before our eyes tells how many there were to blame, and blames the one that was alone',
    async ({ a, b }) => {
      await insertAll(a, many(4))
      await a.queue.claim(aClaim('w', { now, limit: 4 }))
      await buried(b, OWNER, now)
      await a.queue.claim(aClaim('all', { now, limit: 4, crowd: UNSEEN_CROWD }))
      await buried(b, OWNER, now, true)
      assert.equal(await a.queue.suspects(now), 4)
      await a.queue.claim(aClaim('half', { now, limit: 2, crowd: 4 }))
      await buried(b, OWNER, now, true)
      assert.equal(await a.queue.suspects(now), 2)
      await a.queue.claim(aClaim('one', { now, limit: 1, crowd: 2 }))
      await buried(b, OWNER, now, true)
      const rows = await Promise.all(range(4).map((n) => a.tasks.find(String(1000 + n))))
      assert.deepEqual(
        rows.map((row) => [row?.crowd, row?.soloCuts]),
        [
          [1, 1],
          [2, 0],
          [4, 0],
          [4, 0],
        ],
      )
    },
  )

  promised('a suspect that comes to rest is one no more, unless it was given back untouched', async ({ a, b }) => {
    await insertAll(a, many(3))
    await a.queue.claim(aClaim('w', { now, limit: 3 }))
    await buried(b, OWNER, now)
    await a.queue.claim(aClaim('x', { now, limit: 3, crowd: UNSEEN_CROWD }))
    await a.queue.advance({ id: '1000', token: 'x' }, { status: 'processing', releaseUntil: now })
    await a.queue.advance({ id: '1001', token: 'x' }, { releaseUntil: now, stillSuspect: true })
    await a.queue.finish({ id: '1002', token: 'x' }, anOutcome(aTask('1002')))
    const rows = await Promise.all(range(3).map((n) => b.tasks.find(String(1000 + n))))
    assert.deepEqual(
      rows.map((row) => row?.crowd),
      [0, UNSEEN_CROWD, 0],
    )
    assert.deepEqual(idsOf(await b.queue.claim(aClaim('y', { now, limit: 9 }))), ['1000'])
  })

  promised('suspects are told of only when they are due and nobody holds them', async ({ a, b }) => {
    await insertAll(a, many(2))
    assert.equal(await b.queue.suspects(now), undefined)
    await a.queue.claim(aClaim('w', { now, limit: 2 }))
    await buried(b, OWNER, now)
    assert.equal(await b.queue.suspects(now - 1), undefined)
    assert.equal(await b.queue.suspects(now), UNSEEN_CROWD)
    await a.queue.claim(aClaim('x', { now, limit: 2, crowd: UNSEEN_CROWD }))
    assert.equal(await b.queue.suspects(now), undefined)
  })

  promised('burials that race with claims strand no row', async ({ a, b }) => {
    await insertAll(a, many(60))
    for (const round of range(12)) {
      const owner = `r${round}`
      await a.owners.join(owner)
      await Promise.all([
        a.queue.claim(aClaim(`t${round}`, { now, owner, limit: 5 })),
        b.owners.bury([{ id: owner, beat: null }], { witnessed: false, now }),
      ])
    }
    // Every owner is dead, so no lease may be left, whichever came first.
    const rows = await Promise.all(range(60).map((n) => a.tasks.find(String(1000 + n))))
    assert.deepEqual(
      rows.filter((row) => row?.leaseToken !== null),
      [],
    )
  })
}
