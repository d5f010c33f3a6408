import type { Live } from '../layers.ts'
import { turnOf } from '../events/whose-turn.ts'
import { partOf, spotIn, type Figure } from './figure-part.ts'

/** Hands over a covered face where they are said to turn; otherwise a second hand that ticks. */
export function hands(figure: Figure, face: readonly [number, number, number]): Live {
  const { stage, plan, placement, move } = figure
  const at = spotIn(figure, face[0], face[1])
  const radius = face[2] * at.scale
  const { brief, clock } = stage
  const runs = turnOf(stage, plan, 'spin', placement) !== undefined || brief.happenings.includes('time-lapse')
  const motion = partOf(at, move, () => ({}))
  return {
    kind: 'live',
    depth: 1,
    draw(context, second) {
      const { x = 0, y = 0, stretchX = 1, stretchY = 1 } = motion(second)
      context.save()
      context.translate(placement.x + at.x + x, placement.foot + at.y + y)
      context.scale(stretchX, stretchY)
      const hand = (angle: number, long: number, wide: number, colour: string) => {
        context.strokeStyle = colour
        context.lineCap = 'round'
        context.lineWidth = radius * wide
        context.beginPath()
        context.moveTo(0, 0)
        context.lineTo(Math.sin(angle) * radius * long, -Math.cos(angle) * radius * long)
        context.stroke()
      }
      if (runs) {
        context.fillStyle = '#fbf3e0'
        context.beginPath()
        context.arc(0, 0, radius * 0.72, 0, Math.PI * 2)
        context.fill()
        const turn = clock.turn(second, 2)
        hand(turn / 12 + 5.2, 0.42, 0.1, '#3a2622')
        hand(turn + 1, 0.66, 0.07, '#3a2622')
      } else hand(Math.floor(clock.turn(second, 60) / (Math.PI / 30)) * (Math.PI / 30), 0.68, 0.035, '#c4372f')
      context.restore()
    },
  }
}
