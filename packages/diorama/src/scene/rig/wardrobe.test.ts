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
