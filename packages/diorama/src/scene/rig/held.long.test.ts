import assert from 'node:assert/strict'
import test from 'node:test'
import { allDrawings } from '../../art.ts'
import { POSTURES } from '../../brief.ts'
import { renderArt } from '../subjects/render-art.ts'
import { handleOf } from './handles.ts'
import { heldBox, heldPlace, type Held } from './held.ts'
import { personBox } from './person-rig.ts'
import { personJoints } from './person-pose.ts'

const TOOLS: Held[] = ['axe', 'carpentry-saw', 'rake', 'whisk', 'broom', 'screwdriver'].map((art) => ({
  art,
  width: 60,
  height: 90,
  grip: 'hand',
}))

test('a held tool lies within the box of who holds it, however it is turned', () => {
  for (const tool of TOOLS)
    for (const posture of POSTURES) {
      const place = heldPlace(tool, personJoints(posture), posture)
      const [needs, box] = [heldBox(tool, place), personBox({ art: 'man', posture, looks: {}, held: [tool] })]
      const within =
        box.left <= needs.left && box.right >= needs.right && box.top <= needs.top && box.bottom >= needs.bottom
      assert.ok(within, `${tool.art}, ${posture}`)
    }
})

test('a turned tool needs another box than an upright one, and its hand stays on it', () => {
  const [, , , whisk] = TOOLS as [Held, Held, Held, Held]
  const place = heldPlace(whisk, personJoints('reach'), 'reach')
  const [turned, upright] = [heldBox(whisk, place), heldBox(whisk, { ...place, turn: 0 })]
  assert.ok(turned.right - turned.left > upright.right - upright.left)
  assert.ok(turned.left <= place.hand.x && place.hand.x <= turned.right)
  assert.ok(turned.top <= place.hand.y && place.hand.y <= turned.bottom)
})

test('binoculars are before the eyes, a crown that is put on is over them and a coat below the face', () => {
  const joints = personJoints('adjust')
  const placeOf = (art: string) => heldPlace({ art, width: 50, height: 50, grip: 'both' }, joints, 'adjust')
  const eyes = joints.head.y + 11
  assert.ok(placeOf('binoculars').y < eyes - 20 && placeOf('binoculars').y + 50 > eyes + 8)
  assert.ok(placeOf('crown').y + 50 < eyes - 20)
  assert.ok(placeOf('coat').y >= joints.neck.y)
})

test('a violin is under the chin, a trumpet at the mouth, a cello on the floor', () => {
  const joints = personJoints('reach')
  const placeOf = (art: string, grip: Held['grip']) => heldPlace({ art, width: 80, height: 80, grip }, joints, 'reach')
  const [violin, trumpet, cello] = [placeOf('violin', 'chin'), placeOf('trumpet', 'mouth'), placeOf('cello', 'floor')]
  assert.ok(violin.hand.y > joints.head.y && violin.hand.y <= joints.neck.y)
  assert.ok(Math.abs(trumpet.hand.x - joints.head.x) < 20 && trumpet.hand.y > joints.head.y)
  assert.equal(cello.y + 80, 0)
})

// How far a place is from what is painted of a drawing, in shares of its longer side.
async function awayFromPaint(art: string, [x, y]: readonly [number, number], mirrored: boolean): Promise<number> {
  const box = allDrawings().find(({ id }) => id === art)?.box
  assert.ok(box, art)
  const scale = 100 / Math.max(box.width, box.height)
  const picture = await renderArt(art, box.width * scale, box.height * scale)
  const { width, height } = picture
  const { data } = picture.getContext('2d').getImageData(0, 0, width, height)
  let nearest = Number.POSITIVE_INFINITY
  for (let at = 0; at < width * height; at++)
    if ((data[at * 4 + 3] ?? 0) > 128) {
      const across = (mirrored ? 1 - x : x) * width - (at % width)
      nearest = Math.min(nearest, Math.hypot(across, y * height - Math.floor(at / width)))
    }
  return nearest / 100
}

test('the hand that holds a tool is on it, and its tip is a part of it', async () => {
  const missed: string[] = []
  for (const { id } of allDrawings()) {
    const handle = handleOf(id)
    if (!handle) continue
    const [hand, tip] = [
      await awayFromPaint(id, handle.at, handle.mirrored === true),
      handle.tip ? await awayFromPaint(id, handle.tip, handle.mirrored === true) : 0,
    ]
    if (hand > 0.06) missed.push(`${id}: the hand is ${hand.toFixed(2)} away`)
    if (tip > 0.1) missed.push(`${id}: the tip is ${tip.toFixed(2)} away`)
  }
  assert.deepEqual(missed, [])
})

test('the upper end of what is long is beside the face of who holds it, and not before it', () => {
  const joints = personJoints('hold')
  for (const [art, wide] of [
    ['wizard-staff', 0.4],
    ['battle-axe', 0.8],
    ['war-hammer', 0.8],
    ['pitchfork', 0.5],
    ['trident', 0.5],
    ['halberd', 0.5],
  ] as const) {
    const tool: Held = { art, width: 120 * wide, height: 120, grip: 'hand' }
    const place = heldPlace(tool, joints, 'hold')
    const [up, across] = [place.hand.y - place.y, place.x + tool.width / 2 - place.hand.x]
    const end = {
      x: place.hand.x + across * Math.cos(place.turn) + up * Math.sin(place.turn),
      y: place.hand.y + across * Math.sin(place.turn) - up * Math.cos(place.turn),
    }
    const apart = Math.hypot(end.x - joints.head.x, end.y - joints.head.y)
    assert.ok(apart > 36, `${art}: its end is ${apart.toFixed(0)} from the middle of the face`)
  }
})
