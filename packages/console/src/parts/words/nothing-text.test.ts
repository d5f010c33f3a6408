import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nothingText } from './nothing-text.ts'

test('a task of a free model is free, and one that came to nothing is not charged', () => {
  assert.equal(nothingText({ source: 'built-in' }), 'Free')
  assert.equal(nothingText({ source: null }), 'Not charged')
})
