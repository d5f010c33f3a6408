import assert from 'node:assert/strict'
import { test } from 'node:test'
import { didYouMean, letterChanges, nearestName } from './nearest-name.ts'

test('a slip of the finger is found, and what is another name is not', () => {
  const known = ['klein', 'z-image', 'wan', 'diorama']
  const near = { klien: 'klein', Klein: 'klein', zimage: 'z-image', wn: 'wan', dioramma: 'diorama' }
  for (const [wanted, name] of Object.entries(near)) assert.equal(nearestName(wanted, known), name, wanted)
  for (const wanted of ['', 'x', 'luma', 'panorama-2', 'a'.repeat(100_000)])
    assert.equal(nearestName(wanted, known), undefined, wanted.slice(0, 20))
  const parameters = ['aspect_ratio', 'webhook_url', 'output_format', 'output_quality']
  assert.equal(nearestName('aspect', parameters), 'aspect_ratio')
  assert.equal(nearestName('output', parameters), undefined, 'two begin so')
  assert.equal(didYouMean('klien', known), " Did you mean 'klein'?")
  assert.equal(didYouMean('luma', known), '')
})

test('the nearest of several wins', () => {
  assert.equal(nearestName('sandbo', ['sandbag', 'sandbox']), 'sandbox')
  assert.deepEqual([letterChanges('ab', 'ba'), letterChanges('abc', ''), letterChanges('', 'ab')], [1, 3, 2])
})
