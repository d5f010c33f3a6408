import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meadow } from '../../test/support/test-pictures.ts'
import { depthMap } from './depth-map.ts'
import { sampleAt } from './plane.ts'

test('what stands out and what lies low counts as nearer than the sky', () => {
  const depth = depthMap(meadow(480, 270))
  const at = (x: number, y: number): number => sampleAt(depth, x * depth.width, y * depth.height)
  assert.ok(at(0.45, 0.62) > at(0.1, 0.62) + 0.1, 'the ball is as far as the hills beside it')
  assert.ok(at(0.5, 0.95) > at(0.5, 0.05) + 0.4, 'the meadow is as far as the sky')
  assert.ok(depth.data.every((value) => value >= 0 && value <= 1))
})
