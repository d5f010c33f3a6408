import { mix, type Colour } from '../../colour.ts'
import { indoors } from '../indoor-light.ts'
import type { Sheet } from '../../layers.ts'
import type { ScenePlan } from '../../plan/scene-plan.ts'
import type { Stage } from '../../stage.ts'

/** A round rug under whoever is in the room. */
export function rug(stage: Stage, plan: ScenePlan, colour: Colour): Sheet {
  const { unit, height } = stage
  const y = Math.min(height - unit * 4, plan.floor - unit * 0.5)
  const wide = Math.min(stage.width * 0.42, unit * 46)
  const x = Math.max(wide * 0.8, Math.min(stage.width - wide * 0.8, plan.focus.x))
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.95,
    left: x - wide * 1.1,
    right: x + wide * 1.1,
    top: y - unit * 9,
    bottom: y + unit * 9,
    shadow: 0.4,
    draw(context) {
      for (const [share, tone] of [
        [1, mix(colour, '#ffffff', 0.1)],
        [0.86, mix(colour, '#fff0d8', 0.55)],
        [0.78, colour],
        [0.42, mix(colour, '#fff0d8', 0.4)],
        [0.34, mix(colour, '#201020', 0.12)],
      ] as const) {
        context.fillStyle = indoors(stage, tone)
        context.beginPath()
        context.ellipse(x, y, wide * share, unit * 6.6 * share, 0, 0, Math.PI * 2)
        context.fill()
      }
    },
  }
}
