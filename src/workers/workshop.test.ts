import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Log } from '../ports/runtime.ts'
import { systemRandom } from '../runtime/system.ts'
import { manualClock } from '../../test/support/manual-clock.ts'
import { delegatingPolicy } from './claim-policy.ts'
import { workshop, type WorkshopOrders } from './workshop.ts'

const quietLog: Log = { debug() {}, info() {}, warn() {}, error() {} }

/** A workshop whose process is played by the test. */
function played() {
  const clock = manualClock()
  const seen: string[] = []
  const shops: (WorkshopOrders & { end: () => void })[] = []
  const owners = {
    bury: async (_: unknown, { witnessed }: { witnessed: boolean }) => void seen.push(witnessed ? 'died' : 'left'),
  }
  const opened = workshop({
    store: { owners },
    clock,
    random: systemRandom,
    log: quietLog,
    onClosed: () => void seen.push('closed'),
    openWorkshop(told) {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      shops.push({ ...told, end })
      const kill = (): void => {
        seen.push('killed')
        end()
      }
      return { ended, stop: () => void seen.push('asked to stop'), kill }
    },
  })
  const last = () => shops.at(-1) ?? assert.fail('there is no process')
  return { clock, seen, shops, last, workshop: opened, policy: delegatingPolicy(opened) }
}

test('a workshop is opened by the first that takes long, once, and is there when it says so', async () => {
  const { clock, shops, last, workshop: shop, policy } = played()
  assert.equal(policy.isOpen('image'), true)
  assert.equal(shops.length, 0)
  assert.equal(policy.isOpen('video'), false, 'the first one waits for it')
  assert.equal(policy.isOpen('video'), false)
  assert.equal(shops.length, 1)
  last().onReady()
  assert.equal(shop.isOpen(), true)
  assert.equal(policy.isOpen('video'), false)
  assert.equal(policy.isOpen('image'), true, 'pictures are begun where they are asked for')
  assert.equal(policy.isOpen(), false, 'a place that comes free is not filled here')
  assert.deepEqual(await policy.admit(5, () => assert.fail('nothing is claimed here')), [])
  last().onLeaving()
  last().end()
  await clock.settle()
  assert.equal(policy.isOpen(), true)
})

test('one that does not come is not waited for either', async () => {
  const { clock, seen, shops, last, policy } = played()
  policy.isOpen('video')
  await clock.advance(5_000)
  assert.equal(policy.isOpen('video'), false)
  await clock.advance(1_000)
  assert.equal(policy.isOpen('video'), true)
  assert.deepEqual(seen.splice(0), ['closed'])
  last().end()
  await clock.settle()
  assert.equal(policy.isOpen('video'), true, 'the next comes after a pause, and the work is done here meanwhile')
  await clock.advance(5_000)
  assert.equal(policy.isOpen('video'), false)
  assert.equal(shops.length, 2)
})

test('one that leaves has signed off; one that ends without a word has died, and the next comes after a pause', async () => {
  const { clock, seen, shops, last, workshop: shop } = played()
  shop.call()
  last().onReady()
  last().onLeaving()
  last().end()
  await clock.settle()
  assert.deepEqual(seen.splice(0), ['closed', 'left'])
  shop.call()
  last().onReady()
  last().end()
  await clock.settle()
  assert.deepEqual(seen, ['died', 'closed'])
  shop.call()
  assert.equal(shops.length, 2)
  await clock.advance(5_000)
  shop.call()
  assert.equal(shops.length, 3)
})

test('one that falls silent is not waited for, is there again when it is heard, and is ended when it never is', async () => {
  const { clock, seen, last, workshop: shop } = played()
  shop.call()
  last().onReady()
  await clock.advance(5_000)
  assert.equal(shop.isOpen(), true)
  await clock.advance(1_000)
  assert.equal(shop.isOpen(), false)
  last().onReady()
  assert.equal(shop.isOpen(), true)
  await clock.advance(60_000)
  assert.deepEqual(seen, ['closed', 'closed'])
  await clock.advance(1_000)
  assert.deepEqual(seen, ['closed', 'closed', 'killed', 'died'])
})

test('a stop asks it to end and waits for that; nobody opens another', async () => {
  const { clock, seen, shops, last, workshop: shop } = played()
  shop.call()
  last().onReady()
  let isStopped = false
  const stopped = shop.stop(0).then(() => (isStopped = true))
  await clock.settle()
  assert.equal(isStopped, false)
  last().onLeaving()
  last().end()
  await stopped
  assert.deepEqual(seen, ['asked to stop', 'closed', 'left'])
  shop.call()
  assert.equal(shops.length, 1)
})
