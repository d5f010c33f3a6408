import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOTTOM, floors } from './floors.ts'

const busy = { from: BOTTOM, lowest: { turn: 70, time: 9_000 }, lastTurn: 75, passed: 1_000 }

test('a search begins at the bottom until enough has passed for it to matter', () => {
  const { of, note } = floors(() => 0)
  assert.equal(of('e', 10_000), BOTTOM)
  note('e', 10_000, { ...busy, passed: 999 })
  assert.equal(of('e', 10_000), BOTTOM)
  note('e', 10_000, { ...busy, passed: 1 })
  assert.deepEqual(of('e', 10_000), { turn: 70, time: 8_000 })
  assert.equal(of('f', 10_000), BOTTOM)
})

test('once in a second, and when the clock went back, a search begins at the bottom again', () => {
  let ms = 0
  const { of, note } = floors(() => ms)
  note('e', 10_000, busy)
  const floor = of('e', 10_000)
  ms = 1_000
  assert.equal(of('e', 10_500), floor)
  assert.equal(of('e', 9_999), BOTTOM)
  // What was found from the floor up tells nothing of what lies below.
  note('e', 10_500, { from: floor, lowest: { turn: 90, time: 9_500 }, lastTurn: 95, passed: 20 })
  assert.equal(of('e', 10_500), floor)
  ms = 1_001
  assert.equal(of('e', 10_500), BOTTOM)
  note('e', 10_500, { from: BOTTOM, lowest: { turn: 60, time: undefined }, lastTurn: 60, passed: 1 })
  assert.deepEqual(of('e', 10_500), { turn: 60, time: 9_500 })
})

test('where nothing waits, the floor is the last turn that was seen', () => {
  const { of, note } = floors(() => 0)
  note('e', 10_000, busy)
  note('e', 10_000, { from: BOTTOM, lowest: { turn: undefined, time: undefined }, lastTurn: BOTTOM.turn, passed: 0 })
  assert.deepEqual(of('e', 10_000), { turn: 75, time: 9_000 })
})
