import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventually, eventuallyOn } from './eventually.ts'
import { manualClock } from './manual-clock.ts'

test('what comes is given back, however many looks it took', async () => {
  let looks = 0
  assert.equal(await eventually(() => (++looks === 3 ? 'here' : undefined)), 'here')
  assert.equal(looks, 3)
})

test('what never comes fails, and says what was waited for', async () => {
  const ship: { lands?: true } = {}
  await assert.rejects(
    eventually(() => ship.lands, 3),
    /looked 3 times .*ship\.lands/,
  )
  const clock = manualClock()
  const from = clock.now()
  await assert.rejects(
    eventuallyOn(clock, 1_000, async () => ship.lands, 3),
    /looked 3 times .*ship\.lands/,
  )
  assert.equal(clock.now() - from, 3_000)
})
