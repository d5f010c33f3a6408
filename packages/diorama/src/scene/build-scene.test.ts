import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { buildScene } from './build-scene.ts'
import {
  aBrief,
  aSubject,
  framePixels,
  assertRich,
  homeSubject,
  shareChanged,
} from '../../test/support/scene-fixtures.ts'

test('the same brief, seed and size give the same pixels, whoever builds the scene', async () => {
  const brief = aBrief({ archetype: 'sea', subjects: [aSubject('sailboat')], weather: ['rain'], style: 'watercolour' })
  const first = await framePixels(brief, { at: 1.37 })
  const again = await framePixels(brief, { at: 1.37 })
  assert.deepEqual(first, again)
  const other = await framePixels(brief, { at: 1.37, seed: 8 })
  assert.ok(shareChanged(first, other) > 0.05)
})

const UNHURRIED = {
  'a calm scene': aBrief({ archetype: 'underwater', subjects: [aSubject('octopus')] }),
  'a scene in which the hour changes': aBrief({
    archetype: 'landscape',
    subjects: [aSubject('hut')],
    becomes: 'night',
  }),
}

for (const [name, brief] of Object.entries(UNHURRIED)) {
  test(`${name}: a frame does not depend on the frames drawn before it`, async () => {
    const scene = await buildScene(brief, { width: 192, height: 108, seed: 3, seconds: 4 })
    const draw = (seconds: number[]) => {
      const canvas = createCanvas(192, 108)
      const context = canvas.getContext('2d')
      for (const second of seconds) scene.drawFrame(context, second)
      return context.getImageData(0, 0, 192, 108).data
    }
    // The frame before it too: what is kept from one to the next must be what the next would have drawn.
    assert.deepEqual(draw([2.5]), draw([0, 3.9, 1, 2.46, 2.5]))
  })
}

test('a landscape has something to see, and its subject is seen in it', async () => {
  const empty = await framePixels(aBrief({ time: 'day' }))
  const full = await framePixels(aBrief({ time: 'day', subjects: [homeSubject('landscape')] }))
  assertRich(full, 'a landscape')
  assert.ok(shareChanged(full, empty) > 0.03, `${shareChanged(full, empty)}`)
})
