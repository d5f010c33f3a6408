import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paceJudge, type Fault, type Sighting } from './pace.ts'

const rules = { lookEveryMs: 2_000, graceMs: 10_000, minBytesPerSecond: 8_192, stalledAfterMs: 60_000 }
const quiet: Sighting = { came: 0, isWhole: true, isHeldBack: false, taken: 0, isOwed: false }

/** What is found at which look, when each look sees what `seenAt` says. */
function judged(looks: number, seenAt: (look: number) => Partial<Sighting>): [number, Fault] | undefined {
  const judge = paceJudge(rules, quiet)
  for (let look = 1; look <= looks; look++) {
    const fault = judge({ ...quiet, ...seenAt(look) })
    if (fault !== undefined) return [look, fault]
  }
  return undefined
}

test('a body that stands still is given up right after the grace', () => {
  assert.deepEqual(
    judged(99, () => ({ isWhole: false })),
    [6, 'slow body'],
  )
})

test('a body is judged by its speed on average: what came early may make up for a pause', () => {
  assert.equal(
    judged(60, (look) => ({ isWhole: false, came: look * 2 * 8_192 })),
    undefined,
  )
  assert.deepEqual(
    judged(99, () => ({ isWhole: false, came: 100 * 8_192 })),
    [56, 'slow body'],
  )
  assert.equal(judged(99, (look) => ({ isWhole: false, came: look * 2 * 7_000 }))?.[1], 'slow body')
})

test('while we are the ones who do not read, the client is not to blame', () => {
  assert.equal(
    judged(999, () => ({ isWhole: false, isHeldBack: true })),
    undefined,
  )
})

test('a request that waits for its answer is not slow, however long that takes', () => {
  assert.equal(
    judged(9_999, () => ({})),
    undefined,
  )
})

test('an answer is given up when nothing of it was taken for a minute, and only then', () => {
  assert.deepEqual(
    judged(99, () => ({ isOwed: true })),
    [30, 'stalled response'],
  )
  assert.equal(
    judged(999, (look) => ({ isOwed: true, taken: Math.floor(look / 25) })),
    undefined,
  )
})
