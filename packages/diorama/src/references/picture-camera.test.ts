import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Brief } from '../brief.ts'
import { pictureCamera } from './picture-camera.ts'

const path = (part: Partial<Brief>) => pictureCamera({ loop: false, ...part } as Brief, { seconds: 5, seed: 2 })
const far = ({ x, y, zoom, push }: ReturnType<ReturnType<typeof path>>): number =>
  Math.abs(x) + Math.abs(y) + Math.abs(zoom) + Math.abs(push)

const MOVES = ['still', 'pan-left', 'pan-right', 'push-in', 'pull-out', 'orbit', 'crane', 'track', 'tilt-down'] as const

test('every move starts where the picture was taken and goes on to the end', () => {
  for (const camera of MOVES) {
    assert.equal(far(path({ camera })(0)), 0, camera)
    assert.ok(far(path({ camera })(5)) > far(path({ camera })(4)), camera)
  }
})

test('a move sideways never shows what lies beyond the picture', () => {
  for (const camera of MOVES)
    for (let second = 0; second <= 5; second += 0.25)
      for (const near of [0, 0.5, 1]) {
        const { x, zoom, push } = path({ camera })(second)
        const margin = (1 - 1 / (1 + zoom + push * near)) / 2
        assert.ok(Math.abs(x * (near - 0.5)) <= margin + 0.002, `${camera} at ${second} s`)
      }
})

test('a loop ends where it began', () => {
  assert.ok(far(path({ camera: 'orbit', loop: true })(5)) < 1e-9)
})

test('what is near grows when the camera goes in, and least when it draws back', () => {
  assert.ok(path({ camera: 'push-in' })(5).push > 0.1)
  assert.ok(path({ camera: 'pull-out' })(5).push < -0.1)
})
