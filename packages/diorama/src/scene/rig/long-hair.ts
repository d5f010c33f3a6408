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
  // It begins behind the crown: corners beside a narrow head would look like a board.
  context.moveTo(-12, -8)
  context.bezierCurveTo(-50, -12, -48, 58, -32, 78)
  context.bezierCurveTo(-22, 92, 22, 92, 32, 78)
  context.bezierCurveTo(48, 58, 50, -12, 12, -8)
  context.fill()
  context.restore()
}
