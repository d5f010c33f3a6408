import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STYLE_NAMES } from './styles/styles.ts'
import { aBrief, aSubject, framePixels, richness, shareChanged } from '../../test/support/scene-fixtures.ts'
import { stylePicture } from './style-picture.ts'

const pixels = await framePixels(aBrief({ subjects: [aSubject('fox')], time: 'sunset' }))

for (const style of STYLE_NAMES) {
  test(`a picture redrawn in ${style} keeps its size, is the same for the same seed, and is not blank`, async () => {
    const given = { width: 192, height: 108, rgba: new Uint8Array(pixels) }
    const kept = given.rgba.slice()
    const first = stylePicture(given, style, 4)
    assert.deepEqual(
      { width: first.width, height: first.height, length: first.rgba.length },
      { width: 192, height: 108, length: 192 * 108 * 4 },
    )
    assert.deepEqual(stylePicture(given, style, 4).rgba, first.rgba)
    assert.deepEqual(given.rgba, kept)
    const { entropy, contrast } = richness(new Uint8ClampedArray(first.rgba))
    assert.ok(entropy > 2 && contrast > 8, `${style}: ${entropy} ${contrast}`)
    assert.ok(shareChanged(new Uint8ClampedArray(first.rgba), new Uint8ClampedArray(given.rgba)) > 0.05)
  })
}
