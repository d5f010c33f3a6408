import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import { ARCHETYPES } from '../brief.ts'
import { buildScene } from './build-scene.ts'
import { STYLE_NAMES } from './styles/styles.ts'
import {
  aBrief,
  aSubject,
  assertRich,
  framePixels,
  homeSubject,
  shareChanged,
} from '../../test/support/scene-fixtures.ts'

for (const archetype of ARCHETYPES) {
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

for (const archetype of ['landscape', 'sea', 'city', 'road'] as const) {
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

for (const archetype of ARCHETYPES) {
  test(`${archetype} has something to see in every style`, async () => {
    for (const style of STYLE_NAMES) {
      const brief = aBrief({ archetype, style, subjects: [homeSubject(archetype)] })
      assertRich(await framePixels(brief, { width: 128, height: 72 }), `${archetype} ${style}`, archetype)
    }
  })

  test(`the subject is seen in ${archetype}, by day and by night`, async () => {
    for (const time of ['day', 'night'] as const) {
      const empty = await framePixels(aBrief({ archetype, time }))
      const full = await framePixels(aBrief({ archetype, time, subjects: [homeSubject(archetype)] }))
      assert.ok(shareChanged(full, empty) > 0.03, `${archetype} at ${time}: ${shareChanged(full, empty)}`)
    }
  })
}

for (const [width, height] of [
  [64, 256],
  [256, 64],
  [144, 144],
  [108, 192],
  [256, 256],
] as const) {
  test(`a picture of ${width} by ${height} is composed, not cropped: the subject is there`, async () => {
    for (const archetype of ['landscape', 'room', 'sea', 'tabletop'] as const) {
      const brief = aBrief({ archetype, time: 'day' })
      const empty = await framePixels(brief, { width, height })
      const full = await framePixels({ ...brief, subjects: [homeSubject(archetype)] }, { width, height })
      assert.ok(shareChanged(full, empty) > 0.02, `${archetype}: ${shareChanged(full, empty)}`)
    }
  })
}

for (const camera of ['pan-left', 'pan-right', 'orbit', 'push-in', 'pull-out', 'crane'] as const) {
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
