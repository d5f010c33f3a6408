import assert from 'node:assert/strict'
import test from 'node:test'
import type { Canvas } from '@napi-rs/canvas'
import { POSTURES, type Looks, type Posture, type Subject } from '../../brief.ts'
import { assertDrawnWhole, FIGURES, subjectOf } from '../../../test/support/rig-checks.ts'
import { drawRig, rigShape } from './rigs.ts'

for (const subject of FIGURES) {
  test(`a ${subject.label} is drawn in every posture, in one piece, and nothing of it is cut off`, async () => {
    for (const posture of POSTURES) await assertDrawnWhole(subject, posture)
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
