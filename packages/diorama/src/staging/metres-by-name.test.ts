import assert from 'node:assert/strict'
import test from 'node:test'
import { metresByName } from './metres-by-name.ts'

test('a name of its own goes before a part of it, and the longer part before the shorter', () => {
  const sizes = ['bus-stop', 'bus', 'baby-dark-skin-tone', 'baby-chick', 'horse-face', 'office-worker'].map(
    metresByName,
  )
  assert.deepEqual(sizes, [2.2, 7, 0.8, 0.16, 2.1, undefined])
})
