import type { Live } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { crowd } from './crowd.ts'
import { scatter, whereIs } from './drift.ts'

/** Rising bubbles. */
export function bubbles(stage: Stage): Live {
  const motes = scatter(stage.random.fork('bubbles'), crowd(stage, 34), {
    ...stage,
    size: stage.unit * 1.25,
    fall: -stage.unit * 7,
    sway: stage.unit * 1.6,
  })
  return {
    kind: 'live',
    depth: 1.1,
    draw(context, second) {
      context.lineWidth = Math.max(1, stage.unit * 0.14)
      for (const mote of motes) {
        const { x, y } = whereIs(mote, stage.clock, second, stage.height)
        context.globalAlpha = 0.75
        context.strokeStyle = 'rgba(255,255,255,0.8)'
        context.fillStyle = 'rgba(255,255,255,0.14)'
        context.beginPath()
        context.arc(x, y, mote.size, 0, Math.PI * 2)
        context.fill()
        context.stroke()
        context.fillStyle = 'rgba(255,255,255,0.85)'
        context.beginPath()
        context.arc(x - mote.size * 0.36, y - mote.size * 0.36, mote.size * 0.2, 0, Math.PI * 2)
        context.fill()
      }
    },
  }
}
