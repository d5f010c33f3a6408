import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '../../../test/support/manual-clock.ts'
import { failedKeys } from './failed-keys.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const REFUSED = { code: 'rate_limit_exceeded' }

test('thirty keys that do not work are looked up in a minute, and then none from that address until time has passed', async () => {
  const clock = manualClock()
  const keys = failedKeys({ clock, log })
  for (let n = 0; n < 30; n++) {
    keys.check('192.0.2.1', `guess ${n}`)
    keys.note('192.0.2.1', `guess ${n}`, false)
  }
  assert.throws(() => keys.check('192.0.2.1', 'one more'), REFUSED)
  keys.check('192.0.2.2', 'somebody else')
  await clock.advance(2_000)
  keys.check('192.0.2.1', 'one more')
})

test('a key that was good at this address goes on working beside guesses; one that was good elsewhere is no help', () => {
  const keys = failedKeys({ clock: manualClock(), log })
  keys.note('192.0.2.1', 'neighbour', true)
  keys.note('198.51.100.1', 'far away', true)
  for (let n = 0; n < 30; n++) keys.note('192.0.2.1', `guess ${n}`, false)
  keys.check('192.0.2.1', 'neighbour')
  assert.throws(() => keys.check('192.0.2.1', 'far away'), REFUSED)
})

test('of IPv6 the network counts, and a crowd of addresses pushes out those that were heard of longest ago', () => {
  const keys = failedKeys({ clock: manualClock(), log })
  for (let n = 0; n < 30; n++) keys.note(`2001:db8:1:2::${n}`, 'guess', false)
  assert.throws(() => keys.check('2001:db8:1:2:ffff::1', 'guess'), REFUSED)
  for (let n = 0; n < 20_000; n++) keys.note(`10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`, 'guess', false)
  keys.check('2001:db8:1:2:ffff::1', 'guess')
})
