import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aBrief, aSubject, framePixels, richness, shareChanged } from '../../../test/support/scene-fixtures.ts'
import { sheetLayout } from './sheet-layout.ts'
import { CARRIERS, DESIGN_KINDS, TILINGS } from '../../design.ts'

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

// How far two columns differ.
const columnsOf =
  (pixels: Uint8ClampedArray, { width, height }: { width: number; height: number }) =>
  (x: number, next: number): number =>
    step(
      pixels,
      (y) => y * width + x,
      (y) => y * width + next,
      height,
    )

test('a pattern continues over its edges: the last column meets the first as any two neighbours meet', async () => {
  const brief = aBrief({ design: { kind: 'pattern' }, subjects: [aSubject('lemon'), aSubject('cat')] })
  const { width, height } = { width: 256, height: 192 }
  const pixels = await framePixels(brief, { width, height })
  const columns = columnsOf(pixels, { width, height })
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

const wordless = aBrief({ subjects: [aSubject('fox')] })
const bare = await framePixels(wordless, SIZE)
for (const carrier of CARRIERS) {
  test(`words on ${carrier} change the picture, and other words change it again`, async () => {
    const brief = wordless
    const one = await framePixels({ ...brief, lettering: { texts: ['Hello'], carrier } }, SIZE)
    const other = await framePixels({ ...brief, lettering: { texts: ['World'], carrier } }, SIZE)
    assert.ok(shareChanged(bare, one) > 0.01 && shareChanged(one, other) > 0.001, carrier)
  })
}

// The share of pixels within some steps of one of the colours, each channel by itself.
function shareOf(pixels: Uint8ClampedArray, colours: readonly (readonly number[])[], steps = 40): number {
  let near = 0
  for (let p = 0; p < pixels.length; p += 4)
    near += colours.some((one) => one.every((level, c) => Math.abs((pixels[p + c] ?? 0) - level) < steps)) ? 1 : 0
  return near / (pixels.length / 4)
}

for (const tiling of TILINGS) {
  test(`${tiling} covers the sheet in the colours that were named, and meets itself over its edges`, async () => {
    const brief = aBrief({ design: { kind: 'tiling', tiling }, subjects: [], colours: ['#1f4fa8', '#f4f1ea'] })
    const { width, height } = { width: 384, height: 256 }
    const pixels = await framePixels(brief, { width, height })
    assert.ok(richness(pixels).entropy > 0.4)
    const mixed = [0.25, 0.5, 0.75].map((share) =>
      [0x1f, 0x4f, 0xa8].map((level, c) => level + (([0xf4, 0xf1, 0xea][c] ?? 0) - level) * share),
    )
    assert.ok(shareOf(pixels, [[0x1f, 0x4f, 0xa8], [0xf4, 0xf1, 0xea], ...mixed], 60) > 0.9)
    const columns = columnsOf(pixels, { width, height })
    const usual = Math.max(...Array.from({ length: 120 }, (_, i) => columns(20 + i, 21 + i)))
    assert.ok(columns(width - 1, 0) <= usual * 1.5)
  })
}

test('a mandala to be coloured is black lines on white and nothing else', async () => {
  const brief = aBrief({
    design: { kind: 'mandala', lined: true },
    style: 'colouring',
    subjects: [aSubject('elephant')],
  })
  const pixels = await framePixels(brief, SIZE)
  for (let p = 0; p < pixels.length; p += 4)
    assert.ok(Math.abs((pixels[p] ?? 0) - (pixels[p + 2] ?? 0)) < 12, `pixel ${p / 4}`)
  assert.ok(shareOf(pixels, [[255, 255, 255]]) > 0.4)
})

test('a page to be coloured has no colour and mostly white', async () => {
  const brief = aBrief({ style: 'colouring', archetype: 'room', subjects: [aSubject('dragon')] })
  const pixels = await framePixels(brief, { width: 384, height: 256 })
  assert.ok(shareOf(pixels, [[255, 255, 255]], 30) > 0.6)
  assert.ok(shareOf(pixels, [[18, 18, 18]], 90) > 0.02)
})

test('a mark keeps a light field as it was named', async () => {
  const brief = aBrief({
    design: { kind: 'mark', shape: 'circle' },
    colours: ['#a9dcc3', '#f4f1ea'],
    subjects: [aSubject('poodle'), aSubject('scissors')],
  })
  assert.ok(shareOf(await framePixels(brief, SIZE), [[0xa9, 0xdc, 0xc3]], 20) > 0.15)
})

for (const sheet of ['poster', 'card', 'print'] as const) {
  test(`the figure of a ${sheet} is more than half as high as the picture, below its words`, async () => {
    const { framePlan } = await import('../shot/frame-plan.ts')
    const piece = { subject: 0, index: 0, x: 60, foot: 100, width: 20, height: 30, pose: 'whole', flip: false } as const
    const plan = {
      horizon: 60,
      floor: 100,
      light: { x: 0, y: 0 },
      focus: { x: 0, y: 0 },
      placements: [{ ...piece, contact: 'ground' as const, order: 1, phase: 0 }],
    }
    const lettering = { texts: ['Hello'], carrier: 'poster' as const }
    const studio = { podium: false, sticker: false, sheet }
    const brief = aBrief({ archetype: 'studio', studio, lettering, subjects: [aSubject('fox')] })
    const [made] = framePlan(plan, brief, { ...SIZE, unit: 1 }).placements
    assert.ok(made && made.height > SIZE.height * 0.5 && made.foot - made.height > SIZE.height * 0.3)
  })
}

test('what is strewn about a card and paint that flies are seen', async () => {
  const studio = { podium: false, sticker: false }
  const brief = aBrief({ archetype: 'studio', studio, subjects: [aSubject('giraffe')] })
  const bare = await framePixels({ ...brief, studio: { ...studio, sheet: 'card' } }, SIZE)
  const hearts = await framePixels({ ...brief, studio: { ...studio, sheet: 'card', decor: ['red-heart'] } }, SIZE)
  assert.ok(shareChanged(bare, hearts) > 0.01)
  const plain = await framePixels(brief, SIZE)
  const splashed = await framePixels({ ...brief, studio: { ...studio, splash: '#8550b5' } }, SIZE)
  assert.ok(shareChanged(plain, splashed) > 0.05)
})

test('the words and the figures of a sheet never meet, wherever the words are', () => {
  const texts = ['TITLE', 'a date']
  for (const sheet of ['poster', 'card', 'print', 'banner', 'menu'] as const) {
    for (const low of [false, true]) {
      const lettering = { texts, carrier: 'poster' as const, ...(low && { low: true as const }) }
      const brief = aBrief({ studio: { podium: false, sticker: false, sheet }, subjects: [aSubject('fox')], lettering })
      const { words, figures } = sheetLayout(brief, SIZE)
      assert.ok(words, sheet)
      const apart = words.bottom <= figures.top || words.top >= figures.bottom || words.right <= figures.left
      assert.ok(apart, `${sheet} ${low}`)
    }
  }
})

test('a thing with a face looks otherwise than without', async () => {
  const brief = aBrief({ design: { kind: 'collection', cut: true }, subjects: [aSubject('lemon')] })
  const bare = await framePixels(brief, SIZE)
  const faced = await framePixels({ ...brief, subjects: [{ ...aSubject('lemon'), face: 'happy' }] }, SIZE)
  assert.notDeepEqual(faced, bare)
})
