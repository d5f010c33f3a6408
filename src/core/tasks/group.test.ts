import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_SEED } from './generation-request.ts'
import { seedAt, seedWarnings } from './group.ts'

const at = (position: number) => ({ position, count: 3 })

test('results of one request have seeds that follow each other, also past the last there is', () => {
  assert.deepEqual(
    [0, 1, 2].map((position) => seedAt(7, at(position))),
    [7, 8, 9],
  )
  assert.deepEqual(
    [0, 1, 2].map((position) => seedAt(MAX_SEED, at(position))),
    [MAX_SEED, 0, 1],
  )
  assert.equal(seedAt(null, at(2)), null)
})

test('a seed other than the one asked for is told, and only then', () => {
  assert.deepEqual(seedWarnings(7, at(0)), [])
  assert.deepEqual(seedWarnings(null, at(2)), [])
  assert.deepEqual(seedWarnings(7, at(2)), ['seed: 7 was requested for 3 results; this is number 3, with the seed 9.'])
})
