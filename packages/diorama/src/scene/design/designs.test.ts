import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aBrief, aSubject, framePixels, richness, shareChanged } from '../../../test/support/scene-fixtures.ts'
import { CARRIERS, DESIGN_KINDS } from '../../design.ts'

const SIZE = { width: 192, height: 128 }

for (const kind of DESIGN_KINDS) {
  test(`${kind} has something to see, and the same seed gives the same`, async () => {
    const brief = aBrief({ design: { kind }, archetype: 'tabletop', subjects: [aSubject('lemon'), aSubject('cat')] })
    const first = await framePixels(brief, SIZE)
    assert.ok(richness(first).entropy > 0.8, kind)
    assert.deepEqual(await framePixels(brief, SIZE), first)
    const scene = await framePixels(aBrief({ archetype: 'tabletop', subjects: brief.subjects }), SIZE)
    assert.ok(shareChanged(first, scene) > 0.3, kind)
  })
}

// How much the pixels left and right of a line differ, summed over the line.
function step(
  pixels: Uint8ClampedArray,
  one: (at: number) => number,
  other: (at: number) => number,
  count: number,
): number {
  let sum = 0
  for (let at = 0; at < count; at++)
    for (let c = 0; c < 3; c++) sum += Math.abs((pixels[one(at) * 4 + c] ?? 0) - (pixels[other(at) * 4 + c] ?? 0))
  return sum / count
}

test('a pattern continues over its edges: the last column meets the first as any two neighbours meet', async () => {
  const brief = aBrief({ design: { kind: 'pattern' }, subjects: [aSubject('lemon'), aSubject('cat')] })
  const { width, height } = { width: 256, height: 192 }
  const pixels = await framePixels(brief, { width, height })
  const columns = (x: number, next: number) =>
    step(
      pixels,
      (y) => y * width + x,
      (y) => y * width + next,
      height,
    )
  const rows = (y: number, next: number) =>
    step(
      pixels,
      (x) => y * width + x,
      (x) => next * width + x,
      width,
    )
  const usual = Math.max(...Array.from({ length: 60 }, (_, i) => columns(20 + i, 21 + i)))
  assert.ok(columns(width - 1, 0) <= usual * 1.5)
  assert.ok(rows(height - 1, 0) <= usual * 1.5)
})

test('a white studio is white in its corners', async () => {
  const studio = { colour: '#ffffff', podium: false, sticker: false }
  const pixels = await framePixels(aBrief({ archetype: 'studio', studio, subjects: [aSubject('watch')] }), SIZE)
  for (const at of [0, SIZE.width - 1, SIZE.width * (SIZE.height - 1), SIZE.width * SIZE.height - 1])
    assert.ok((pixels[at * 4] ?? 0) > 235 && (pixels[at * 4 + 2] ?? 0) > 235)
})

for (const carrier of CARRIERS) {
  test(`words on ${carrier} change the picture, and other words change it again`, async () => {
    const brief = aBrief({ subjects: [aSubject('fox')] })
    const bare = await framePixels(brief, SIZE)
    const one = await framePixels({ ...brief, lettering: { texts: ['Hello'], carrier } }, SIZE)
    const other = await framePixels({ ...brief, lettering: { texts: ['World'], carrier } }, SIZE)
    assert.ok(shareChanged(bare, one) > 0.01 && shareChanged(one, other) > 0.001, carrier)
  })
}
