import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_DELIVERY_ATTEMPTS, parseRetryAfter, pauseAfterAttempt } from './webhook-schedule.ts'

test('ten attempts over 75 h 35 m 05 s at least, each pause up to 20 % longer and never shorter, none after the tenth', () => {
  assert.equal(MAX_DELIVERY_ATTEMPTS, 10)
  const pauses = Array.from({ length: 9 }, (_, index) => pauseAfterAttempt(index + 1, 0) ?? 0)
  assert.equal(
    pauses.reduce((sum, pause) => sum + pause, 0),
    ((75 * 60 + 35) * 60 + 5) * 1000,
  )
  for (const [index, pause] of pauses.entries()) {
    for (const random of [0.001, 0.25, 0.5, 0.75, 1])
      assert.equal(pauseAfterAttempt(index + 1, random), Math.round(pause * (1 + 0.2 * random)))
  }
  assert.equal(pauseAfterAttempt(10, 0.5), undefined)
})

test('Retry-After stretches a pause to at most double, and never shortens it', () => {
  assert.equal(pauseAfterAttempt(2, 0.5, 1_000), 330_000)
  assert.equal(pauseAfterAttempt(2, 0.5, 400_000), 400_000)
  assert.equal(pauseAfterAttempt(2, 0.5, 10_000_000), 600_000)
  assert.equal(parseRetryAfter('120', 0), 120_000)
  assert.equal(parseRetryAfter(new Date(90_000).toUTCString(), 30_000), 60_000)
  assert.equal(parseRetryAfter('soon', 0), undefined)
})
