import assert from 'node:assert/strict'
import test from 'node:test'
import type { Canvas } from '@napi-rs/canvas'
import { drawingOf } from '../../art.ts'
import { POSTURES, type Looks, type Posture, type Subject } from '../../brief.ts'
import { drawRig, rigShape } from './rigs.ts'

function subjectOf(art: string, looks?: Looks): Subject {
  const drawing = drawingOf(art)
  assert.ok(drawing, art)
  return { art, label: drawing.label, kind: drawing.kind, count: 1, scale: 'normal', ...(looks && { looks }) }
}

function coverOf(image: Canvas): { painted: number; sides: number } {
  const { width, height } = image
  const { data } = image.getContext('2d').getImageData(0, 0, width, height)
  const opaque = (x: number, y: number) => (data[(y * width + x) * 4 + 3] ?? 0) > 128
  let painted = 0
  let sides = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!opaque(x, y)) continue
      painted++
      if (x === 0 || x === width - 1 || y === 0) sides++
    }
  }
  return { painted: painted / (width * height), sides }
}

const PEOPLE: Subject[] = [
  subjectOf('woman'),
  subjectOf('old-man', { beard: '#ffffff', suit: '#333344', hat: { art: 'top-hat' } }),
  subjectOf('girl', { hair: { colour: '#b3522c', long: true }, dress: '#3366aa', scarf: '#228844' }),
  subjectOf('cook', { glasses: true }),
  subjectOf('robot'),
  subjectOf('boy', { cape: '#c02020', boots: '#d0c020', mask: '#40a0c0' }),
  subjectOf('woman', { coat: '#3060b0', pack: '#208040', gloves: '#202020', headphones: '#c04040' }),
  subjectOf('man', { apron: '#f0f0e8', tie: '#2050a0', striped: true }),
  subjectOf('girl', { skirt: '#d0a020', necklace: '#ffffff', wreath: true }),
  subjectOf('old-woman', { veil: '#5060a0' }),
  subjectOf('cat', { hat: { art: 'space-helmet' }, top: '#e0e0e0', legs: '#e0e0e0', cape: '#b02020' }),
  subjectOf('bear', { hat: { art: 'viking-helmet' }, coat: '#7a5f3a' }),
  subjectOf('rabbit', { hat: { art: 'pirate-hat' }, dress: '#506090' }),
]
const ANIMALS = [
  'cat',
  'dog',
  'fox',
  'bear',
  'lion',
  'tiger',
  'horse',
  'cow',
  'pig',
  'rabbit',
  'mouse',
  'frog',
  'moose',
]

// How many pixels of a picture hang together with none of the others, apart from specks.
function piecesOf(image: Canvas): number {
  const { width, height } = image
  const { data } = image.getContext('2d').getImageData(0, 0, width, height)
  const left = Uint8Array.from({ length: width * height }, (_, at) => ((data[at * 4 + 3] ?? 0) > 24 ? 1 : 0))
  let pieces = 0
  for (let start = left.indexOf(1); start >= 0; start = left.indexOf(1, start)) {
    const reached = [start]
    left[start] = 0
    let size = 0
    for (let at = reached.pop(); at !== undefined; at = reached.pop(), size++)
      for (const row of [-width, 0, width])
        for (const next of [at + row - 1, at + row, at + row + 1]) {
          if (!left[next]) continue
          left[next] = 0
          reached.push(next)
        }
    if (size > 4) pieces++
  }
  return pieces
}

for (const subject of [...PEOPLE, ...ANIMALS.map((art) => subjectOf(art))]) {
  test(`a ${subject.label} is drawn in every posture, in one piece, and nothing of it is cut off`, async () => {
    for (const posture of POSTURES) {
      const shape = rigShape(subject, posture, [])
      assert.ok(shape, posture)
      const size = { width: shape.width * 0.8, height: shape.height * 0.8 }
      const image = await drawRig(subject, { posture, held: [], phase: 0.3 }, size)
      assert.ok(image, posture)
      const { painted, sides } = coverOf(image)
      assert.ok(painted > 0.12, `${posture}: only ${painted} of its box is painted`)
      // The round end of a limb may touch the edge of its box; a cut one lies along it.
      assert.ok(sides < image.height * 0.16, `${posture}: ${sides} pixels along the edge`)
      assert.equal(piecesOf(image), 1, `${posture}: in pieces`)
    }
  })
}

test('who lies, flies or swims is not cut off below, whatever is on the head', async () => {
  const worn: Looks[] = [{}, { hat: { art: 'space-helmet' } }, { headphones: '#c04040' }, { pack: '#208040' }]
  for (const looks of worn)
    for (const posture of ['lie', 'sleep', 'fly', 'swim'] as const) {
      const { image } = await drawn(subjectOf('woman', looks), posture)
      const { data } = image.getContext('2d').getImageData(0, image.height - 1, image.width, 1)
      const along = data.filter((alpha, at) => at % 4 === 3 && alpha > 128).length
      assert.ok(along < image.width * 0.1, `${posture} in ${Object.keys(looks).join()}: ${along} of ${image.width}`)
    }
})

