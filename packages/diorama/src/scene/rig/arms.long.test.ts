import assert from 'node:assert/strict'
import test from 'node:test'
import type { Canvas } from '@napi-rs/canvas'
import type { Looks, Posture } from '../../brief.ts'
import { drawingOf } from '../../art.ts'
import { rgb } from '../colour.ts'
import type { Point } from '../draw/shapes.ts'
import { breedOf } from './breeds.ts'
import { personJoints } from './person-pose.ts'
import { drawPerson, personBox } from './person-rig.ts'
import { quadrupedJoints } from './quadruped-pose.ts'

const MAGENTA = '#d020c0'
// Light and shade lie on everything that is worn.
const ALIKE = 110

type Shown = { isMagenta(at: Point): boolean; isPainted(at: Point): boolean }

async function shown(art: string, posture: Posture, looks: Looks): Promise<Shown> {
  const person = { art, posture, looks, held: [], phase: 0.3 }
  const box = personBox(person)
  const scale = 3
  const size = { width: (box.right - box.left) * scale, height: (box.bottom - box.top) * scale }
  const image: Canvas = await drawPerson(person, size)
  const context = image.getContext('2d')
  const pixel = ({ x, y }: Point) => {
    const [left, top] = [image.width - (x - box.left) * scale, (y - box.top) * scale]
    return context.getImageData(Math.round(left), Math.round(top), 1, 1).data
  }
  return {
    isPainted: (at) => (pixel(at)[3] ?? 0) > 128,
    isMagenta: (at) => {
      const data = pixel(at)
      return rgb(MAGENTA).reduce((sum, value, i) => sum + Math.abs(value - (data[i] ?? 0)), 0) < ALIKE
    },
  }
}

const WORN: readonly [name: string, art: string, looks: Looks][] = [
  ['a cape', 'woman', { cape: '#204080' }],
  ['a veil', 'old-woman', { veil: '#5060a0' }],
  ['long hair', 'girl', { hair: { long: true, colour: '#b3522c' } }],
  ['a helmet', 'man', { hat: { art: 'space-helmet' } }],
  ['a space suit', 'astronaut', {}],
  ['a coat', 'man', { coat: '#3060b0' }],
  ['a dress', 'woman', { dress: '#3b78c2' }],
  ['fur', 'bear', {}],
]

test('hands that are at the face or before the body are over whatever is worn there', async () => {
  for (const [name, art, looks] of WORN)
    for (const posture of ['cry', 'adjust', 'salute', 'laugh', 'hold', 'straddle', 'meditate'] as const) {
      const picture = await shown(art, posture, { ...looks, gloves: MAGENTA })
      const { near, far } = personJoints(posture)
      for (const { hand } of [near, far]) assert.ok(picture.isMagenta(hand), `${posture} in ${name}`)
    }
})

test('who cries has both hands at the cheeks', () => {
  const { near, far, head, neck } = personJoints('cry')
  for (const { hand } of [near, far]) {
    assert.ok(hand.y < neck.y - 8 && hand.y > head.y, `${hand.y}`)
    assert.ok(Math.abs(hand.x - head.x) < 33, `${hand.x}`)
  }
})

test('the shoulders that a bust is drawn with do not stand out behind a body that is seen from the side', async () => {
  for (const art of ['police-officer', 'pilot', 'woman-red-hair', 'construction-worker', 'elf']) {
    const picture = await shown(art, 'clap', {})
    const { neck } = personJoints('clap')
    assert.ok(picture.isPainted({ x: neck.x, y: neck.y + 10 }), art)
    assert.ok(!picture.isPainted({ x: neck.x - 27, y: neck.y + 10 }), art)
  }
})

test('the hem of a coat or a skirt lies over the knees of who sits with them apart', async () => {
  for (const looks of [{ coat: MAGENTA }, { skirt: MAGENTA }, { apron: MAGENTA }])
    for (const posture of ['straddle', 'meditate'] as const) {
      const picture = await shown('woman', posture, looks)
      const { near, far } = personJoints(posture)
      // Below each knee, where no hand lies.
      for (const [{ knee }, inwards] of [
        [near, 6],
        [far, -6],
      ] as const)
        assert.ok(
          picture.isMagenta({ x: knee.x + inwards, y: knee.y + 8 }),
          `${posture} in a ${Object.keys(looks).join()}`,
        )
    }
})

test('the paws of an animal that climbs are below its face', () => {
  for (const art of ['fox', 'bear', 'cat', 'lion', 'panda', 'monkey', 'dog']) {
    const breed = breedOf(art) ?? assert.fail(art)
    const { head, front } = quadrupedJoints('climb', breed)
    const box = drawingOf(breed.face)?.box ?? assert.fail(breed.face)
    const [rx, ry] = [breed.head / 2, (breed.head * box.height) / box.width / 2]
    for (const [, , paw] of Object.values(front)) {
      const away = Math.hypot((paw.x - head.x) / rx, (paw.y - head.y) / ry)
      assert.ok(away > 1.05, `${art}: ${away}`)
    }
  }
})
