import assert from 'node:assert/strict'
import test from 'node:test'
import { headArt, isBareHead } from './heads.ts'

test('a bust that shows arms of its own lends no head to a body, whatever the tone of its skin', () => {
  assert.equal(headArt('woman-shrugging'), 'woman')
  assert.equal(headArt('man-raising-hand-dark-skin-tone'), 'man-dark-skin-tone')
  assert.equal(headArt('farmer'), 'farmer')
})

test('heads with a collar are busts, and others are bare', () => {
  assert.ok(!isBareHead('man-red-hair'))
  assert.ok(!isBareHead('firefighter'))
  assert.ok(isBareHead('woman'))
  assert.ok(isBareHead('robot'))
})
