import type { SKRSContext2D } from '@napi-rs/canvas'
import { alpha } from '../colour.ts'
import type { Stage } from '../stage.ts'
import { reach } from './reach.ts'

/** How paving stones are seen: how many units a stone is wide far off and near, and how fast the rows come nearer. */
type Paving = { top: number; far: number; near: number; bend: number }

/** The joints between paving stones from `top` down. */
export function pavingJoints(context: SKRSContext2D, stage: Stage, { top, far, near, bend }: Paving): void {
  const { unit, light, height, width, margin } = stage
  const { from, to } = reach(stage)
  context.strokeStyle = alpha(light.shadow, 0.2)
  context.lineWidth = Math.max(1, unit * 0.14)
  for (let i = 1; i < 7; i++) {
    const y = top + (height - top) * (i / 6) ** bend
    context.beginPath()
    context.moveTo(from, y)
    context.lineTo(to, y)
    context.stroke()
  }
  for (let i = -14; i <= 14; i++) {
    context.beginPath()
    context.moveTo(width / 2 + i * unit * far, top)
    context.lineTo(width / 2 + i * unit * near, height + margin)
    context.stroke()
  }
}
