import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_SEED } from './generation-request.ts'
import { seedFromPrompt } from './group.ts'

test('the same words always give the same seed, other words another', () => {
  assert.equal(seedFromPrompt('a red fox'), seedFromPrompt('a red fox'))
  assert.notEqual(seedFromPrompt('a red fox'), seedFromPrompt('a red box'))
  assert.ok(Number.isInteger(seedFromPrompt('')) && seedFromPrompt('') <= MAX_SEED)
})
