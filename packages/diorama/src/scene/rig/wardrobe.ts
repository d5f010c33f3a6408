import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Looks } from '../../brief.ts'
import { mix, type Colour } from '../colour.ts'
import { polygon, type Point } from '../draw/shapes.ts'
import { around, hull, isAstride } from './cloth-hull.ts'
import { drawArmour } from './armour.ts'
import { leaned, shaded } from './limb.ts'
import type { PersonJoints } from './person-pose.ts'

const DARK = '#1c1028'

const halfway = (a: Point, b: Point, share: number): Point => ({
  x: a.x + (b.x - a.x) * share,
  y: a.y + (b.y - a.y) * share,
})

/** Paints in the place of an upright body, with the hips at the origin, as far as the body leans. */
function onBody(context: SKRSContext2D, { hip, lean }: PersonJoints, paint: () => void): void {
  context.save()
  context.translate(hip.x, hip.y)
  context.rotate((lean * Math.PI) / 180)
  paint()
  context.restore()
}

// From the shoulders behind the body down to the calves, wider below, and back from who is seen from the side.
function cape(context: SKRSContext2D, joints: PersonJoints, colour: Colour): void {
  const { hip, lean, near, far, sideways } = joints
  const shoulder = (side: number): Point => leaned({ x: hip.x + side, y: hip.y - 42 }, hip, lean)
  const ground = Math.max(near.ankle.y, far.ankle.y)
  const hem = ground - (ground - hip.y) * 0.24
  const back = sideways ? -16 : 0
  const [left, right] = sideways ? [shoulder(-15), shoulder(6)] : [shoulder(-25), shoulder(25)]
  context.fillStyle = shaded(context, mix(colour, DARK, 0.12), left.y, hem)
  context.beginPath()
  context.moveTo(left.x, left.y)
  context.bezierCurveTo(left.x - 12, left.y + 20, hip.x - 44 + back, hip.y, hip.x - 48 + back * 1.6, hem)
  context.quadraticCurveTo(hip.x + back, hem + 9, hip.x + (sideways ? 4 : 48), hem)
  context.bezierCurveTo(
    hip.x + (sideways ? 8 : 44),
    hip.y,
    right.x + (sideways ? 4 : 12),
    right.y + 20,
    right.x,
    right.y,
  )
  context.closePath()
  context.fill()
}

// Over the back of who flies or swims, out to the feet.
function streaming(context: SKRSContext2D, joints: PersonJoints, colour: Colour): void {
  const { hip, lean, near, far } = joints
  const shoulder = (side: number): Point => leaned({ x: hip.x + side, y: hip.y - 42 }, hip, lean)
  const [back, chest] = [shoulder(-15), shoulder(2)]
  const end = { x: hip.x - 72, y: Math.min(near.ankle.y, far.ankle.y) }
  context.fillStyle = shaded(context, mix(colour, DARK, 0.12), back.y, end.y)
  context.beginPath()
  context.moveTo(chest.x, chest.y)
  context.lineTo(back.x, back.y)
  context.bezierCurveTo(back.x - 26, back.y - 12, hip.x - 34, hip.y - 46, end.x, end.y - 30)
  context.quadraticCurveTo(end.x + 14, end.y - 12, end.x + 8, end.y + 4)
  context.quadraticCurveTo(hip.x - 20, hip.y + 6, chest.x, chest.y)
  context.fill()
}

function pack(context: SKRSContext2D, joints: PersonJoints, colour: Colour): void {
  onBody(context, joints, () => {
    const [left, width] = joints.sideways ? [-40, 30] : [-33, 66]
    context.fillStyle = shaded(context, colour, -48, 4)
    context.beginPath()
    context.roundRect(left, -46, width, 46, 13)
    context.fill()
    context.fillStyle = mix(colour, DARK, 0.3)
    context.beginPath()
    context.roundRect(left + 4, -20, width - 8, 18, 7)
    context.fill()
  })
}

