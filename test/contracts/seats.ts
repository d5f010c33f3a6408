import assert from 'node:assert/strict'
import { NEVER, startKeyOf, type Task, UNSEEN_CROWD } from '../../src/core/tasks/task.ts'
import type { ClaimRequest, Seat } from '../../src/ports/store/task-queue.ts'
import { aClaim, anOutcome, aTask, buried, HOUR, idsOf, insertAll, OWNER, range, T } from './build.ts'
import type { Promised } from './driver.ts'

/** A seat, with who took it; undefined until somebody was told. */
function aSeat(token: string, changes: Partial<ClaimRequest> = {}): Seat & { taken(): Task[] | undefined } {
  let taken: Task[] | undefined
  return { claim: aClaim(token, changes), take: (tasks) => (taken = tasks), taken: () => taken }
}

const runTimeouts = [{ kind: 'video' as const, model: 'diorama', ms: 60_000 }]

/** What is claimed along with another write, and what is begun along with its claim. */
export function seatPromises(promised: Promised): void {
  promised('the end of a task fills its seat with the next by turn, in the same write', async ({ a, b }) => {
    await insertAll(a, [aTask('1001'), aTask('1002', { keyId: 'k1' }), aTask('2001', { keyId: 'k2' })])
    const [first] = await a.queue.claim(aClaim('w'))
    assert.equal(first?.id, '1001')
    const seat = aSeat('x')
    assert.equal(await a.queue.finish({ id: '1001', token: 'w' }, anOutcome(first), seat), true)
    assert.deepEqual(idsOf(seat.taken() ?? []), ['2001'], 'the other key is next')
    assert.deepEqual(
      seat.taken()?.[0],
      aTask('2001', { keyId: 'k2', leaseToken: 'x', nextRunAt: NEVER, attempts: 1, version: 2 }),
    )
    assert.deepEqual(await b.tasks.find('2001'), seat.taken()?.[0])
    assert.equal((await b.tasks.find('1001'))?.status, 'success')
  })

  promised('seats of tasks that end at once are filled with different tasks, and none twice', async ({ a, b }) => {
    await insertAll(
      a,
      range(40).map((n) => aTask(String(1000 + n), { createdAt: T + n })),
    )
    const taken = (await a.queue.claim(aClaim('w', { now: T + 99, limit: 10 }))).map(({ id }) => ({ id, token: 'w' }))
    const seen = idsOf(taken)
    while (taken.length > 0) {
      const ending = taken.splice(0)
      await Promise.all(
        ending.map(async (lease, n) => {
          const seat = aSeat(`${lease.token}.${n}`, { now: T + 99 })
          assert.equal(await (n % 3 === 0 ? b : a).queue.finish(lease, anOutcome(aTask(lease.id)), seat), true)
          // Who ends at once may share a claim, and so a token: the row tells under which it is held.
          for (const { id, leaseToken } of seat.taken() ?? []) taken.push({ id, token: leaseToken ?? '' })
        }),
      )
      seen.push(...idsOf(taken))
    }
    assert.equal(seen.length, 40)
    assert.equal(new Set(seen).size, 40)
    assert.deepEqual(await b.queue.claim(aClaim('rest', { now: T + 99, limit: 99 })), [])
  })

  promised(
    'a seat is filled by the rules of any claim: its engine, its owner, the time, the crowd',
    async ({ a, b }) => {
      await insertAll(a, [aTask('1001'), aTask('1002'), aTask('1003', { engine: 'f', nextRunAt: T + 500 })])
      await a.queue.claim(aClaim('w', { limit: 2 }))
      const finish = async (id: string, seat: ReturnType<typeof aSeat>): Promise<string[]> => {
        await b.queue.finish({ id, token: 'w' }, anOutcome(aTask(id)), seat)
        return idsOf(seat.taken() ?? [])
      }
      assert.deepEqual(await finish('1001', aSeat('x', { engine: 'f', now: T + 499 })), [])
      assert.deepEqual(await finish('1001', aSeat('x', { engine: 'f', now: T + 500, owner: 'nobody' })), [])
      assert.deepEqual(await finish('1001', aSeat('x', { engine: 'f', now: T + 500, crowd: UNSEEN_CROWD })), [])
      assert.deepEqual(await finish('1002', aSeat('x', { engine: 'f', now: T + 500 })), ['1003'])
    },
  )

  promised('a seat under a cap never lets one too many in', async ({ a, b }) => {
    await insertAll(
      a,
      range(9).map((n) => aTask(String(1000 + n), { createdAt: T + n })),
    )
    const held = await a.queue.claim(aClaim('w', { now: T + 99, limit: 9, cap: 3 }))
    const seats = held.map((_, n) => aSeat(`x${n}`, { now: T + 99, cap: 3 }))
    await Promise.all(
      held.map(({ id }, n) => (n % 2 === 0 ? a : b).queue.finish({ id, token: 'w' }, anOutcome(aTask(id)), seats[n])),
    )
    const taken = seats.flatMap((seat) => seat.taken() ?? [])
    const rest = await b.queue.claim(aClaim('y', { now: T + 99, limit: 9, cap: 3 }))
    assert.equal(taken.length + rest.length, 3)
  })

  promised('a seat offered with a new task is taken by the next by turn, or by nobody', async ({ a, b }) => {
    await insertAll(a, [aTask('1001')])
    const seat = aSeat('x', { now: T + 9 })
    const entry = { task: aTask('1002', { createdAt: T + 1 }), references: [], idempotency: null }
    assert.deepEqual(await a.queue.insert(entry, seat), { kind: 'inserted' })
    const rest = await b.queue.claim(aClaim('y', { now: T + 9, limit: 9 }))
    assert.deepEqual(idsOf([...(seat.taken() ?? [aTask('nobody was told')]), ...rest]), ['1001', '1002'])
  })

  promised('a claim that knows how long a model may run begins what needs no preparation', async ({ a, b }) => {
    await insertAll(a, [aTask('1001')])
    const [task] = await a.queue.claim(aClaim('w', { now: T + 7, runTimeouts }))
    const startKey = startKeyOf({ id: '1001', token: 'w' })
    const begun = {
      status: 'processing',
      step: 'starting',
      startedAt: T + 7,
      runDeadlineAt: T + 60_007,
      startKey,
    } as const
    assert.deepEqual(task, aTask('1001', { ...begun, leaseToken: 'w', nextRunAt: NEVER, attempts: 1, version: 2 }))
    assert.deepEqual(await b.tasks.find('1001'), task)
    assert.deepEqual(await b.queue.heldBy(OWNER), [{ id: '1001', token: 'w', startKey }])
  })

  promised('a claim leaves unbegun what is of another model, late, or has pictures to fetch', async ({ a, b }) => {
    const file = { from: 'file', fileId: 'f1' } as const
    await insertAll(a, [
      aTask('1001', { model: 'other' }),
      aTask('1002', { kind: 'image' }),
      aTask('1003', { queueDeadlineAt: T + 9 }),
      aTask('1004', { effective: null }),
      aTask('1005', { references: [file, { from: 'url', url: 'https://x.example/' }] }),
      aTask('1006', { references: [file] }),
    ])
    const claimed = await b.queue.claim(aClaim('w', { now: T + 9, limit: 9, runTimeouts }))
    assert.deepEqual(
      claimed.map(({ id, status, step, startKey }) => [id, status, step, startKey !== null]),
      ['1001', '1002', '1003', '1004', '1005']
        .map((id): unknown[] => [id, 'pending', null, false])
        .concat([['1006', 'processing', 'starting', true]]),
    )
  })

  promised('a suspect is not begun by its claim', async ({ a, b }) => {
    await insertAll(a, [aTask('1001')])
    await a.queue.claim(aClaim('w'))
    await buried(b)
    const [suspect] = await a.queue.claim(aClaim('x', { crowd: UNSEEN_CROWD, runTimeouts }))
    assert.equal(suspect?.status, 'pending')
    assert.equal(suspect.startKey, null)
  })

  promised(
    'what a dead owner had begun keeps its start key, which names the lease that it began under',
    async ({ a, b }) => {
      await insertAll(a, [aTask('1001')])
      await a.queue.claim(aClaim('w', { runTimeouts }))
      await buried(b)
      const [again] = await b.queue.claim(aClaim('x', { now: T + HOUR, crowd: UNSEEN_CROWD, runTimeouts }))
      assert.equal(again?.startKey, startKeyOf({ id: '1001', token: 'w' }))
      assert.equal(again.startedAt, T)
      assert.equal(again.attempts, 2)
    },
  )
}
