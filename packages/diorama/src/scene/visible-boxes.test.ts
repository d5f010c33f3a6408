import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { coverageOf } from './coverage.ts'
import { visibleBoxes, type Lying } from './visible-boxes.ts'

const SIZE = { width: 320, height: 180 }

function painted(draw: (context: ReturnType<Canvas['getContext']>) => void): Canvas {
  const canvas = createCanvas(SIZE.width, SIZE.height)
  draw(canvas.getContext('2d'))
  return canvas
}

const lying = (canvas: Canvas, rest: Partial<Lying> = {}): Lying => ({
  coverage: coverageOf(canvas),
  scale: { x: 1, y: 1 },
  at: { x: 0, y: 0 },
  sway: 0,
  hides: true,
  ...rest,
})

// A solid sheet that reaches beyond the frame on all sides.
const solid = painted((context) => context.fillRect(0, 0, SIZE.width, SIZE.height))
const beyond = (rest: Partial<Lying> = {}): Lying =>
  lying(solid, { scale: { x: 2, y: 2 }, at: { x: -160, y: -90 }, ...rest })

test('what a solid sheet covers is not drawn, unless that sheet is seen through', () => {
  assert.deepEqual(visibleBoxes([beyond(), beyond()], SIZE), [[], undefined])
  assert.deepEqual(visibleBoxes([beyond(), beyond({ hides: false })], SIZE), [undefined, undefined])
  const [behind] = visibleBoxes([beyond(), beyond({ at: { x: -160, y: 90 } })], SIZE)
  assert.deepEqual(behind, [{ x: 0, y: 0, width: 320, height: 96 }])
})

test('a sheet is drawn only around what it holds', () => {
  const spot = painted((context) => context.fillRect(84, 84, 8, 8))
  assert.deepEqual(visibleBoxes([lying(spot)], SIZE), [[{ x: 64, y: 64, width: 64, height: 64 }]])
  assert.deepEqual(visibleBoxes([lying(spot, { at: { x: 400, y: 0 } })], SIZE), [[]])
})

test('a sheet that was not asked about is drawn whole', () => {
  assert.deepEqual(visibleBoxes([undefined, beyond()], SIZE), [undefined, undefined])
})
