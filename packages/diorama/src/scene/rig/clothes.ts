import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import type { Looks } from '../../brief.ts'
import { mix, type Colour } from '../colour.ts'
import type { Outfit } from '../subjects/person-body.ts'
import { coatOf, dyedCoat } from '../subjects/sitting-body.ts'
import { tonesOf } from '../subjects/tones.ts'
import { polygon } from '../draw/shapes.ts'
import { around, hull, isAstride } from './cloth-hull.ts'
import { leaned, shaded } from './limb.ts'
import type { PersonJoints } from './person-pose.ts'
import { drawOverShirt, drawPattern } from './garments.ts'
import { drawOnTorso } from './wardrobe.ts'

/** What an animal has on of which nothing is told: its fur, in the colour that was wished or in its own. */
export function inFur(face: string, { head, wish }: { head: Canvas; wish: Colour | undefined }): Outfit {
  const coat = coatOf(face, tonesOf(head))
  const { body, belly, limbs } = wish ? dyedCoat(wish) : coat
  return { top: body, legs: body, skin: belly, shoes: limbs, hands: limbs, gown: false, belly }
}

/** What somebody has on, after their looks. */
export function dressed(outfit: Outfit, looks: Looks): Outfit {
  const own = { ...outfit, shoes: looks.boots ?? outfit.shoes, hands: looks.gloves ?? outfit.hands }
  if (looks.swimsuit) return { ...own, top: looks.swimsuit, legs: own.skin, gown: false }
  if (looks.dress) return { ...own, top: looks.coat ?? looks.dress, gown: true }
  if (looks.suit) return { ...own, top: looks.suit, legs: mix(looks.suit, '#10101c', 0.12), gown: false }
  return inTwoParts(own, looks)
}

// A shirt and trousers, or what is in their place.
function inTwoParts(own: Outfit, looks: Looks): Outfit {
  const top = looks.coat ?? (looks.bareChest ? own.skin : looks.top)
  // A skirt shows the legs below it.
  const legs = looks.skirt || looks.shorts ? own.skin : (looks.legs ?? own.legs)
  return { ...own, ...(top && { top }), legs, gown: own.gown && !looks.skirt && !looks.legs && !looks.shorts }
}

function torsoPath(context: SKRSContext2D, sideways: boolean): void {
  const half = sideways ? 17 : 26
  const waist = sideways ? 16 : 22
  context.beginPath()
  context.moveTo(-half * 0.5, -46)
  context.bezierCurveTo(-half, -46, -half * 1.12, -36, -half, -24)
  context.bezierCurveTo(-half * 0.94, -12, -waist, -6, -waist, 6)
  context.quadraticCurveTo(0, 13, waist, 6)
  context.bezierCurveTo(waist, -6, half * 0.94, -12, half, -24)
  context.bezierCurveTo(half * 1.12, -36, half, -46, half * 0.5, -46)
  context.closePath()
}

function lapels(context: SKRSContext2D, { suit = '', bowTie }: Looks): void {
  const shape = (colour: Colour, points: readonly (readonly [number, number])[]) => {
    context.fillStyle = colour
    context.beginPath()
    for (const [x, y] of points) context.lineTo(x, y)
    context.closePath()
    context.fill()
  }
  shape('#fbfbf8', [
    [-9, -46],
    [9, -46],
    [0, -14],
  ])
  if (!bowTie)
    shape('#a8323a', [
      [-3, -42],
      [3, -42],
      [2, -36],
      [4, -20],
      [0, -14],
      [-4, -20],
      [-2, -36],
    ])
  for (const side of [-1, 1])
    shape(mix(suit, '#ffffff', 0.14), [
      [side * 9, -46],
      [side * 14, -34],
      [side * 9, -31],
      [0, -12],
    ])
}

/** The upper body in its clothes. */
export function drawTorso(context: SKRSContext2D, joints: PersonJoints, outfit: Outfit, looks: Looks): void {
  const { hip, lean, sideways } = joints
  context.save()
  context.translate(hip.x, hip.y)
  context.rotate((lean * Math.PI) / 180)
  torsoPath(context, sideways)
  context.fillStyle = shaded(context, outfit.top, -48, 12)
  context.fill()
  context.save()
  context.clip()
  if (looks.suit) lapels(context, looks)
  else if (outfit.belly && outfit.top !== outfit.belly && !looks.top && !looks.coat && !looks.dress) {
    context.fillStyle = outfit.belly
    context.beginPath()
    context.ellipse(sideways ? 8 : 0, -16, sideways ? 10 : 15, 24, 0, 0, Math.PI * 2)
    context.fill()
  } else {
    context.fillStyle = outfit.skin
    context.beginPath()
    context.ellipse(0, -47, 12, 11, 0, 0, Math.PI * 2)
    context.fill()
  }
  if (looks.pattern && !looks.coat) drawPattern(context, looks.pattern, outfit.top, { top: -44, bottom: 12 })
  drawOnTorso(context, looks, outfit.top, sideways)
  drawOverShirt(context, looks, sideways)
  if (!outfit.gown && outfit.belly === undefined) {
    context.fillStyle = mix(outfit.top, '#1c1028', 0.35)
    context.fillRect(-30, 2, 60, 4)
  }
  context.restore()
  context.restore()
}

/** The skirt of a dress: a cloth from the waist over the knees, wherever the legs go. */
export function drawSkirt(context: SKRSContext2D, joints: PersonJoints, outfit: Outfit, looks: Looks): void {
  const { hip, near, far, lean } = joints
  const waist = leaned({ x: hip.x, y: hip.y - 4 }, hip, lean)
  // Over knees that are wide apart it ends there, and the legs hang out of it.
  const low = isAstride(joints) ? 0.06 : 0.5
  const hems = [near, far].map(({ knee, ankle }) => ({
    x: knee.x + (ankle.x - knee.x) * low,
    y: knee.y + (ankle.y - knee.y) * low,
  }))
  const cloth = hull([
    ...around(waist, 18),
    ...[near, far].flatMap(({ knee }) => around(knee, 14)),
    ...hems.flatMap((hem) => around(hem, 15)),
  ])
  context.fillStyle = shaded(context, outfit.top, hip.y - 20, hip.y + 50)
  polygon(context, cloth)
  context.fill()
  context.lineJoin = 'round'
  context.lineWidth = 6
  context.strokeStyle = mix(outfit.top, '#1c1028', 0.1)
  context.stroke()
  if (!looks.pattern || looks.coat) return
  context.save()
  context.clip()
  context.translate(hip.x, hip.y)
  drawPattern(context, looks.pattern, outfit.top, { top: -6, bottom: 110 })
  context.restore()
}
