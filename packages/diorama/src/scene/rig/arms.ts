import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Posture } from '../../brief.ts'
import { brightness, mix, rgb, toHsl, type Colour } from '../colour.ts'
import type { Point } from '../draw/shapes.ts'
import type { Outfit } from '../subjects/person-body.ts'
import { limb, tapered } from './limb.ts'
import type { PersonJoints } from './person-pose.ts'

type Side = PersonJoints['near']

const ARM = [8.4, 7.2, 6.2] as const
const HAND = 7
const SHADE = '#1c1028'
// How light a sleeve is that would be lost before a body as light.
const PALE = 0.78
// How alike a hand and what it lies on are, in steps of the three channels, before one cannot tell them apart.
const ALIKE = 96

const isAlike = (a: Colour, b: Colour): boolean => {
  const other = rgb(b)
  return rgb(a).reduce((sum, value, i) => sum + Math.abs(value - (other[i] ?? 0)), 0) < ALIKE
}

// What stands out from a colour: a darker edge, and about what is nearly black a lighter one.
const edgeOf = (colour: Colour): Colour =>
  brightness(colour) < 0.24 ? mix(colour, '#ffffff', 0.1) : mix(colour, SHADE, 0.3)

function hand(context: SKRSContext2D, at: Point, colour: Colour, behind: Colour): void {
  const disc = (radius: number, paint: Colour) => {
    context.fillStyle = paint
    context.beginPath()
    context.arc(at.x, at.y, radius, 0, Math.PI * 2)
    context.fill()
  }
  if (isAlike(colour, behind)) disc(HAND + 1, edgeOf(colour))
  disc(HAND, colour)
}

/** A whole arm with its hand. */
export function arm(context: SKRSContext2D, side: Side, outfit: Outfit, dim: number): void {
  const [, , light] = toHsl(outfit.top)
  const bones = [side.shoulder, side.elbow, side.hand] as const
  if (light > PALE) limb(context, bones, [ARM[0] + 1, ARM[1] + 1, ARM[2] + 1], mix(outfit.top, SHADE, dim + 0.16))
  limb(context, bones, ARM, mix(outfit.top, SHADE, dim))
  hand(context, side.hand, outfit.hands, outfit.top)
}

// From the front both arms are behind the body, as shoulders are; a hand that is before it brings its forearm along.
function forearm(context: SKRSContext2D, side: Side, outfit: Outfit, behind: Colour): void {
  const cloth = mix(outfit.top, SHADE, 0.14)
  // The edge begins beyond the elbow, where the sleeve goes on.
  const from = { x: side.elbow.x * 0.7 + side.hand.x * 0.3, y: side.elbow.y * 0.7 + side.hand.y * 0.3 }
  context.fillStyle = edgeOf(cloth)
  tapered(context, from, side.hand, [ARM[1] * 0.7 + ARM[2] * 0.3 + 0.6, ARM[2] + 0.8])
  context.fill()
  context.fillStyle = cloth
  tapered(context, side.elbow, side.hand, [ARM[1], ARM[2]])
  context.fill()
  hand(context, side.hand, outfit.hands, behind)
}

// How far from the middle of somebody a hand is at the face, or before the body.
const AT_FACE = 40
const AT_BODY = 24
// On the knee of who sits with crossed legs.
const ON_KNEE = 10

type Over = 'body' | 'face'

/** What the hand of somebody who is seen from the front lies before; nothing where it is beside them. */
function handIsOver({ hand: { x, y }, knee }: Side, { head, neck, hip }: PersonJoints): Over | undefined {
  if (Math.hypot(x - knee.x, y - knee.y) < ON_KNEE) return 'body'
  if (y < neck.y + 6) return y > head.y - 30 && Math.abs(x - head.x) < AT_FACE ? 'face' : undefined
  return y < hip.y + 12 && Math.abs(x - hip.x) < AT_BODY ? 'body' : undefined
}

/** The forearms of who is seen from the front, where their hands are before the body or at the face: painted after it. */
export function forearmsOver(context: SKRSContext2D, joints: PersonJoints, outfit: Outfit, over: Over): void {
  if (joints.sideways) return
  for (const side of [joints.near, joints.far])
    if (handIsOver(side, joints) === over) forearm(context, side, outfit, over === 'face' ? outfit.skin : outfit.top)
}

const HANDS_LAST = /^(read|eat|hold|juggle)/

/** The hands that hold come last, over what they hold. */
export function handsOverHeld(
  context: SKRSContext2D,
  { held, posture }: { held: readonly unknown[]; posture: Posture },
  joints: PersonJoints,
  outfit: Outfit,
): void {
  if (joints.sideways || (held.length === 0 && !HANDS_LAST.test(posture))) return
  for (const side of [joints.near, joints.far]) {
    const behind = handIsOver(side, joints) === 'face' ? outfit.skin : outfit.top
    hand(context, side.hand, mix(outfit.hands, '#6a2c1c', 0.06), behind)
  }
}
