import type { SKRSContext2D } from '@napi-rs/canvas'
import { mix } from '../colour.ts'
import type { PersonJoints } from './person-pose.ts'

/** Hair that falls over the back, painted before the body. */
export function longHair(context: SKRSContext2D, joints: PersonJoints, colour: string): void {
  const { head, headTurn } = joints
  context.save()
  context.translate(head.x, head.y)
  context.rotate((headTurn * Math.PI) / 180)
  context.fillStyle = mix(colour, '#140c18', 0.18)
  context.beginPath()
  context.moveTo(-34, -8)
  context.bezierCurveTo(-46, 30, -46, 58, -32, 78)
  context.bezierCurveTo(-22, 92, 22, 92, 32, 78)
  context.bezierCurveTo(46, 58, 46, 30, 34, -8)
  context.fill()
  context.restore()
}
