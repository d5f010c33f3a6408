import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aBrief } from '../../test/support/scene-fixtures.ts'
import { meadow, street } from '../../test/support/test-pictures.ts'
import type { Brief } from '../brief.ts'
import type { Pixels } from '../job.ts'
import { openAtmosphere } from './atmosphere.ts'
import { layPrints, printsOf } from './collage.ts'
import { canvasOf } from '../scene/canvas-of.ts'
import { pixelsOf } from './fit-picture.ts'

const picture = meadow(320, 180)

function under(part: Partial<Brief>, second = 1): Pixels {
  const canvas = canvasOf(picture)
  const atmosphere = openAtmosphere(aBrief(part), picture, 5)
  atmosphere.drawLight(canvas.getContext('2d'), 1)
  atmosphere.drawAir(canvas.getContext('2d'), second, 1)
  return pixelsOf(canvas)
}

function means({ rgba }: Pixels): { red: number; blue: number; light: number } {
  const sums = [0, 0, 0]
  for (let at = 0; at < rgba.length; at++) if (at % 4 !== 3) sums[at % 4]! += rgba[at]!
  const [red, green, blue] = sums.map((sum) => sum / (rgba.length / 4))
  return { red: red!, blue: blue!, light: (red! + green! + blue!) / 3 }
}

test('a prompt that names no time and no weather changes nothing', () => {
  assert.ok(openAtmosphere(aBrief({}), picture, 5).clear)
  assert.equal(Buffer.compare(under({}).rgba, picture.rgba), 0)
})

test('night is darker and bluer, golden light is warmer', () => {
  const [plain, night, golden] = [picture, under({ time: 'night' }), under({ time: 'golden' })].map(means)
  assert.ok(night!.light < plain!.light * 0.75, 'night is as bright as day')
  assert.ok(night!.light > plain!.light * 0.3, 'nothing is left to see at night')
  assert.ok(night!.blue - night!.red > plain!.blue - plain!.red)
  assert.ok(golden!.red - golden!.blue > plain!.red - plain!.blue)
})

test('snow falls: it is there, it moves, and the same second shows the same flakes', () => {
  const [early, again, late] = [
    under({ weather: ['snow'] }, 1),
    under({ weather: ['snow'] }, 1),
    under({ weather: ['snow'] }, 2),
  ]
  assert.equal(Buffer.compare(early.rgba, again.rgba), 0)
  let moved = 0
  for (let at = 0; at < early.rgba.length; at += 4) if (Math.abs(early.rgba[at]! - late.rgba[at]!) > 25) moved += 1
  assert.ok(moved > 200, `flakes changed ${moved} pixels only`)
})

test('every particle that a brief can name is drawn', () => {
  for (const kind of [
    'snow',
    'rain',
    'leaves',
    'fireflies',
    'bubbles',
    'stars',
    'embers',
    'petals',
    'confetti',
  ] as const)
    assert.notEqual(Buffer.compare(under({ particles: [kind] }).rgba, picture.rgba), 0, kind)
})

test('fog hides what is far and spares what is near', () => {
  const foggy = under({ weather: ['fog'] })
  const change = (x: number, y: number): number => {
    const at = (Math.round(y * 180) * 320 + Math.round(x * 320)) * 4
    return Math.abs(foggy.rgba[at]! - picture.rgba[at]!) + Math.abs(foggy.rgba[at + 2]! - picture.rgba[at + 2]!)
  }
  assert.ok(change(0.1, 0.05) > change(0.45, 0.8))
})

test('further pictures lie as prints on the lower right; the rest of the first stays as it was', () => {
  const canvas = canvasOf(picture)
  layPrints(canvas, printsOf([picture, street(200, 300), street(300, 200)], 320, 180))
  const laid = pixelsOf(canvas)
  let [left, right] = [0, 0]
  for (let at = 0; at < laid.rgba.length; at += 4) {
    if (laid.rgba[at] === picture.rgba[at]) continue
    if ((at / 4) % 320 < 120) left += 1
    else right += 1
  }
  assert.ok(right > 4000 && left === 0, `${right} pixels changed on the right, ${left} on the left`)
})