/** How far to the sides of the hips clothes reach beyond the body: to the back of who is seen from the side, or both ways. */
export function wardrobeReach({ sideways }: PersonJoints, looks: Looks): { left: number; right: number } {
  if (looks.cape) return sideways ? { left: 78, right: 20 } : { left: 54, right: 54 }
  if (looks.pack) return sideways ? { left: 52, right: 20 } : { left: 40, right: 40 }
  return looks.coat || looks.skirt || looks.apron ? { left: 40, right: 40 } : { left: 0, right: 0 }
}

/** What hangs behind the body: before the body is painted. */
export function drawBehindBody(context: SKRSContext2D, joints: PersonJoints, looks: Looks): void {
  // Who lies on their back has nothing on it: it would be under the ground.
  if (/^(lie|sleep)$/.test(joints.posture)) return
  const hang = /^(fly|swim)$/.test(joints.posture) ? streaming : cape
  if (looks.cape) hang(context, joints, looks.cape)
  if (looks.pack) pack(context, joints, looks.pack)
}

/** Boots over the shins. */
export function drawBoots(context: SKRSContext2D, side: PersonJoints['near'], colour: Colour): void {
  const top = halfway(side.knee, side.ankle, 0.42)
  const along = Math.atan2(side.ankle.y - top.y, side.ankle.x - top.x)
  const across = { x: -Math.sin(along) * 11, y: Math.cos(along) * 11 }
  context.fillStyle = colour
  polygon(context, [
    { x: top.x + across.x, y: top.y + across.y },
    { x: top.x - across.x, y: top.y - across.y },
    { x: side.ankle.x - across.x, y: side.ankle.y - across.y },
    { x: side.ankle.x + across.x, y: side.ankle.y + across.y },
  ])
  context.fill()
}

function stripes(context: SKRSContext2D, colour: Colour): void {
  context.fillStyle = colour
  for (let y = -40; y < 6; y += 11) context.fillRect(-34, y, 68, 5)
}

function tie(context: SKRSContext2D, colour: Colour, ahead: number): void {
  context.fillStyle = colour
  context.beginPath()
  for (const [x, y] of [
    [-4, -45],
    [4, -45],
    [2.5, -38],
    [5, -14],
    [0, -6],
    [-5, -14],
    [-2.5, -38],
  ] as const)
    context.lineTo(x + ahead, y)
  context.closePath()
  context.fill()
}

function beads(context: SKRSContext2D, colour: Colour, ahead: number): void {
  for (let i = 0; i <= 8; i++) {
    const angle = Math.PI * (0.08 + (0.84 * i) / 8)
    context.fillStyle = mix(colour, DARK, i % 2 === 0 ? 0 : 0.16)
    context.beginPath()
    context.arc(ahead + Math.cos(angle) * 15, -44 + Math.sin(angle) * 14, 2.7, 0, Math.PI * 2)
    context.fill()
  }
}

/** What lies on the clothes of the upper body; the body is the clip already. */
export function drawOnTorso(context: SKRSContext2D, looks: Looks, top: Colour, sideways: boolean): void {
  const ahead = sideways ? 9 : 0
  if (looks.striped) stripes(context, mix(top, '#ffffff', 0.62))
  if (looks.tie) tie(context, looks.tie, ahead)
  if (looks.pack && !sideways) {
    context.fillStyle = mix(looks.pack, DARK, 0.25)
    for (const x of [-19, 13]) context.fillRect(x, -48, 6, 40)
  }
  if (looks.necklace) beads(context, looks.necklace, ahead)
}

// How far below the hips the knees are at most of who sits.
const SEATED = 16

