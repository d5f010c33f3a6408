import assert from 'node:assert/strict'
import { letInWaiting } from '../../src/actions/chores/tend-accounts.ts'
import { userAccountId } from '../../src/core/money/account.ts'
import { NO_LIMITS } from '../../src/core/money/limits.ts'
import type { Task } from '../../src/core/tasks/task.ts'
import type { Store } from '../../src/ports/store.ts'
import type { AccountPage } from '../../src/ports/store/accounts.ts'
import { aClaim, anOutcome, aTask, HOUR, idsOf, insertAll, range, T } from './build.ts'
import type { Promised } from './driver.ts'
import { accountOf, assertNothingLeaked, limitedKey, settled, underLimits } from './limited.ts'

const IN = { kind: 'inserted' } as const
const FULL = { kind: 'refused', by: 'waiting', account: 'k1' } as const
const ALL = { after: '', limit: 99 }
const all = (token: string) => aClaim(token, { limit: 100, now: T + 1 })

async function end(store: Store, task: Task | undefined): Promise<void> {
  assert.ok(task !== undefined)
  assert.equal(await store.queue.finish({ id: task.id, token: task.leaseToken ?? '' }, settled(task)), true)
}

/** Places: how many tasks of a key, or of an end user, are let into the lines at once, and how many may wait for that. */
export function accountPromises(promised: Promised): void {
  promised('what has no place is kept, waits outside of the line, and comes in when another ends', async ({ a, b }) => {
    const key = await limitedKey(a, { inWork: 2 })
    for (const id of ['1001', '1002', '1003', '1004']) {
      assert.deepEqual(await a.queue.insert(underLimits(key, id)), IN)
    }
    const third = await b.tasks.find('1003')
    assert.deepEqual([third?.status, third?.parkedBy], ['pending', 'k1'])
    assert.equal((await b.tasks.view('1003'))?.status, 'pending')
    assert.deepEqual(idsOf(await b.tasks.list({ keyId: 'k1', statuses: ['pending'], limit: 9 })).length, 4)
    const [first, second] = await b.queue.claim(all('x'))
    assert.deepEqual([first?.id, second?.id], ['1001', '1002'])
    assert.deepEqual(await a.queue.claim(all('y')), [])
    await end(b, second)
    assert.deepEqual(idsOf(await a.queue.claim(all('z'))), ['1003'])
    await end(b, first)
    assert.deepEqual(idsOf(await a.queue.claim(all('u'))), ['1004'])
    await assertNothingLeaked(a, 'k1', ['k1'])
  })

  promised('beyond those who may wait, a request is refused whole, and takes nothing', async ({ a, b }) => {
    const key = await limitedKey(a, { inWork: 1, waiting: 2 })
    assert.deepEqual(await a.queue.insert(underLimits(key, '1001', { more: ['1002'] })), IN)
    assert.deepEqual(await b.queue.insert(underLimits(key, '1003', { more: ['1004'] })), FULL)
    assert.deepEqual(await b.queue.insert(underLimits(key, '1005')), IN)
    const idempotency = { key: 'i', fingerprint: 'f', expiresAt: T + HOUR }
    assert.deepEqual(await a.queue.insert({ ...underLimits(key, '1006'), idempotency }), FULL)
    assert.equal(await a.tasks.findRepeat('k1', 'i', T), undefined)
    for (const id of ['1003', '1004', '1006']) assert.equal(await b.tasks.find(id), undefined)
    const [first] = await a.queue.claim(all('x'))
    await end(a, first)
    assert.deepEqual(await b.queue.insert({ ...underLimits(key, '1006'), idempotency }), IN)
    await assertNothingLeaked(b, 'k1', ['k1'])
  })

  promised('a repeat is answered where nothing more would be let in, and takes nothing', async ({ a, b }) => {
    const key = await limitedKey(a, { inWork: 1, waiting: 0 })
    const idempotency = { key: 'i', fingerprint: 'f', expiresAt: T + HOUR }
    assert.deepEqual(await a.queue.insert({ ...underLimits(key, '1001'), idempotency }), IN)
    const repeated = { kind: 'repeated', taskId: '1001' }
    assert.deepEqual(await b.queue.insert({ ...underLimits(key, '1002'), idempotency }), repeated)
    const other = { ...idempotency, fingerprint: 'g' }
    assert.deepEqual(await a.queue.insert({ ...underLimits(key, '1003'), idempotency: other }), { kind: 'conflict' })
    await assertNothingLeaked(b, 'k1', ['k1'])
  })

  promised('a task that waits for a place can be cancelled, and is found when its time is up', async ({ a, b }) => {
    const key = await limitedKey(a, { inWork: 1, waiting: 2 })
    for (const id of ['1001', '1002', '1003']) await a.queue.insert(underLimits(key, id))
    const parked = underLimits(key, '1002').task
    assert.equal(await b.queue.finishAny('1002', settled(parked, 0, { status: 'failed' })), true)
    assert.equal(await b.queue.finishAny('1002', settled(parked, 0, { status: 'failed' })), false)
    assert.deepEqual(await a.queue.insert(underLimits(key, '1004')), IN)
    assert.deepEqual(await a.queue.insert(underLimits(key, '1005')), FULL)
    assert.deepEqual(idsOf(await b.chores.overdue(T + HOUR, 9)), ['1001', '1003', '1004'])
    await assertNothingLeaked(b, 'k1', ['k1'])
  })

  promised('a clock that went back lets nobody in who has no place', async ({ a, b }) => {
    const key = await limitedKey(a, { inWork: 1 })
    for (const id of ['1001', '1002']) await a.queue.insert(underLimits(key, id))
    await b.chores.watch(T)
    assert.equal(await b.chores.passOver({ from: T, until: T - HOUR }, 'set'), true)
    assert.deepEqual(idsOf(await b.queue.claim(all('x'))), ['1001'])
  })

  promised("a crowd without a place stands in nobody's way, and counts for no position", async ({ a, b }) => {
    const key = await limitedKey(a, { inWork: 1 })
    for (const n of range(30)) await a.queue.insert(underLimits(key, String(1000 + n)))
    await insertAll(b, [aTask('2000', { keyId: 'k2' })])
    assert.equal(await b.tasks.queuePosition(aTask('2000')), 1)
    assert.equal(await b.tasks.queuePosition(aTask('1005')), 4)
    assert.deepEqual(idsOf(await b.queue.claim(all('x'))), ['1000', '2000'])
  })

  promised('an end user has places of its own beside those of the key', async ({ a, b }) => {
    const key = await limitedKey(a, { inWork: 3 }, { inWork: 1, waiting: 2 })
    const [ann, bob] = [userAccountId('k1', 'ann'), userAccountId('k1', 'bob')]
    for (const id of ['1001', '1002', '1003']) {
      assert.deepEqual(await a.queue.insert(underLimits(key, id, { user: 'ann' })), IN)
    }
    const fourth = underLimits(key, '1004', { user: 'ann' })
    assert.deepEqual(await b.queue.insert(fourth), { kind: 'refused', by: 'waiting', account: ann })
    assert.deepEqual(await b.queue.insert(underLimits(key, '1005', { user: 'bob' })), IN)
    for (const id of ['1006', '1007']) assert.deepEqual(await b.queue.insert(underLimits(key, id)), IN)
    const claimed = await b.queue.claim(all('x'))
    assert.deepEqual(idsOf(claimed), ['1001', '1005', '1006'])
    await assertNothingLeaked(a, 'k1', ['k1', ann, bob])
    // The key's place goes to the task that waits for the key; the user's next one then stands before the key.
    await end(a, claimed[0])
    assert.deepEqual(idsOf(await a.queue.claim(all('y'))), ['1007'])
    assert.deepEqual([(await a.tasks.find('1002'))?.parkedBy, (await a.tasks.find('1003'))?.parkedBy], ['k1', ann])
    await end(b, claimed[1])
    assert.deepEqual(idsOf(await a.queue.claim(all('z'))), ['1002'])
    await assertNothingLeaked(a, 'k1', ['k1', ann, bob])
  })

  promised('ends and requests that race leave no place taken by nobody, and none given twice', async ({ a, b }) => {
    const key = await limitedKey(a, { inWork: 3 }, { inWork: 2 })
    const users = ['ann', 'bob', undefined]
    const accounts = ['k1', userAccountId('k1', 'ann'), userAccountId('k1', 'bob')]
    const store = (n: number): Store => (n % 2 === 0 ? a : b)
    const wish = (n: number) => {
      const user = users[n % 3]
      return user === undefined ? {} : { user }
    }
    await Promise.all(range(40).map((n) => store(n).queue.insert(underLimits(key, String(1000 + n), wish(n)))))
    await assertNothingLeaked(a, 'k1', accounts)
    let ended = 0
    for (let round = 0; ended < 60 && round < 100; round++) {
      const claimed = await store(round).queue.claim(all(`t${round}`))
      assert.ok(claimed.length <= 3, `${claimed.length} had a place`)
      ended += claimed.length
      const fresh = range(round < 5 ? 4 : 0).map((n) => underLimits(key, String(2000 + 10 * round + n), wish(n)))
      await Promise.all([
        ...claimed.map((task, n) => end(store(n), task)),
        ...fresh.map((entry, n) => store(n).queue.insert(entry)),
      ])
      await assertNothingLeaked(store(round), 'k1', accounts)
    }
    assert.equal(ended, 60)
    for (const id of accounts) assert.deepEqual((await accountOf(b, id)).letIn, 0)
  })

  promised(
    'limits that were raised let in the tasks that wait, and name the lines that have more now',
    async ({ a, b }) => {
      const before = await limitedKey(a, { inWork: 1 })
      for (const id of ['1001', '1002', '1003', '1004']) await a.queue.insert(underLimits(before, id))
      assert.deepEqual(await a.accounts.letIn(ALL), { engines: [], next: undefined })
      // As if the account were of a key that may have more: nobody takes a place away from those who have one.
      const key = await limitedKey(a, { inWork: 3 }, undefined, 'k2')
      for (const n of range(5)) await a.queue.insert({ ...underLimits(key, `200${n}`), limits: [before.limits] })
      assert.deepEqual(await b.accounts.letIn(ALL), { engines: ['e'], next: undefined })
      assert.deepEqual(await b.accounts.letIn(ALL), { engines: [], next: undefined })
      assert.deepEqual((await accountOf(a, 'k2')).letIn, 3)
      await assertNothingLeaked(b, 'k2', ['k2'])
    },
  )

  promised(
    'accounts are gone through page by page, each of them, and one in the middle does not end it',
    async ({ a, b }) => {
      const names = ['k1', 'k2', 'k3', 'k4', 'k5']
      for (const [n, name] of names.entries()) {
        const key = await limitedKey(a, { inWork: n === 4 ? 2 : 1 }, undefined, name)
        for (const m of range(3))
          await a.queue.insert({ ...underLimits(key, `${n + 1}00${m}`), limits: [{ ...NO_LIMITS, inWork: 1 }] })
      }
      const first = await b.accounts.letIn({ after: '', limit: 2 })
      assert.deepEqual(first, { engines: [], next: 'k2' })
      const second = await b.accounts.letIn({ after: 'k2', limit: 2 })
      assert.deepEqual(second, { engines: [], next: 'k4' })
      const last = await b.accounts.letIn({ after: 'k4', limit: 2 })
      assert.deepEqual(last, { engines: ['e'], next: undefined }, 'the fifth is let in, too')
      assert.deepEqual(await b.accounts.recount({ after: 'k1', limit: 3 }), { engines: [], next: 'k4' })
      await assertNothingLeaked(a, 'k5', ['k5'])
    },
  )

  promised('who keeps accounts right heeds a stop, and leaves the rest to the next', async ({ a }) => {
    for (const name of ['k2', 'k3']) {
      const key = await limitedKey(a, { inWork: 3 }, undefined, name)
      for (const n of range(5))
        await a.queue.insert({ ...underLimits(key, `${name.slice(1)}00${n}`), limits: [{ ...key.limits, inWork: 1 }] })
    }
    const letIn = async () => [(await accountOf(a, 'k2')).letIn, (await accountOf(a, 'k3')).letIn]
    const rung: string[] = []
    const bell = { ring: (topic: string) => void rung.push(topic) }
    const stop = new AbortController()
    const accounts = {
      ...a.accounts,
      letIn: async (page: AccountPage) => {
        stop.abort()
        return a.accounts.letIn({ ...page, limit: 1 })
      },
    }
    await letInWaiting({ store: { accounts: a.accounts }, bell }, AbortSignal.abort())
    assert.deepEqual(await letIn(), [1, 1])
    await letInWaiting({ store: { accounts }, bell }, stop.signal)
    assert.deepEqual([await letIn(), rung], [[3, 1], ['work:e']])
    await letInWaiting({ store: { accounts: a.accounts }, bell }, new AbortController().signal)
    assert.deepEqual(await letIn(), [3, 3])
  })

  promised('what was never given back is counted anew where somebody waits for it', async ({ a, b }) => {
    const key = await limitedKey(a, { inWork: 1 })
    for (const id of ['1001', '1002']) await a.queue.insert(underLimits(key, id))
    const [first] = await a.queue.claim(all('x'))
    // A program that knows nothing of accounts ends it.
    await a.queue.finish({ id: '1001', token: first?.leaseToken ?? '' }, anOutcome(aTask('1001')))
    assert.deepEqual(await b.queue.claim(all('y')), [])
    await b.accounts.recount(ALL)
    assert.deepEqual(idsOf(await b.queue.claim(all('z'))), ['1002'])
    await assertNothingLeaked(b, 'k1', ['k1'])
  })
}
