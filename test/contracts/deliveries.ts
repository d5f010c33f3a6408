import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import type { Delivery } from '../../src/core/webhook.ts'
import type { Store } from '../../src/ports/store.ts'
import type { DeliveryFilter, DeliveryResult } from '../../src/ports/store/deliveries.ts'
import { aDeliveryClaim, anOutcome, aTask, idsOf, insertAll, insertDeliveries, range, T } from './build.ts'
import type { Promised } from './driver.ts'

const NOW = T + 10_000

const anAttempt = { at: NOW, durationMs: 12, status: 200, error: null, answer: 'ok' }
const delivered: DeliveryResult = { attempt: anAttempt, status: 'delivered', nextRunAt: null }
const cutOff: DeliveryResult = {
  attempt: { ...anAttempt, status: null, error: 'The service stopped before the receiver responded.' },
  status: 'pending',
  nextRunAt: NOW,
  costsNoRound: true,
}
const refused = (nextRunAt: number | null): DeliveryResult => ({
  attempt: { ...anAttempt, status: 500, error: 'The receiver responded with status 500.', answer: 'sorry {"a", b}' },
  status: nextRunAt === null ? 'dead' : 'pending',
  nextRunAt,
})

const hostsOf = (deliveries: readonly Pick<Delivery, 'host'>[]): string => deliveries.map(({ host }) => host).join(' ')

