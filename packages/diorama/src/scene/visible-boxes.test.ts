import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { ARCHETYPES } from '../brief.ts'
import { aBrief, aSubject } from '../../test/support/scene-fixtures.ts'
import { buildScene } from './build-scene.ts'
import { coverageOf } from './coverage.ts'
import { visibleBoxes, type Lying } from './visible-boxes.ts'

const SIZE = { width: 320, height: 180 }
const CAMERAS = ['still', 'pan-left', 'pan-right', 'push-in', 'pull-out', 'orbit', 'crane'] as const

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

for (const [index, archetype] of ARCHETYPES.entries()) {
  test(`leaving out what cannot be seen changes no pixel of ${archetype}`, async () => {
    const camera = CAMERAS[index % CAMERAS.length] as (typeof CAMERAS)[number]
    const brief = aBrief({ archetype, camera, subjects: [aSubject('sailboat')], weather: ['fog'], time: 'night' })
    const options = { ...SIZE, seed: 7, seconds: 4 }
    const [sparing, plain] = [await buildScene(brief, options), await buildScene(brief, { ...options, whole: true })]
    for (const second of [0, 1.37, 3.9]) {
      const [ours, whole] = [sparing, plain].map((scene) => painted((context) => scene.drawFrame(context, second)))
      assert.equal(Buffer.compare(ours!.data(), whole!.data()), 0, `at ${second} s, ${camera}`)
    }
  })
}

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
