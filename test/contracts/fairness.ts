import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { UNSEEN_CROWD, type Task } from '../../src/core/tasks/task.ts'
import type { Store } from '../../src/ports/store.ts'
import { aClaim, aKey, anOutcome, aTask, buried, idsOf, insertAll, OWNER, range, T } from './build.ts'
import type { Promised } from './driver.ts'

const many = (from: number, count: number, keyId: string): Task[] =>
  range(count).map((n) => aTask(String(from + n), { keyId, createdAt: T + n }))

const now = T + 1_000

// What a claim that finds nothing is written as.
const NOBODY = '-'

/** Whose task each of so many claims gets, one letter each: '12' for one of k1, then one of k2. */
async function keysInOrder(store: Store, count: number, round: string): Promise<string> {
  let order = ''
  for (let n = 0; n < count; n++) {
    const [task] = await store.queue.claim(aClaim(`${round}${n}`, { now }))
    order += task?.keyId.slice(1) ?? NOBODY
  }
  return order
}

/** Whose turn it is, how many may be in work, and what a caller is told of its place. */
export function fairnessPromises(promised: Promised): void {
  promised('a key with many waiting tasks does not hold up the single task of another', async ({ a, b }) => {
    await insertAll(a, many(1000, 40, 'k1'))
    await insertAll(b, [aTask('5000', { keyId: 'k2', createdAt: T + 500 })])
    assert.deepEqual(idsOf(await b.queue.claim(aClaim('w', { now, limit: 3 }))), ['1000', '5000', '1001'])
  })

  promised('keys take turns however few are taken at a time, each key oldest first', async ({ a, b }) => {
    await insertAll(a, [...many(1000, 6, 'k1'), ...many(2000, 3, 'k2'), ...many(3000, 1, 'k3')])
    assert.equal(await keysInOrder(a, 5, 'a'), '12312')
    // k4 comes while the others are being served: it is served in this round, not after their lines.
    await insertAll(b, many(4000, 2, 'k4'))
    assert.equal(await keysInOrder(b, 7, 'b'), '4124111')
    assert.equal(await keysInOrder(b, 1, 'c'), NOBODY)
  })

  promised('a key that always has one task more gets every other turn, not all', async ({ a, b }) => {
    await insertAll(a, many(1000, 4, 'k1'))
    let order = ''
    for (const n of range(6)) {
      await insertAll(b, [aTask(String(2000 + n), { keyId: 'k2', createdAt: T + 100 + n })])
      order += await keysInOrder(a, 1, `r${n}`)
    }
    assert.equal(order, '121212')
  })

  promised('processes that add to one line at the same instant give no turn twice', async ({ a, b }) => {
    await a.keys.insert(aKey('k1'))
    await a.keys.insert(aKey('k2'))
    const insert = (store: Store, task: Task): Promise<unknown> =>
      store.queue.insert({ task, references: [], idempotency: null })
    for (const n of range(30)) {
      const [one, other] = many(1000 + 2 * n, 2, 'k1')
      await Promise.all([one && insert(a, one), other && insert(b, other)])
    }
    await Promise.all(many(2000, 60, 'k2').map((task) => insert(a, task)))
    const order = await keysInOrder(b, 120, 'w')
    // Each pair is a round: one of each key.
    for (const pair of order.match(/../g) ?? []) assert.match(pair, /12|21/, order)
    assert.equal(order.length, 120)
  })

  promised('however many were taken before, turns stay exact and nothing is overlooked', async ({ a, b }) => {
    await a.keys.insert(aKey('k1'))
    await a.keys.insert(aKey('k2'))
    await a.keys.insert(aKey('k3'))
    const insert = (task: Task): Promise<unknown> => a.queue.insert({ task, references: [], idempotency: null })
    await Promise.all([...many(10_000, 700, 'k1'), ...many(20_000, 700, 'k2')].map(insert))
    let order = ''
    for (let round = 0; order.length < 1_400; round++) {
      const tasks = await b.queue.claim(aClaim(`w${round}`, { now, limit: 20 }))
      assert.ok(tasks.length > 0, `${order.length} were taken, then none`)
      order += tasks.map(({ keyId }) => keyId.slice(1)).join('')
      await Promise.all(tasks.map((task) => b.queue.finish({ id: task.id, token: `w${round}` }, anOutcome(task))))
      // A third key comes when much has been taken: it is served in this very round.
      if (order.length === 1_200) await insert(aTask('30000', { keyId: 'k3', createdAt: T }))
      if (order.length > 1_200 && order.length <= 1_240) assert.ok(order.slice(1_200, 1_240).includes('3'), order)
    }
    const pairs = order.replace('3', '').slice(0, 1_398).match(/../g) ?? []
    assert.ok(pairs.every((pair) => pair === '12' || pair === '21'))
  })

  promised('a key whose line ran empty is not served a second time in the same round', async ({ a, b }) => {
    await insertAll(a, [aTask('1000', { keyId: 'k1' }), aTask('2000', { keyId: 'k2' })])
    assert.equal(await keysInOrder(b, 1, 'a'), '1')
    await insertAll(b, [aTask('1001', { keyId: 'k1', createdAt: T - 1 })])
    assert.equal(await keysInOrder(a, 3, 'b'), `21${NOBODY}`)
  })

  promised('a task that is given back keeps its turn', async ({ a, b }) => {
    await insertAll(a, [...many(1000, 3, 'k1'), ...many(2000, 3, 'k2')])
    const [first] = await a.queue.claim(aClaim('w', { now }))
    await a.queue.advance({ id: '1000', token: 'w' }, { releaseUntil: now })
    assert.equal(first?.id, '1000')
    assert.equal((await b.queue.claim(aClaim('x', { now })))[0]?.id, '1000')
  })

  promised('no more tasks of an engine are in work than its cap', async ({ a, b }) => {
    await insertAll(a, many(1000, 6, 'k1'))
    assert.equal((await a.queue.claim(aClaim('w', { now, limit: 9, cap: 3 }))).length, 3)
    assert.deepEqual(await b.queue.claim(aClaim('x', { now, limit: 9, cap: 3 })), [])
    // Asleep at the provider is still in work.
    await a.queue.advance({ id: '1000', token: 'w' }, { status: 'processing', releaseUntil: now + 5_000 })
    assert.deepEqual(await b.queue.claim(aClaim('x', { now, limit: 9, cap: 3 })), [])
    await a.queue.finish({ id: '1001', token: 'w' }, anOutcome(aTask('1001')))
    assert.deepEqual(idsOf(await b.queue.claim(aClaim('x', { now, limit: 9, cap: 3 }))), ['1003'])
    // What was given back before it was begun is not in work any more.
    await a.queue.advance({ id: '1002', token: 'w' }, { releaseUntil: now + 9_000 })
    assert.deepEqual(idsOf(await b.queue.claim(aClaim('y', { now, limit: 9, cap: 3 }))), ['1004'])
    assert.deepEqual(await b.queue.claim(aClaim('z', { now, limit: 9, cap: 0 })), [])
  })

  promised('a task in work keeps its place under the cap and is always claimed again', async ({ a, b }) => {
    await insertAll(a, many(1000, 4, 'k1'))
    await a.queue.claim(aClaim('w', { now, limit: 2, cap: 2 }))
    await a.queue.advance({ id: '1000', token: 'w' }, { status: 'processing', releaseUntil: now + 1 })
    await buried(b, OWNER, now)
    // 1000 wakes and comes back even under a cap that shrank. 1001 was abandoned before it began, so it waits like others,
    // among suspects.
    assert.deepEqual(idsOf(await b.queue.claim(aClaim('x', { now: now + 1, limit: 9, cap: 1 }))), ['1000'])
    assert.deepEqual(
      idsOf(await b.queue.claim(aClaim('y', { now: now + 1, limit: 9, cap: 1, crowd: UNSEEN_CROWD }))),
      [],
    )
    assert.deepEqual(idsOf(await b.queue.claim(aClaim('y', { now: now + 1, limit: 9, cap: 2, crowd: UNSEEN_CROWD }))), [
      '1001',
    ])
    assert.deepEqual(idsOf(await b.queue.claim(aClaim('z', { now: now + 1, limit: 9, cap: 2 }))), [])
  })

  promised('engines do not share a cap', async ({ a, b }) => {
    await insertAll(a, [aTask('1001', { engine: 'e' }), aTask('1002', { engine: 'f' })])
    assert.equal((await a.queue.claim(aClaim('w', { now, cap: 1 }))).length, 1)
    assert.equal((await b.queue.claim(aClaim('x', { now, cap: 1, engine: 'f' }))).length, 1)
  })

  promised('the cap is exact under claimers that come at once', async ({ a, b }) => {
    await insertAll(a, many(1000, 60, 'k1'))
    const storeOf = (n: number): Store => (n % 2 === 0 ? a : b)
    const burst = await Promise.all(
      range(12).map((n) => storeOf(n).queue.claim(aClaim('burst', { now, limit: 1 + (n % 3), cap: 5 }))),
    )
    assert.equal(burst.flat().length, 5)
    await Promise.all(burst.flat().map((task) => a.queue.finish({ id: task.id, token: 'burst' }, anOutcome(task))))
    let inWork = 0
    let most = 0
    let done = 5
    const worker = async (n: number): Promise<void> => {
      for (let round = 0; done < 60; round++) {
        const token = `w${n}.${round}`
        const tasks = await storeOf(n).queue.claim(aClaim(token, { now, limit: 1 + (n % 3), cap: 5 }))
        inWork += tasks.length
        most = Math.max(most, inWork)
        await turn()
        for (const task of tasks) {
          // Counted out before it ends: otherwise a successor could be counted in first.
          inWork--
          assert.equal(await storeOf(n).queue.finish({ id: task.id, token }, anOutcome(task)), true)
          done++
        }
      }
    }
    await Promise.all(range(12).map(worker))
    assert.equal(done, 60)
    assert.ok(most <= 5, `${most} were in work at once`)
  })

  promised('a place in line counts what is taken before, and is 0 for what does not wait', async ({ a, b }) => {
    const tasks = [...many(1000, 3, 'k1'), ...many(2000, 3, 'k2'), aTask('3000', { engine: 'f' })]
    await insertAll(a, tasks)
    const places = async (): Promise<string> => {
      const each = await Promise.all(tasks.map((task) => b.tasks.queuePosition(task)))
      return each.join(' ')
    }
    assert.equal(await places(), '0 2 4 1 3 5 0')
    await a.queue.claim(aClaim('w', { now, limit: 2 }))
    assert.equal(await places(), '0 0 2 0 1 3 0')
    await a.queue.finish({ id: '1000', token: 'w' }, anOutcome(aTask('1000')))
    assert.equal(await places(), '0 0 2 0 1 3 0')
  })

  promised('a place is the truth: tasks are taken in the order of their places', async ({ a, b }) => {
    const tasks = [...many(1000, 9, 'k1'), ...many(2000, 2, 'k2'), ...many(3000, 5, 'k3')]
    await insertAll(a, tasks)
    const places = new Map<string, number>()
    for (const task of tasks) places.set(task.id, await b.tasks.queuePosition(task))
    const claimed = idsOf(await a.queue.claim(aClaim('w', { now, limit: 99 })))
    assert.deepEqual(
      claimed.map((id) => places.get(id)),
      range(16),
    )
  })
}
