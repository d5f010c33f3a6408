import type { SKRSContext2D } from '@napi-rs/canvas'
import { mix, type Colour } from '../colour.ts'
import type { PersonJoints } from './person-pose.ts'

const DARK = '#1c1028'
const LIGHT = '#ffffff'

function shape(context: SKRSContext2D, points: readonly (readonly [number, number])[], colour: Colour): void {
  context.fillStyle = colour
  context.beginPath()
  for (const [x, y] of points) context.lineTo(x, y)
  context.closePath()
  context.fill()
}

// A ridge down the middle, one half in the light, and two plates that overlap at the belly.
function breastplate(context: SKRSContext2D, colour: Colour, ahead: number, half: number): void {
  shape(
    context,
    [
      [ahead, -40],
      [half * 0.8, -38],
      [half * 0.86, -16],
      [ahead, -8],
    ],
    mix(colour, LIGHT, 0.3),
  )
  shape(
    context,
    [
      [ahead, -40],
      [-half * 0.8, -38],
      [-half * 0.86, -16],
      [ahead, -8],
    ],
    mix(colour, DARK, 0.12),
  )
  context.strokeStyle = mix(colour, DARK, 0.42)
  context.lineWidth = 1.8
  for (const y of [-16, -6]) {
    context.beginPath()
    context.moveTo(-half * 0.86, y)
    context.quadraticCurveTo(ahead, y + 12, half * 0.86, y)
    context.stroke()
  }
  context.fillStyle = '#5a3d2a'
  context.fillRect(-half * 0.9, 1, half * 1.8, 6)
  context.fillStyle = '#e0b13a'
  context.fillRect(ahead - 4, 0, 8, 8)
}

// Over the top of each arm.
function pauldron(context: SKRSContext2D, { x, y }: { x: number; y: number }, colour: Colour): void {
  for (const [down, size, tone] of [
    [7, 11, mix(colour, DARK, 0.2)],
    [1, 12.5, mix(colour, LIGHT, 0.22)],
  ] as const) {
    context.fillStyle = tone
    context.strokeStyle = mix(colour, DARK, 0.45)
    context.lineWidth = 1.5
    context.beginPath()
    context.ellipse(x, y + down, size, size * 0.78, 0, 0, Math.PI * 2)
    context.fill()
    context.stroke()
  }
}

/** Plates of steel or leather on breast, shoulders and knees, over what is worn beneath. */
export function drawArmour(context: SKRSContext2D, joints: PersonJoints, colour: Colour): void {
  const { hip, lean, near, far, sideways } = joints
  context.save()
  context.translate(hip.x, hip.y)
  context.rotate((lean * Math.PI) / 180)
  breastplate(context, colour, sideways ? 6 : 0, sideways ? 16 : 23)
  context.restore()
  for (const { shoulder, knee } of sideways ? [near] : [near, far]) {
    pauldron(context, shoulder, colour)
    context.fillStyle = mix(colour, LIGHT, 0.16)
    context.beginPath()
    context.ellipse(knee.x, knee.y, 8.5, 8, 0, 0, Math.PI * 2)
    context.fill()
  }
}
