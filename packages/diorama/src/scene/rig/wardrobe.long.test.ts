import assert from 'node:assert/strict'
import test from 'node:test'
import { drawingOf } from '../../art.ts'
import type { Looks, Posture, Subject } from '../../brief.ts'
import { rgb } from '../colour.ts'
import { drawRig, rigShape } from './rigs.ts'

const MAGENTA = '#d020c0'
// Light and shade lie on everything that is worn.
const ALIKE = 90

const GARMENTS: readonly [name: string, looks: Looks, least: number][] = [
  ['cape', { cape: MAGENTA }, 0.01],
  ['coat', { coat: MAGENTA }, 0.08],
  ['suit of armour', { plates: MAGENTA }, 0.01],
  ['mustache', { mustache: MAGENTA }, 0.002],
  ['apron', { apron: MAGENTA }, 0.03],
  ['skirt', { skirt: MAGENTA }, 0.02],
  ['pair of boots', { boots: MAGENTA }, 0.01],
  ['pair of gloves', { gloves: MAGENTA }, 0.004],
  ['tie', { tie: MAGENTA }, 0.002],
  ['necklace', { necklace: MAGENTA }, 0.001],
  ['backpack', { pack: MAGENTA }, 0.004],
  ['headscarf', { veil: MAGENTA }, 0.05],
  ['face mask', { mask: MAGENTA }, 0.005],
  ['pair of headphones', { headphones: MAGENTA }, 0.005],
]

async function shareOf(looks: Looks, posture: Posture): Promise<number> {
  const { label, kind } = drawingOf('woman') ?? assert.fail('no woman')
  const subject: Subject = { art: 'woman', label, kind, count: 1, scale: 'normal', looks }
  const shape = rigShape(subject, posture, []) ?? assert.fail(posture)
  const image = await drawRig(subject, { posture, held: [], phase: 0.3 }, { width: shape.width, height: shape.height })
  assert.ok(image, posture)
  const { width, height } = image
  const { data } = image.getContext('2d').getImageData(0, 0, width, height)
  const wanted = rgb(MAGENTA)
  let found = 0
  for (let at = 0; at < data.length; at += 4) {
    const far = wanted.reduce((sum, value, i) => sum + Math.abs(value - (data[at + i] ?? 0)), 0)
    if ((data[at + 3] ?? 0) > 128 && far < ALIKE) found++
  }
  return found / (width * height)
}

for (const [name, looks, least] of GARMENTS) {
  test(`a ${name} is seen in its colour, standing and from the side`, async () => {
    assert.equal(await shareOf({}, 'stand'), 0)
    for (const posture of ['stand', 'walk'] as const) {
      const share = await shareOf(looks, posture)
      assert.ok(share >= least, `${posture}: ${share.toFixed(4)} of the picture`)
    }
  })
}

test('a bust has its glasses before its eyes and its collar in the colour of what is worn', async () => {
  const { label, kind } = drawingOf('man-bald') ?? assert.fail('no bald man')
  const looks: Looks = { glasses: 'dark', top: MAGENTA }
  const subject: Subject = { art: 'man-bald', label, kind, count: 1, scale: 'normal', looks }
  const shape = rigShape(subject, 'stand', []) ?? assert.fail('no rig')
  const image = await drawRig(subject, { posture: 'stand', held: [], phase: 0.3 }, shape)
  const { width, height } = image ?? assert.fail('no figure')
  const at = (x: number, y: number) => [
    ...(image?.getContext('2d').getImageData(Math.round(x * width), Math.round(y * height), 1, 1).data ?? []),
  ]
  // Across the upper half of the head there are dark glasses, and below the chin nothing of the old green collar.
  const row = Array.from({ length: 60 }, (_, i) => at(0.25 + i / 120, 0.27))
  assert.ok(row.filter(([r = 255, g = 255, b = 255]) => r < 60 && g < 60 && b < 70).length > 8)
  const shoulders = Array.from({ length: 60 }, (_, i) => at(0.25 + i / 120, 0.46))
  assert.ok(!shoulders.some(([r = 0, g = 0, , a = 0]) => a > 200 && g > r + 60))
})
