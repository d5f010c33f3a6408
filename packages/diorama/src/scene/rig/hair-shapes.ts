import type { SKRSContext2D } from '@napi-rs/canvas'
import type { Looks } from '../../brief.ts'
import { mix, type Colour } from '../colour.ts'
import { longHair } from './long-hair.ts'
import type { PersonJoints } from './person-pose.ts'

type Shape = NonNullable<NonNullable<Looks['hair']>['shape']>

/** How far a shape of hair reaches from the middle of the head: to the sides, and over it. */
export const HAIR_REACH: Record<Shape, { side: number; up: number }> = {
  bob: { side: 46, up: 42 },
  ponytail: { side: 58, up: 48 },
  bun: { side: 40, up: 66 },
  afro: { side: 62, up: 68 },
  dreadlocks: { side: 48, up: 44 },
}

function ball(context: SKRSContext2D, x: number, y: number, radius: number): void {
  context.beginPath()
  context.arc(x, y, radius, 0, Math.PI * 2)
  context.fill()
}

const BEHIND: Record<Shape, (context: SKRSContext2D, colour: Colour) => void> = {
  bob(context) {
    context.beginPath()
    context.moveTo(-36, -20)
    context.bezierCurveTo(-48, 6, -46, 30, -40, 40)
    context.quadraticCurveTo(0, 50, 40, 40)
    context.bezierCurveTo(46, 30, 48, 6, 36, -20)
    context.fill()
  },
  ponytail(context, colour) {
    context.beginPath()
    context.moveTo(14, -40)
    context.bezierCurveTo(62, -44, 66, 20, 44, 62)
    context.bezierCurveTo(40, 30, 34, 0, 10, -18)
    context.fill()
    context.fillStyle = mix(colour, '#c8302c', 0.8)
    ball(context, 20, -32, 6)
  },
  bun(context) {
    ball(context, 0, -46, 19)
  },
  afro(context, colour) {
    ball(context, 0, -12, 56)
    context.fillStyle = mix(colour, '#140c18', 0.02)
    for (let at = 0; at < 14; at++) {
      const turn = Math.PI * (0.86 + (at / 13) * 1.28)
      ball(context, Math.cos(turn) * 50, -12 + Math.sin(turn) * 50, 11)
    }
  },
  dreadlocks(context, colour) {
    for (let at = 0; at < 9; at++) {
      const x = -40 + at * 10
      context.fillStyle = mix(colour, '#140c18', at % 2 === 0 ? 0.1 : 0.26)
      context.beginPath()
      context.roundRect(x - 5, -24, 10, 78 - Math.abs(at - 4) * 2 + (at % 3) * 5, 5)
      context.fill()
    }
  },
}

// Hair of a certain cut.
function hairShape(context: SKRSContext2D, joints: PersonJoints, colour: Colour, shape: Shape): void {
  const { head, headTurn } = joints
  context.save()
  context.translate(head.x, head.y)
  context.rotate((headTurn * Math.PI) / 180)
  context.fillStyle = mix(colour, '#140c18', 0.12)
  BEHIND[shape](context, colour)
  context.restore()
}

/** The hair that is behind head and body, painted before them; its colour is looked up only where there is some. */
export function hairBehind(
  context: SKRSContext2D,
  joints: PersonJoints,
  { hair }: Looks,
  colourOf: () => Colour,
): void {
  if (hair?.long) longHair(context, joints, colourOf())
  if (hair?.shape) hairShape(context, joints, colourOf(), hair.shape)
}
