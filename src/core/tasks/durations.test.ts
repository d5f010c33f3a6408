import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondsInLine, secondsLeft, typicalSeconds } from './durations.ts'

test('what a result takes is told as a range, from the mean to the third quarter', () => {
  assert.deepEqual(typicalSeconds([1_000, 2_000, 3_000, 10_000]), { low: 3, high: 4 })
  assert.deepEqual(typicalSeconds([1_000, 2_000, 3_000, 4_000]), { low: 2.5, high: 3 })
  assert.deepEqual(typicalSeconds([1_234]), { low: 1.2, high: 1.2 })
  assert.equal(typicalSeconds([]), null)
})

test('who waits is told of whole rounds before its own, and of none where there is room', () => {
  const ten = [10_000]
  const left = (position: number, inWork: number, capacity: number) =>
    secondsInLine(ten, { position, inWork, capacity })
  assert.deepEqual(left(1, 0, 2), { low: 10, high: 10 })
  assert.deepEqual(left(2, 0, 2), { low: 10, high: 10 })
  assert.deepEqual(left(1, 2, 2), { low: 20, high: 20 })
  assert.deepEqual(left(3, 2, 2), { low: 30, high: 30 })
  assert.deepEqual(left(1, 3, 0), { low: 20, high: 20 })
  assert.equal(secondsInLine([], { position: 1, inWork: 0, capacity: 1 }), null)
})

test('of what runs the rest is told, and nothing once it takes longer than any did', () => {
  const took = [1_000, 2_000, 3_000, 10_000]
  assert.deepEqual(secondsLeft(took, 500), { low: 2.5, high: 3.5 })
  assert.deepEqual(secondsLeft(took, 3_500), { low: 0, high: 0.5 })
  assert.deepEqual(secondsLeft(took, 6_000), { low: 4, high: 4 })
  assert.equal(secondsLeft(took, 10_000), null)
})
