import assert from 'node:assert/strict'
import test from 'node:test'
import { POSTURES } from '../../brief.ts'
import { heldBox, heldPlace, type Held } from './held.ts'
import { personBox } from './person-rig.ts'
import { personJoints } from './person-pose.ts'

const TOOLS: Held[] = ['axe', 'carpentry-saw', 'rake', 'ladle', 'broom', 'screwdriver'].map((art) => ({
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
  const [, , , ladle] = TOOLS as [Held, Held, Held, Held]
  const place = heldPlace(ladle, personJoints('reach'), 'reach')
  const [turned, upright] = [heldBox(ladle, place), heldBox(ladle, { ...place, turn: 0 })]
  assert.ok(turned.right - turned.left > upright.right - upright.left)
  assert.ok(turned.left <= place.hand.x && place.hand.x <= turned.right)
  assert.ok(turned.top <= place.hand.y && place.hand.y <= turned.bottom)
})

test('a violin is under the chin, a trumpet at the mouth, a cello on the floor', () => {
  const joints = personJoints('reach')
  const placeOf = (art: string, grip: Held['grip']) => heldPlace({ art, width: 80, height: 80, grip }, joints, 'reach')
  const [violin, trumpet, cello] = [placeOf('violin', 'chin'), placeOf('trumpet', 'mouth'), placeOf('cello', 'floor')]
  assert.ok(violin.hand.y > joints.head.y && violin.hand.y <= joints.neck.y)
  assert.ok(Math.abs(trumpet.hand.x - joints.head.x) < 20 && trumpet.hand.y > joints.head.y)
  assert.equal(cello.y + 80, 0)
})
