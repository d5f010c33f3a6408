import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aBrief, aSubject, assertRich, framePixels, shareChanged } from '../../../test/support/scene-fixtures.ts'
import { tabledNames } from '../../../test/support/tabled-names.ts'
import { STYLE_NAMES } from './styles.ts'

test('the word tables name exactly the styles that can be drawn', () => {
  assert.deepEqual(tabledNames('style').sort(), STYLE_NAMES.toSorted())
})

test('every style has something to see, and no two draw the same picture', async () => {
  const brief = aBrief({ time: 'day', subjects: [aSubject('fox')] })
  const pictures = await Promise.all(
    STYLE_NAMES.map(async (style) => ({ style, pixels: await framePixels({ ...brief, style }) })),
  )
  for (const { style, pixels } of pictures) assertRich(pixels, style)
  for (const [at, one] of pictures.entries())
    for (const other of pictures.slice(at + 1))
      assert.ok(shareChanged(one.pixels, other.pixels) > 0.1, `${one.style} and ${other.style}`)
})