// A cloth that hangs from the waist before the legs, however they are bent.
function cloth(
  context: SKRSContext2D,
  joints: PersonJoints,
  colour: Colour,
  shape: { half: number; to: number; open?: true },
): void {
  const { hip, lean, near, far } = joints
  const waist = (x: number): Point => leaned({ x: hip.x + x, y: hip.y - 6 }, hip, lean)
  const { half, to, open } = shape
  const [one, other] = near.knee.x < far.knee.x ? [near, far] : [far, near]
  const [left, right] = [halfway(one.hip, one.knee, to), halfway(other.hip, other.knee, to)]
  context.fillStyle = shaded(context, colour, hip.y - 10, hip.y + 34)
  if ((joints.sideways && left.y < hip.y + SEATED) || isAstride(joints)) {
    // Over raised thighs it lies, and does not hang; what is open falls apart between them.
    const thick = joints.sideways ? half * 0.76 : 13
    const parts = open && isAstride(joints) ? [[left], [right]] : [[left, right]]
    for (const hems of parts) {
      polygon(context, hull([...around(waist(0), half * 0.8), ...hems.flatMap((hem) => around(hem, thick))]))
      context.fill()
    }
    return
  }
  context.beginPath()
  const [from, end] = [waist(-half), waist(half)]
  context.moveTo(from.x, from.y)
  context.lineTo(end.x, end.y)
  context.quadraticCurveTo(end.x + 6, (end.y + right.y) / 2, right.x + half * 0.62, right.y + 4)
  context.quadraticCurveTo((left.x + right.x) / 2, Math.max(left.y, right.y) + 10, left.x - half * 0.62, left.y + 4)
  context.quadraticCurveTo(from.x - 6, (from.y + left.y) / 2, from.x, from.y)
  context.closePath()
  context.fill()
}

function apron(context: SKRSContext2D, joints: PersonJoints, colour: Colour): void {
  const half = joints.sideways ? 15 : 19
  onBody(context, joints, () => {
    const ahead = joints.sideways ? 5 : 0
    context.fillStyle = shaded(context, colour, -40, 8)
    context.beginPath()
    context.roundRect(ahead - half * 0.66, -36, half * 1.32, 40, 4)
    context.fill()
    context.strokeStyle = mix(colour, DARK, 0.18)
    context.lineWidth = 2.4
    context.beginPath()
    for (const side of [-1, 1]) {
      context.moveTo(ahead + side * half * 0.56, -35)
      context.lineTo(ahead + side * 8, -47)
    }
    context.stroke()
  })
  cloth(context, joints, colour, { half, to: 0.92 })
}

function coat(context: SKRSContext2D, joints: PersonJoints, colour: Colour): void {
  const { sideways } = joints
  cloth(context, joints, colour, { half: sideways ? 18 : 25, to: 1, open: true })
  onBody(context, joints, () => {
    const x = sideways ? 8 : 0
    context.strokeStyle = mix(colour, DARK, 0.34)
    context.lineWidth = 1.6
    context.beginPath()
    context.moveTo(x, -38)
    context.lineTo(x, isAstride(joints) ? 4 : 20)
    context.stroke()
    context.fillStyle = mix(colour, DARK, 0.46)
    for (const y of [-28, -14, 0]) {
      context.beginPath()
      context.arc(x + 5, y, 2, 0, Math.PI * 2)
      context.fill()
    }
  })
}

// The part of a cloak that lies on the shoulders, with its clasp: from the front one would see nothing else of it.
function mantle(context: SKRSContext2D, joints: PersonJoints, colour: Colour): void {
  onBody(context, joints, () => {
    context.fillStyle = shaded(context, colour, -48, -22)
    context.beginPath()
    context.moveTo(-14, -48)
    context.bezierCurveTo(-34, -46, -40, -34, -41, -16)
    context.quadraticCurveTo(-26, -20, -20, -26)
    context.quadraticCurveTo(0, -32, 20, -26)
    context.quadraticCurveTo(26, -20, 41, -16)
    context.bezierCurveTo(40, -34, 34, -46, 14, -48)
    context.closePath()
    context.fill()
    context.fillStyle = '#e0b13a'
    context.beginPath()
    context.arc(0, -33, 4, 0, Math.PI * 2)
    context.fill()
  })
}

/** What is worn over everything else on the body. */
export function drawOverBody(context: SKRSContext2D, joints: PersonJoints, looks: Looks): void {
  if (looks.plates) drawArmour(context, joints, looks.plates)
  if (looks.skirt) cloth(context, joints, looks.skirt, { half: joints.sideways ? 18 : 24, to: 0.9 })
  if (looks.coat) coat(context, joints, looks.coat)
  if (looks.apron) apron(context, joints, looks.apron)
  if (looks.cape && !joints.sideways) mantle(context, joints, looks.cape)
}
