import type { ScenePlan } from '../../plan/scene-plan.ts'
import type { Part } from '../../layers.ts'
import type { Stage } from '../../stage.ts'
import { aside } from '../aside.ts'

/** A pagoda on the free side. */
export function pagoda(stage: Stage, plan: ScenePlan): Part[] {
  const { unit, light } = stage
  const x = aside(stage, plan)
  const foot = plan.horizon + unit * 7
  return [
    {
      kind: 'sheet',
      role: 'land',
      depth: 0.5,
      left: x - unit * 26,
      right: x + unit * 26,
      top: foot - unit * 56,
      bottom: foot + unit * 3,
      shadow: 1.4,
      draw(context) {
        const roof = light.lit('#45606a', 0.24)
        const wall = light.lit('#c8523f', 0.2)
        for (let tier = 0; tier < 4; tier++) {
          const wide = unit * (12 - tier * 2.1)
          const y = foot - tier * unit * 10.5
          context.fillStyle = wall
          context.fillRect(x - wide * 0.66, y - unit * 7, wide * 1.32, unit * 8)
          context.fillStyle = light.dark ? '#ffdf9a' : light.lit('#f4e2c0', 0.1)
          for (const dx of [-0.4, -0.08, 0.24]) context.fillRect(x + dx * wide, y - unit * 5, wide * 0.17, unit * 3.4)
          context.fillStyle = roof
          context.beginPath()
          context.moveTo(x - wide * 1.35, y - unit * 6.6)
          context.quadraticCurveTo(x - wide * 0.7, y - unit * 8, x - wide * 0.5, y - unit * 11)
          context.lineTo(x + wide * 0.5, y - unit * 11)
          context.quadraticCurveTo(x + wide * 0.7, y - unit * 8, x + wide * 1.35, y - unit * 6.6)
          context.quadraticCurveTo(x, y - unit * 5.6, x - wide * 1.35, y - unit * 6.6)
          context.fill()
        }
        context.fillStyle = light.lit('#e0b85c', 0.2)
        context.fillRect(x - unit * 0.3, foot - unit * 52, unit * 0.6, unit * 9.5)
      },
    },
  ]
}