test('whoever sleeps has closed eyes', async () => {
  const cat = subjectOf('cat')
  const darkIn = async (posture: 'lie' | 'sleep') => {
    const shape = rigShape(cat, posture, [])
    assert.ok(shape)
    const image = await drawRig(
      cat,
      { posture, held: [], phase: 0 },
      { width: shape.width * 3, height: shape.height * 3 },
    )
    assert.ok(image)
    const { data } = image.getContext('2d').getImageData(0, 0, image.width, image.height)
    let dark = 0
    for (let at = 0; at < data.length; at += 4)
      if ((data[at + 3] ?? 0) > 200 && Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0) < 70) dark++
    return dark
  }
  assert.ok((await darkIn('sleep')) < (await darkIn('lie')) * 0.8)
})

test('what is held is in the picture of who holds it, which grows for it', async () => {
  const girl = subjectOf('girl')
  const balloon = { art: 'balloon', width: 40, height: 60, grip: 'string' } as const
  const [without, holding] = [rigShape(girl, 'hold-up', []), rigShape(girl, 'hold-up', [balloon])]
  assert.ok(without && holding && holding.height > without.height)
})

test('an animal that is dressed as people are goes upright as they do, and one with a scarf on its four feet', () => {
  const upright = rigShape(subjectOf('fox', { coat: '#3060b0' }), 'stand', [])
  const onFours = rigShape(subjectOf('fox', { scarf: '#3060b0' }), 'stand', [])
  assert.ok(upright && onFours)
  assert.ok(upright.height > upright.width * 1.3, `${upright.width} by ${upright.height}`)
  assert.ok(onFours.height < onFours.width * 1.2, `${onFours.width} by ${onFours.height}`)
})

async function drawn(subject: Subject, posture: Posture): Promise<{ image: Canvas; ground: number }> {
  const shape = rigShape(subject, posture, [])
  assert.ok(shape, posture)
  const size = { width: shape.width * 2, height: shape.height * 2 }
  const image = await drawRig(subject, { posture, held: [], phase: 0.3 }, size)
  assert.ok(image, posture)
  return { image, ground: image.height }
}

/** The lowest row of a picture that has a pixel of a kind, in its left share. */
function lowest(image: Canvas, share: number, is: (r: number, g: number, b: number) => boolean): number {
  const { width, height } = image
  const { data } = image.getContext('2d').getImageData(0, 0, width, height)
  for (let y = height - 1; y >= 0; y--)
    for (let x = 0; x < width * share; x++) {
      const [r = 0, g = 0, b = 0, alpha = 0] = data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)
      if (alpha > 200 && is(r, g, b)) return y
    }
  return 0
}

test('whoever skis stands on the skis, and no boot goes through them', async () => {
  const { image } = await drawn(subjectOf('boy', { boots: '#2040ff', legs: '#2040ff' }), 'ski')
  const boots = lowest(image, 1, (r, g, b) => b > 150 && r < 90 && g < 110)
  const skis = lowest(image, 1, (r, g, b) => r > 180 && b < 90 && g < 110)
  assert.ok(boots > 0 && boots <= skis, `boots down to ${boots}, skis to ${skis}`)
})

test('a horse that grazes has its muzzle at the grass', async () => {
  for (const art of ['horse', 'unicorn']) {
    const { image, ground } = await drawn(subjectOf(art), 'eat')
    const muzzle = lowest(image, 0.3, () => true)
    assert.ok(muzzle > ground * 0.84 && muzzle < ground, `${art}: ${muzzle} of ${ground}`)
  }
})

test('a scarf is about the neck and not on the muzzle of an animal that lies or eats', async () => {
  const fox = subjectOf('fox', { scarf: '#2030ff' })
  for (const posture of ['eat', 'sleep', 'dig'] as const) {
    const { image } = await drawn(fox, posture)
    assert.equal(
      lowest(image, 0.28, (r, _, b) => b > 180 && r < 90),
      0,
      posture,
    )
    assert.ok(lowest(image, 0.6, (r, _, b) => b > 180 && r < 90) > 0, `${posture}: it is seen`)
  }
})

test('the ears of a rabbit are seen over the brim of its hat', async () => {
  const { image } = await drawn(subjectOf('rabbit', { hat: { art: 'top-hat' } }), 'stand')
  const { width, height } = image
  const { data } = image.getContext('2d').getImageData(0, 0, width, Math.round(height * 0.5))
  let inner = 0
  for (let at = 0; at < data.length; at += 4) {
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
    if (r > 220 && g > 110 && g < 200 && b > 110 && b < 200) inner++
  }
  assert.ok(inner > 60, `${inner} pink pixels`)
})
