import assert from 'node:assert/strict'
import type { Store } from '../../src/ports/store.ts'
import { aClaim, aDeliveryClaim, anOutcome, aTask, HOUR, insertAll, insertDeliveries, range, T } from './build.ts'
import type { Promised } from './driver.ts'

/** A sign of life, whatever lies between it and the last one. */
async function lookAfter(store: Store, now: number): Promise<void> {
  const gap = await store.chores.watch(now)
  if (gap !== undefined) await store.chores.passOver(gap, gap.until < gap.from ? 'set' : 'away')
}

/** Signs of life: what is known of times without them, and what becomes of everything over such a time. */
export function gapPromises(promised: Promised): void {
  promised('records know since when and until when nobody looked after them', async ({ a, b }) => {
    assert.deepEqual(await a.chores.absences(), [])
    const minute = 60_000
    for (const n of range(10)) await lookAfter([a, b][n % 2] ?? a, T + n * minute)
    assert.deepEqual(await b.chores.absences(), [])
    assert.equal(await b.chores.watch(T + 9 * minute + 15_000), undefined)
    // A clock that is a little behind takes nothing back.
    assert.equal(await a.chores.watch(T + 9 * minute), undefined)
    await lookAfter(b, T + 10 * minute)
    const gap = { from: T + 10 * minute, until: T + HOUR }
    assert.deepEqual(await a.chores.watch(T + HOUR), gap)
    const passed = await Promise.all([a, b, a, b].map((store) => store.chores.passOver(gap, 'away')))
    assert.equal(passed.filter(Boolean).length, 1, 'one of all processes')
    await lookAfter(a, T + HOUR + minute)
    await lookAfter(b, T + 9 * HOUR)
    assert.deepEqual(await a.chores.absences(), [
      { from: T + 10 * minute, until: T + HOUR },
      { from: T + HOUR + minute, until: T + 9 * HOUR },
    ])
    // What a clock that was ahead has left is no history.
    await lookAfter(a, T + 99 * HOUR)
    await lookAfter(b, T + 9 * HOUR + minute)
    assert.deepEqual((await a.chores.absences()).at(-1), { from: T + HOUR + minute, until: T + 9 * HOUR })
    assert.equal(await a.chores.watch(T + 9 * HOUR + minute), undefined)
  })

  promised(
    'over a gap, ahead or back, tasks keep the time that they have left, and what sleeps is due',
    async ({ a, b }) => {
      for (const [n, ms] of [
        [1, 9 * HOUR],
        [2, -9 * HOUR],
      ] as const) {
        const [waits, begins, late] = [`${n}001`, `${n}002`, `${n}003`]
        const engine = `e${n}`
        await insertAll(a, [
          aTask(waits, { engine, queueDeadlineAt: T + HOUR }),
          aTask(begins, { engine, queueDeadlineAt: T + HOUR }),
          aTask(late, { engine, queueDeadlineAt: T - 1 }),
        ])
        await a.queue.claim(aClaim('w', { engine, limit: 2 }))
        await a.queue.advance({ id: waits, token: 'w' }, { releaseUntil: T + HOUR })
        const begun = { status: 'processing', startedAt: T, runDeadlineAt: T + 2 * HOUR, awaySince: T - 5 } as const
        await a.queue.advance({ id: begins, token: 'w' }, { ...begun, releaseUntil: T + HOUR })
        await lookAfter(a, T)
        await lookAfter(b, T + ms)
        const [one, two, three] = [await b.tasks.find(waits), await a.tasks.find(begins), await a.tasks.find(late)]
        assert.deepEqual([one?.queueDeadlineAt, one?.nextRunAt], [T + HOUR + ms, Math.min(T + HOUR, T + ms)])
        assert.deepEqual(
          [two?.runDeadlineAt, two?.awaySince],
          [T + 2 * HOUR + ms, Math.min(T - 5 + Math.max(ms, 0), T + ms)],
        )
        assert.deepEqual(three?.queueDeadlineAt, T - 1, 'its time was up before')
        await lookAfter(a, T)
        for (const id of [waits, begins, late]) await a.queue.finishAny(id, anOutcome(aTask(id)))
      }
    },
  )

  promised(
    'a clock that was set, ahead or back, lengthens no pause of a webhook and shortens none',
    async ({ a, b }) => {
      await insertDeliveries(a, ['a.example', 'b.example', 'c.example'])
      const now = T + 10_000
      await a.deliveries.claim(aDeliveryClaim('w', { limit: 2 }))
      const attempt = { at: now, durationMs: 1, status: 500, error: 'no', answer: '' }
      await a.deliveries.record({ id: 'msg_10000', token: 'w' }, { attempt, status: 'pending', nextRunAt: now + HOUR })
      const times = async (): Promise<(number | undefined)[]> =>
        Promise.all(['msg_10000', 'msg_10001', 'msg_10002'].map(async (id) => (await b.deliveries.find(id))?.nextRunAt))
      await lookAfter(a, now)
      for (const ms of [99 * HOUR, -99 * HOUR]) {
        const before = await times()
        const gap = { from: ms > 0 ? now : now + 99 * HOUR, until: ms > 0 ? now + ms : now }
        assert.equal(await b.chores.passOver(gap, 'set'), true)
        const [waits, sent, due] = await times()
        assert.deepEqual([waits, sent], [(before[0] ?? 0) + ms, (before[1] ?? 0) + ms])
        assert.ok((due ?? Infinity) <= gap.until)
      }
    },
  )

  promised(
    'after an absence webhooks follow their schedule, and after one of more than a day the first attempt costs no round',
    async ({ a, b }) => {
      await insertDeliveries(a, ['a.example'])
      const now = T + 10_000
      const attempt = { at: now, durationMs: 1, status: 500, error: 'no', answer: '' }
      await a.deliveries.claim(aDeliveryClaim('w'))
      await a.deliveries.record({ id: 'msg_10000', token: 'w' }, { attempt, status: 'pending', nextRunAt: now + HOUR })
      await lookAfter(a, now)
      await lookAfter(b, now + HOUR / 2)
      assert.deepEqual((await b.deliveries.find('msg_10000'))?.nextRunAt, now + HOUR)
      await lookAfter(b, now + 2 * HOUR)
      assert.deepEqual((await b.deliveries.find('msg_10000'))?.round, 1)
      await a.deliveries.claim(aDeliveryClaim('w', { now: now + 2 * HOUR }))
      const again = { attempt, status: 'pending', nextRunAt: now + 9 * HOUR } as const
      await a.deliveries.record({ id: 'msg_10000', token: 'w' }, again)
      await lookAfter(b, now + 99 * HOUR)
      assert.deepEqual((await b.deliveries.find('msg_10000'))?.round, 1)
    },
  )

  promised(
    'a record of a request holds as long as it had left, over an absence and over a clock that was set; what had expired stays so',
    async ({ a, b }) => {
      const under = (key: string, expiresAt: number) => ({ key, fingerprint: 'x', expiresAt })
      await insertAll(a, [
        { task: aTask('1001'), references: [], idempotency: under('holds', T + HOUR) },
        { task: aTask('1002'), references: [], idempotency: under('expired', T - HOUR) },
      ])
      await lookAfter(a, T)
      let now = T
      for (const [how, ms] of [
        ['away', 99 * HOUR],
        ['set', 99 * HOUR],
        ['set', -198 * HOUR],
      ] as const) {
        assert.equal(await b.chores.passOver({ from: now, until: now + ms }, how), true)
        now += ms
        const found = async (key: string, later: number) => (await a.tasks.findRepeat('k1', key, now + later))?.taskId
        assert.equal(await found('holds', HOUR - 1), '1001')
        assert.equal(await found('holds', HOUR), undefined)
        assert.equal(await found('expired', 0), undefined)
      }
    },
  )

  promised(
    'what another process wrote by the old time while a jump was passed over is passed over later, and once',
    async ({ a, b }) => {
      await lookAfter(a, T)
      const gap = { from: T, until: T + 99 * HOUR }
      const idempotency = { key: 'late', fingerprint: 'x', expiresAt: T + HOUR }
      await insertAll(a, [aTask('1001', { queueDeadlineAt: T + HOUR }), aTask('1002', { queueDeadlineAt: T - 1 })])
      assert.equal(await b.chores.passOver(gap, 'set'), true)
      await insertAll(a, [{ task: aTask('1003', { queueDeadlineAt: T + HOUR }), references: [], idempotency }])
      for (let times = 0; times < 2; times++) {
        await b.chores.passLate(gap)
        const found = await Promise.all(['1001', '1002', '1003'].map((id) => a.tasks.find(id)))
        assert.deepEqual(
          found.map((task) => task?.queueDeadlineAt),
          [T + 100 * HOUR, T - 1, T + 100 * HOUR],
        )
        assert.equal((await a.tasks.findRepeat('k1', 'late', T + 100 * HOUR - 1))?.taskId, '1003')
        assert.equal(await a.tasks.findRepeat('k1', 'late', T + 100 * HOUR), undefined)
      }
    },
  )

  promised(
    'a record of a request that was written by a clock set back holds, though the gap is passed over later',
    async ({ a, b }) => {
      await lookAfter(a, T + 99 * HOUR)
      const idempotency = { key: 'new', fingerprint: 'x', expiresAt: T + HOUR }
      await insertAll(a, [{ task: aTask('1001'), references: [], idempotency }])
      assert.equal(await b.chores.passOver({ from: T + 99 * HOUR, until: T }, 'set'), true)
      assert.equal((await a.tasks.findRepeat('k1', 'new', T + HOUR - 1))?.taskId, '1001')
    },
  )

  promised('what was long ago is one absence, and nothing becomes an orphan by it', async ({ a, b }) => {
    for (const n of range(4)) await lookAfter(a, T + n * HOUR)
    await b.chores.forgetWatched(T + 2 * HOUR)
    assert.deepEqual(await a.chores.absences(), [
      { from: T, until: T + 2 * HOUR },
      { from: T + 2 * HOUR, until: T + 3 * HOUR },
    ])
    await b.chores.forgetWatched(T + 9 * HOUR)
    assert.deepEqual(await a.chores.absences(), [{ from: T, until: T + 3 * HOUR }])
    const gap = { from: T + 3 * HOUR, until: T + 10 * HOUR }
    assert.deepEqual(await a.chores.watch(T + 10 * HOUR), gap, 'the last sign of life is never forgotten')
    await lookAfter(a, T + 10 * HOUR)
    await lookAfter(b, T + 20 * HOUR)
    await b.chores.forgetWatched(T + 19 * HOUR)
    assert.deepEqual(await a.chores.absences(), [{ from: T, until: T + 20 * HOUR }])
  })
}