/** Outgoing webhooks. */
export function deliveryPromises(promised: Promised): void {
  promised(
    'what was sent for a key is listed newest first, by how it stands and by time, page by page',
    async ({ a, b }) => {
      await insertDeliveries(a, ['x.example', 'y.example', 'z.example', 'x.example'])
      const claimed = await a.deliveries.claim(aDeliveryClaim('w', { limit: 2 }))
      const attempt = { at: T, durationMs: 1, status: 200, error: null, answer: '' }
      for (const [n, { id }] of claimed.entries()) {
        const status = n === 0 ? 'delivered' : 'dead'
        await a.deliveries.record({ id, token: 'w' }, { attempt, status, nextRunAt: null })
      }
      const listed = async (filter: Partial<DeliveryFilter>): Promise<string[]> =>
        idsOf(await b.deliveries.list({ keyId: 'k1', limit: 9, ...filter }))
      assert.deepEqual(await listed({}), ['msg_10003', 'msg_10002', 'msg_10001', 'msg_10000'])
      assert.deepEqual(await listed({ statuses: ['delivered'] }), ['msg_10000'])
      assert.deepEqual(await listed({ statuses: ['dead', 'pending'], limit: 2 }), ['msg_10003', 'msg_10002'])
      assert.deepEqual(await listed({ after: { createdAt: T + 9_002, id: 'msg_10002' } }), ['msg_10001', 'msg_10000'])
      assert.deepEqual(await listed({ from: T + 9_001, until: T + 9_003 }), ['msg_10002', 'msg_10001'])
      assert.deepEqual(await listed({ statuses: [] }), [])
      assert.deepEqual(await b.deliveries.list({ keyId: 'k2', limit: 9 }), [])
      assert.equal((await b.deliveries.find('msg_10001'))?.status, 'dead')
      assert.equal(await b.deliveries.find('nobody'), undefined)
    },
  )

  promised(
    'of a task that is removed while the last attempt of its webhook is recorded, nothing is left',
    async ({ a, b }) => {
      await insertDeliveries(
        a,
        range(20).map(() => 'a.example'),
      )
      const claimed = await a.deliveries.claim(aDeliveryClaim('w', { limit: 20, perHost: 20 }))
      assert.equal(claimed.length, 20)
      const both = claimed.map(async ({ id, taskId }) => {
        await Promise.all([b.chores.remove([taskId]), a.deliveries.record({ id, token: 'w' }, delivered)])
      })
      await Promise.all(both)
      assert.deepEqual(await b.deliveries.list({ keyId: 'k1', limit: 99 }), [])
    },
  )

  promised('deliveries are claimed oldest first, each by one claimer, none before its time', async ({ a, b }) => {
    await insertDeliveries(a, ['a.example', 'b.example', 'c.example', 'd.example'])
    assert.deepEqual(await a.deliveries.claim(aDeliveryClaim('w', { now: T + 8_999 })), [])
    const first = await a.deliveries.claim(aDeliveryClaim('w', { limit: 2 }))
    assert.equal(hostsOf(first), 'a.example b.example')
    assert.equal(first[0]?.leaseToken, 'w')
    assert.equal(hostsOf(await b.deliveries.claim(aDeliveryClaim('x'))), 'c.example d.example')
    assert.deepEqual(await b.deliveries.claim(aDeliveryClaim('y')), [])
    assert.deepEqual(await b.deliveries.claim(aDeliveryClaim('y', { now: NOW + 29_999 })), [])
    assert.equal((await b.deliveries.claim(aDeliveryClaim('y', { now: NOW + 30_000 }))).length, 4)
  })

  promised('an attempt is on record with its number, and gives the lease back', async ({ a, b }) => {
    await insertDeliveries(a, ['a.example'])
    await a.deliveries.claim(aDeliveryClaim('w'))
    const lease = { id: 'msg_10000', token: 'w' }
    assert.equal(await a.deliveries.record(lease, refused(NOW + 5_000)), true)
    assert.equal(await a.deliveries.record(lease, delivered), false)
    const [waiting] = await b.deliveries.ofTask('10000')
    assert.deepEqual([waiting?.status, waiting?.round, waiting?.attempts], ['pending', 1, 1])
    assert.deepEqual([waiting?.nextRunAt, waiting?.leaseToken, waiting?.finishedAt], [NOW + 5_000, null, null])
    await b.deliveries.claim(aDeliveryClaim('x', { now: NOW + 5_000 }))
    assert.equal(await b.deliveries.record({ ...lease, token: 'x' }, delivered), true)
    const [done] = await a.deliveries.ofTask('10000')
    assert.deepEqual([done?.status, done?.round, done?.attempts, done?.finishedAt], ['delivered', 2, 2, NOW])
    assert.deepEqual(await a.deliveries.attempts('msg_10000'), [
      { number: 1, ...refused(0).attempt },
      { number: 2, ...delivered.attempt },
    ])
    assert.deepEqual(await a.deliveries.claim(aDeliveryClaim('y', { now: NOW + 9e9 })), [])
  })

  promised('an attempt that we cut off ourselves is on record and costs no round', async ({ a, b }) => {
    await insertDeliveries(a, ['a.example'])
    const lease = { id: 'msg_10000', token: 'w' }
    for (const store of [a, b, a]) {
      await store.deliveries.claim(aDeliveryClaim('w'))
      assert.equal(await store.deliveries.record(lease, cutOff), true)
    }
    await b.deliveries.claim(aDeliveryClaim('w'))
    assert.equal(await b.deliveries.record(lease, refused(NOW + 5_000)), true)
    const [waiting] = await a.deliveries.ofTask('10000')
    assert.deepEqual([waiting?.status, waiting?.round, waiting?.attempts], ['pending', 1, 4])
    assert.deepEqual(
      (await a.deliveries.attempts('msg_10000')).map(({ number }) => number),
      [1, 2, 3, 4],
    )
  })

  promised("a delivery is claimed with its task's place in a trace, which its receiver is told", async ({ a, b }) => {
    const webhookUrl = 'https://receiver.example/hook'
    const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01 rojo=1'
    const tasks = [aTask('1001', { webhookUrl, traceParent: trace }), aTask('1002', { webhookUrl })]
    await insertAll(a, tasks)
    for (const task of tasks) await a.queue.finishAny(task.id, anOutcome(task))
    const claimed = await b.deliveries.claim(aDeliveryClaim('w'))
    assert.deepEqual(
      claimed.map(({ taskId, traceParent }) => [taskId, traceParent]),
      [
        ['1001', trace],
        ['1002', null],
      ],
    )
  })

  promised('a stale token records no attempt', async ({ a, b }) => {
    await insertDeliveries(a, ['a.example'])
    await a.deliveries.claim(aDeliveryClaim('stale'))
    await b.deliveries.claim(aDeliveryClaim('owner', { now: NOW + 30_000 }))
    assert.equal(await a.deliveries.record({ id: 'msg_10000', token: 'stale' }, delivered), false)
    assert.deepEqual(await b.deliveries.attempts('msg_10000'), [])
    assert.equal((await b.deliveries.ofTask('10000'))[0]?.leaseToken, 'owner')
  })

  promised('a host has as many attempts under way as it may, and holds nobody else up', async ({ a, b }) => {
    await insertDeliveries(a, [...range(6).map(() => 'dead.example'), 'live.example'])
    const first = await a.deliveries.claim(aDeliveryClaim('w', { perHost: 2 }))
    assert.equal(hostsOf(first), 'dead.example dead.example live.example')
    assert.deepEqual(await b.deliveries.claim(aDeliveryClaim('x', { perHost: 2 })), [])
    assert.equal(hostsOf(await b.deliveries.claim(aDeliveryClaim('x', { perHost: 3 }))), 'dead.example')
    await a.deliveries.record({ id: 'msg_10000', token: 'w' }, refused(null))
    assert.equal(hostsOf(await b.deliveries.claim(aDeliveryClaim('y', { perHost: 3 }))), 'dead.example')
    // Owners that died hold their host no longer than their lease.
    assert.equal((await b.deliveries.claim(aDeliveryClaim('z', { perHost: 3, now: NOW + 30_000 }))).length, 4)
  })

  promised('a host in trouble has less room than the others, down to none', async ({ a, b }) => {
    const hosts = ['slow.example', 'slow.example', 'quick.example', 'shut.example', 'quick.example', 'constructor']
    await insertDeliveries(a, hosts)
    const hostLimits = { 'slow.example': 1, 'shut.example': 0 }
    const first = await a.deliveries.claim(aDeliveryClaim('w', { hostLimits, perHost: 4 }))
    assert.equal(hostsOf(first), 'slow.example quick.example quick.example constructor')
    assert.deepEqual(await b.deliveries.claim(aDeliveryClaim('x', { hostLimits, perHost: 4 })), [])
    await a.deliveries.record({ id: 'msg_10000', token: 'w' }, delivered)
    assert.equal(hostsOf(await b.deliveries.claim(aDeliveryClaim('x', { hostLimits }))), 'slow.example')
  })

  promised('what a host may have is exact under claimers that come at once', async ({ a, b }) => {
    await insertDeliveries(
      a,
      range(60).map((n) => (n % 3 === 0 ? 'b.example' : 'a.example')),
    )
    const storeOf = (n: number): Store => (n % 2 === 0 ? a : b)
    const claim = { perHost: 4, limit: 3 }
    const burst = await Promise.all(range(10).map((n) => storeOf(n).deliveries.claim(aDeliveryClaim('burst', claim))))
    assert.equal(burst.flat().length, 8)
    await Promise.all(burst.flat().map(({ id }) => a.deliveries.record({ id, token: 'burst' }, delivered)))
    const held = new Map<string, number>()
    const count = (host: string, step: number): number => {
      held.set(host, (held.get(host) ?? 0) + step)
      return held.get(host) ?? 0
    }
    let most = 0
    let done = 8
    const sender = async (n: number): Promise<void> => {
      for (let round = 0; done < 60; round++) {
        const token = `w${n}.${round}`
        const claimed = await storeOf(n).deliveries.claim(aDeliveryClaim(token, claim))
        for (const { host } of claimed) most = Math.max(most, count(host, 1))
        await turn()
        for (const { host, id } of claimed) {
          // Counted out before it is recorded: otherwise a successor could be counted in first.
          count(host, -1)
          assert.equal(await storeOf(n).deliveries.record({ id, token }, delivered), true)
          done++
        }
      }
    }
    await Promise.all(range(10).map(sender))
    assert.equal(done, 60)
    assert.ok(most <= 4, `${most} were under way at once`)
  })

  promised(
    'a delivery that is sent again starts from the first attempt and keeps its id and record',
    async ({ a, b }) => {
      await insertDeliveries(a, ['a.example'])
      await a.deliveries.claim(aDeliveryClaim('w'))
      await a.deliveries.record({ id: 'msg_10000', token: 'w' }, refused(null))
      assert.deepEqual(await b.deliveries.claim(aDeliveryClaim('x', { now: NOW + 9e9 })), [])
      assert.equal(await b.deliveries.requeue('msg_10000', NOW + 500), true)
      assert.equal(await b.deliveries.requeue('msg_nobody', NOW + 500), false)
      assert.deepEqual(await a.deliveries.claim(aDeliveryClaim('x', { now: NOW + 499 })), [])
      const [again] = await a.deliveries.claim(aDeliveryClaim('x', { now: NOW + 500 }))
      assert.deepEqual([again?.id, again?.status, again?.round, again?.attempts], ['msg_10000', 'pending', 0, 1])
      assert.equal(again?.finishedAt, null)
      await a.deliveries.record({ id: 'msg_10000', token: 'x' }, delivered)
      assert.deepEqual(
        (await b.deliveries.attempts('msg_10000')).map(({ number }) => number),
        [1, 2],
      )
    },
  )

  promised('sending again what is under way loses neither the attempt nor the count of its host', async ({ a, b }) => {
    await insertDeliveries(a, ['a.example', 'a.example'])
    await a.deliveries.claim(aDeliveryClaim('w', { perHost: 1 }))
    assert.equal(await b.deliveries.requeue('msg_10000', NOW + 1), true)
    assert.deepEqual(await b.deliveries.claim(aDeliveryClaim('x', { perHost: 1, now: NOW + 1 })), [])
    assert.equal(await a.deliveries.record({ id: 'msg_10000', token: 'w' }, refused(NOW + 900)), true)
    const [delivery] = await b.deliveries.ofTask('10000')
    assert.deepEqual([delivery?.round, delivery?.attempts], [1, 1])
  })

  promised('what a key did not get delivered since a time is put in line together', async ({ a, b }) => {
    await insertDeliveries(
      a,
      range(5).map(() => 'a.example'),
    )
    await a.deliveries.claim(aDeliveryClaim('w', { limit: 4 }))
    for (const n of [0, 1]) await a.deliveries.record({ id: `msg_1000${n}`, token: 'w' }, refused(null))
    // This one would be tried again in ten hours; its key knows better.
    await a.deliveries.record({ id: 'msg_10002', token: 'w' }, refused(NOW + 36_000_000))
    await a.deliveries.record({ id: 'msg_10003', token: 'w' }, delivered)
    assert.equal(await b.deliveries.requeueSince('k2', 0, NOW), 0)
    assert.equal(await b.deliveries.requeueSince('k1', T + 9_001, NOW), 2)
    const claimed = await a.deliveries.claim(aDeliveryClaim('x'))
    assert.deepEqual(idsOf(claimed), ['msg_10004', 'msg_10001', 'msg_10002'])
  })
}
