import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { ARCHETYPES } from '../brief.ts'
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

for (const archetype of ['landscape', 'room', 'sea'] as const) {
  test(`a picture of ${archetype}, which keeps no sheet, has the pixels of the clip at its best second`, async () => {
    const size = { width: 192, height: 108 }
    // Nothing that turns or happens: that is for clips alone.
    const subjects = [aSubject('red-apple'), aSubject('hut')]
    const brief = aBrief({ archetype, subjects, time: 'sunset' })
    const [still, clip] = await Promise.all(
      [true, false].map((alone) => buildScene(brief, { ...size, seed: 3, seconds: 4, still: alone })),
    )
    const [one, other] = [still, clip].map((scene) => {
      const canvas = createCanvas(size.width, size.height)
      scene!.drawFrame(canvas.getContext('2d'), scene!.stillAt)
      return canvas.data()
    })
    assert.equal(Buffer.compare(one!, other!), 0)
  })
}

for (const archetype of ['road'] as const) {
  test(`a looping ${archetype} ends where it began, and moves in between`, async () => {
    const brief = aBrief({ archetype, subjects: [aSubject('automobile')], loop: true, particles: ['snow', 'leaves'] })
    const start = await framePixels(brief, { at: 0 })
    assert.deepEqual(await framePixels(brief, { at: 4 }), start)
    assert.ok(shareChanged(await framePixels(brief, { at: 2 }), start) > 0.01)
    // The step over the seam is no larger than any other step.
    const last = await framePixels(brief, { at: 4 - 1 / 24 })
    const next = await framePixels(brief, { at: 1 / 24 })
    assert.ok(shareChanged(last, start) < shareChanged(next, start) + 0.08)
  })
}

for (const [index, archetype] of ARCHETYPES.entries()) {
  test(`${archetype} has something to see, and its subject is seen in it`, async () => {
    const time = index % 2 === 0 ? 'day' : 'night'
    const empty = await framePixels(aBrief({ archetype, time }))
    const full = await framePixels(aBrief({ archetype, time, subjects: [homeSubject(archetype)] }))
    assertRich(full, archetype, archetype)
    assert.ok(shareChanged(full, empty) > 0.03, `${archetype} at ${time}: ${shareChanged(full, empty)}`)
  })
}

for (const [width, height, archetype] of [
  [64, 256, 'landscape'],
  [256, 64, 'room'],
  [144, 144, 'sea'],
  [108, 192, 'tabletop'],
] as const) {
  test(`a picture of ${width} by ${height} is composed, not cropped: the subject is there`, async () => {
    const brief = aBrief({ archetype, time: 'day' })
    const empty = await framePixels(brief, { width, height })
    const full = await framePixels({ ...brief, subjects: [homeSubject(archetype)] }, { width, height })
    assert.ok(shareChanged(full, empty) > 0.02, `${archetype}: ${shareChanged(full, empty)}`)
  })
}

for (const camera of ['pan-left', 'orbit'] as const) {
  test(`the camera does ${camera}, and never shows an edge`, async () => {
    const brief = aBrief({ camera, subjects: [aSubject('castle')], time: 'day' })
    const start = await framePixels(brief, { at: 0.3 })
    const end = await framePixels(brief, { at: 3.6 })
    assert.ok(shareChanged(start, end) > 0.03)
    for (const pixels of [start, end]) {
      for (let p = 3; p < pixels.length; p += 4) assert.equal(pixels[p], 255)
    }
  })
}

test('time, season and weather each change the picture', async () => {
  const plain = await framePixels(aBrief({ time: 'day' }))
  for (const brief of [
    aBrief({ time: 'night' }),
    aBrief({ time: 'day', season: 'winter' }),
    aBrief({ time: 'day', season: 'autumn' }),
    aBrief({ time: 'day', weather: ['fog'] }),
    aBrief({ time: 'day', weather: ['storm'] }),
    aBrief({ time: 'day', places: ['desert'] }),
    aBrief({ time: 'day', colours: ['#c03080'] }),
  ]) {
    assert.ok(shareChanged(plain, await framePixels(brief)) > 0.08)
  }
})
