import assert from 'node:assert/strict'
import { periodOf, userAccountId } from '../../src/core/money/account.ts'
import { aClaim, aTask, HOUR, range, T } from './build.ts'
import type { Promised } from './driver.ts'
import { accountOf, limitedKey, settled, underLimits } from './limited.ts'

const DAY = 24 * HOUR
const IN = { kind: 'inserted' } as const
const refused = (by: 'day' | 'month', account = 'k1') => ({ kind: 'refused', by, account }) as const

/** Money: reserved before a task is accepted, settled with its end. */
export function budgetPromises(promised: Promised): void {
  promised('of a hundred requests at once, a budget for ten lets ten in', async ({ a, b }) => {
    const key = await limitedKey(a, { perDayMicros: 1_000 })
    // The account is there before them: the transaction that makes it is not the only one that locks it.
    assert.deepEqual(await a.queue.insert(underLimits(key, '999', { micros: 0 })), IN)
    const outcomes = await Promise.all(
      range(100).map((n) => (n % 2 === 0 ? a : b).queue.insert(underLimits(key, String(1000 + n), { micros: 100 }))),
    )
    assert.equal(outcomes.filter(({ kind }) => kind === 'inserted').length, 10)
    for (const outcome of outcomes.filter(({ kind }) => kind !== 'inserted')) assert.deepEqual(outcome, refused('day'))
    assert.equal((await b.tasks.list({ keyId: 'k1', limit: 100 })).length, 1 + 10)
    assert.equal((await accountOf(a, 'k1')).dayMicros, 1_000)
  })

  promised('several of one request are paid for together, or none is', async ({ a, b }) => {
    const key = await limitedKey(a, { perMonthMicros: 250 })
    const three = underLimits(key, '1001', { micros: 100, more: ['1002', '1003'] })
    assert.deepEqual(await a.queue.insert(three), refused('month'))
    assert.deepEqual(await b.queue.insert(underLimits(key, '1001', { micros: 100, more: ['1002'] })), IN)
    assert.equal((await accountOf(b, 'k1')).monthMicros, 200)
  })

  promised('the end counts what was spent in place of what was reserved', async ({ a, b }) => {
    const key = await limitedKey(a, { perDayMicros: 100 })
    const spent = async () => {
      const { dayMicros, monthMicros } = await accountOf(b, 'k1')
      return [dayMicros, monthMicros]
    }
    const entry = underLimits(key, '1001', { micros: 80 })
    assert.deepEqual(await a.queue.insert(entry), IN)
    assert.deepEqual(await b.queue.insert(underLimits(key, '1002', { micros: 30 })), refused('day'))
    const [task] = await a.queue.claim(aClaim('x'))
    const lease = { id: '1001', token: task?.leaseToken ?? '' }
    assert.equal(await a.queue.finish(lease, settled(entry.task, 25)), true)
    // Asked for once more because the answer got lost, it counts once.
    assert.equal(await a.queue.finish(lease, settled(entry.task, 25)), true)
    assert.deepEqual(await spent(), [25, 25])
    assert.deepEqual(await b.queue.insert(underLimits(key, '1003', { micros: 70 })), IN)
    const failed = settled(entry.task, 0, { status: 'failed' })
    assert.equal(
      await b.queue.finishAny('1003', {
        ...failed,
        settlement: { spentMicros: 0, holds: { ...entry.task.holds!, micros: 70 } },
      }),
      true,
    )
    assert.deepEqual(await spent(), [25, 25])
  })

  promised(
    'a job that is left behind, and of which nobody knows what it costs, counts as reserved',
    async ({ a, b }) => {
      const key = await limitedKey(a, { perDayMicros: 100 })
      const entry = underLimits(key, '1001', { micros: 80 })
      await a.queue.insert(entry)
      const [task] = await a.queue.claim(aClaim('x'))
      const lease = { id: '1001', token: task?.leaseToken ?? '' }
      await a.queue.advance(lease, { status: 'processing', step: 'running', operation: { job: 1 }, startedAt: T })
      const cancelled = settled(entry.task, 0, { status: 'failed', stopJob: true })
      assert.equal(await b.queue.finishAny('1001', cancelled), true)
      assert.equal((await accountOf(b, 'k1')).dayMicros, 80)
      // One that waited has left nothing behind.
      const other = underLimits(key, '1002', { micros: 20 })
      await a.queue.insert(other)
      await b.queue.finishAny('1002', settled(other.task, 0, { status: 'failed', stopJob: true }))
      assert.equal((await accountOf(b, 'k1')).dayMicros, 80)
    },
  )

  promised('a day and a month begin anew, and what was reserved before them stays there', async ({ a, b }) => {
    const key = await limitedKey(a, { perDayMicros: 100, perMonthMicros: 250 })
    const first = underLimits(key, '1001', { micros: 100 })
    assert.deepEqual(await a.queue.insert(first), IN)
    assert.deepEqual(await b.queue.insert(underLimits(key, '1002', { micros: 1 })), refused('day'))
    const tomorrow = { micros: 100, at: T + DAY }
    assert.deepEqual(await b.queue.insert(underLimits(key, '1003', tomorrow)), IN)
    await a.queue.finishAny('1001', settled(first.task, 0, { status: 'failed' }))
    const after = await accountOf(a, 'k1')
    assert.deepEqual([after.day, after.dayMicros, after.monthMicros], [periodOf(T + DAY).day, 100, 100])
    const later = (id: string, days: number) => underLimits(key, id, { micros: 100, at: T + days * DAY })
    assert.deepEqual(await a.queue.insert(later('1004', 2)), IN)
    assert.deepEqual(await a.queue.insert(later('1005', 3)), refused('month'))
    assert.deepEqual(await a.queue.insert(later('1006', 40)), IN)
  })

  promised('a clock that went back gives no new budget', async ({ a, b }) => {
    const key = await limitedKey(a, { perDayMicros: 100 })
    assert.deepEqual(await a.queue.insert(underLimits(key, '1001', { micros: 100 })), IN)
    const yesterday = { micros: 100, at: T - DAY }
    assert.deepEqual(await b.queue.insert(underLimits(key, '1002', yesterday)), refused('day'))
    assert.deepEqual(await b.queue.insert(underLimits(key, '1003', { micros: 1 })), refused('day'))
  })

  promised('a clock that was ahead once locks no budget: what fails then and later is given back', async ({ a, b }) => {
    const key = await limitedKey(a, { perDayMicros: 100, perMonthMicros: 400 })
    const wrong = underLimits(key, '1001', { micros: 50, at: T + 40 * DAY })
    assert.deepEqual(await a.queue.insert(wrong), IN)
    assert.deepEqual(await a.queue.insert(underLimits(key, '1002', { micros: 50 })), IN)
    // Not a second time for the same money, though the clock is right again.
    assert.deepEqual(await b.queue.insert(underLimits(key, '1003', { micros: 1 })), refused('day'))
    for (const id of ['1001', '1002'])
      await b.queue.finishAny(id, settled((await b.tasks.find(id)) ?? wrong.task, 0, { status: 'failed' }))
    for (let day = 0; day < 12; day++) {
      const id = String(2000 + day)
      assert.deepEqual(await a.queue.insert(underLimits(key, id, { micros: 100, at: T + day * DAY })), IN, `day ${day}`)
      const task = await b.tasks.find(id)
      assert.ok(task !== undefined)
      await b.queue.finishAny(id, settled(task, 0, { status: 'failed' }))
      const { dayMicros, monthMicros } = await accountOf(a, 'k1')
      assert.deepEqual([dayMicros, monthMicros], [0, 0], `day ${day}`)
    }
  })

  promised(
    'a task holds of all its accounts what it was charged for, in the period in which it was',
    async ({ a, b }) => {
      const key = await limitedKey(a, { perDayMicros: 250 }, { perDayMicros: 100 })
      // Another process saw midnight pass a moment ago.
      assert.deepEqual(await a.queue.insert(underLimits(key, '1001', { micros: 100, user: 'ann', at: T + DAY })), IN)
      assert.deepEqual(await b.queue.insert(underLimits(key, '1002', { micros: 100, user: 'bob' })), IN)
      const task = await a.tasks.find('1002')
      assert.equal(task?.holds?.day, periodOf(T + DAY).day)
      await a.queue.finishAny('1002', settled(task ?? aTask('1002'), 0, { status: 'failed' }))
      const [of, all] = [await accountOf(b, userAccountId('k1', 'bob')), await accountOf(b, 'k1')]
      assert.deepEqual([of.dayMicros, all.dayMicros], [0, 100])
    },
  )

  promised('an end user has a budget of its own within that of the key', async ({ a, b }) => {
    const key = await limitedKey(a, { perDayMicros: 250 }, { perDayMicros: 100 })
    const wish = (user: string) => ({ micros: 100, user })
    assert.deepEqual(await a.queue.insert(underLimits(key, '1001', wish('ann'))), IN)
    const ann = userAccountId('k1', 'ann')
    assert.deepEqual(await b.queue.insert(underLimits(key, '1002', wish('ann'))), refused('day', ann))
    assert.deepEqual(await b.queue.insert(underLimits(key, '1003', wish('bob'))), IN)
    assert.deepEqual(await a.queue.insert(underLimits(key, '1004', wish('eve'))), refused('day'))
  })

  promised('accounts of which nothing is taken are removed when their month is over', async ({ a, b }) => {
    const key = await limitedKey(a, {}, { perDayMicros: 1_000 })
    const users = ['ann', 'bob', 'eve']
    const entries = users.map((user, n) => underLimits(key, String(1001 + n), { micros: 100, user }))
    for (const entry of entries) await a.queue.insert(entry)
    for (const { task } of entries.slice(1)) await b.queue.finishAny(task.id, settled(task, 100))
    const { month } = periodOf(T)
    assert.equal(await b.accounts.sweep(month, 100), 0)
    assert.equal(await b.accounts.sweep(month + 1, 1), 1)
    assert.equal(await b.accounts.sweep(month + 1, 100), 1)
    assert.equal((await a.accounts.find(users.map((user) => userAccountId('k1', user)))).length, 1)
  })
}
