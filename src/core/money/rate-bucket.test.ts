import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeUnit, type Rate } from './rate-bucket.ts'

const SIXTY: Rate = { units: 60, windowMs: 60_000 }

/** Asks at each of these times; tells which were allowed. */
function asked(rate: Rate, times: readonly number[]): boolean[] {
  let known = 0
  return times.map((now) => {
    const { answer, fullAt } = takeUnit(rate, known, now)
    known = fullAt
    return answer.isAllowed
  })
}

test('all units of a rate may be used at once, and then one in each part of the time', () => {
  const at = (time: number, count: number): number[] => Array.from({ length: count }, () => time)
  const allowed = asked(SIXTY, [...at(5_000, 61), ...at(6_000, 2), ...at(66_000, 61)])
  assert.deepEqual(allowed.slice(0, 61), [...at(1, 60).map(() => true), false])
  assert.deepEqual(allowed.slice(61, 63), [true, false])
  assert.equal(allowed.slice(63).filter(Boolean).length, 60)
})

test('the answer tells what is left, when the next unit comes and when all are there', () => {
  const first = takeUnit({ units: 2, windowMs: 60_000 }, 0, 1_000)
  assert.deepEqual(first.answer, { isAllowed: true, remaining: 1, fullInMs: 30_000, retryInMs: 0 })
  const second = takeUnit({ units: 2, windowMs: 60_000 }, first.fullAt, 1_000)
  assert.deepEqual(second.answer, { isAllowed: true, remaining: 0, fullInMs: 60_000, retryInMs: 30_000 })
  const third = takeUnit({ units: 2, windowMs: 60_000 }, second.fullAt, 11_000)
  assert.deepEqual(third.answer, { isAllowed: false, remaining: 0, fullInMs: 50_000, retryInMs: 20_000 })
  assert.equal(third.fullAt, second.fullAt)
})

test('a rate that does not divide the time evenly gives out all of its units, and no more', () => {
  for (const units of [1, 7, 13, 997]) {
    const times = Array.from({ length: units + 5 }, () => 3)
    assert.equal(asked({ units, windowMs: 60_000 }, times).filter(Boolean).length, units)
  }
})

test('a rate of nothing allows nothing', () => {
  assert.deepEqual(asked({ units: 0, windowMs: 60_000 }, [0, 99_999]), [false, false])
})
