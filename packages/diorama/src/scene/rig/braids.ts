import type { SKRSContext2D } from '@napi-rs/canvas'
import { mix, type Colour } from '../colour.ts'
import type { PersonJoints } from './person-pose.ts'

const KNOTS = 6

/** Two braids from behind the ears down to the chest, painted over the body. */
export function braids(context: SKRSContext2D, { head, headTurn }: PersonJoints, colour: Colour): void {
  context.save()
  context.translate(head.x, head.y)
  context.rotate((headTurn * Math.PI) / 180)
  for (const side of [-1, 1]) {
    for (let knot = 0; knot < KNOTS; knot++) {
      const size = 8.5 - knot * 0.45
      const at = { x: side * (33 - knot * 1.1), y: 8 + knot * 10.5 }
      context.fillStyle = mix(colour, '#140c18', knot % 2 === 0 ? 0.06 : 0.2)
      context.beginPath()
      context.ellipse(at.x, at.y, size, 8, (knot % 2 === 0 ? 0.5 : -0.5) * side, 0, Math.PI * 2)
      context.fill()
    }
    context.fillStyle = '#c8962e'
    context.beginPath()
    context.roundRect(side * (33 - KNOTS * 1.1) - 6, 6 + (KNOTS - 0.4) * 10.5, 12, 5, 2)
    context.fill()
  }
  context.restore()
}
