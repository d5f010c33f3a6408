import { mix, type Colour } from '../colour.ts'
import type { Sheet } from '../layers.ts'
import type { Stage } from '../stage.ts'

/** Large leaves that reach into the picture from its lower corners. */
export function cornerLeaves(stage: Stage, tone: Colour): Sheet {
  const { unit, width, height } = stage
  return {
    kind: 'sheet',
    role: 'land',
    depth: 1.35,
    shadow: 1.6,
    draw(context) {
      const random = stage.random.fork('corner')
      for (let i = 0; i < 12; i++) {
        const side = i % 2 === 0 ? 0 : 1
        const x = side * width + (side ? -1 : 1) * random.between(-4, 9) * unit
        const y = height - random.between(-4, 13) * unit
        context.save()
        context.translate(x, y)
        context.rotate((side ? -1 : 1) * random.between(0.2, 1.1))
        context.fillStyle = mix(
          tone,
          random.chance(0.5) ? stage.light.shadow : stage.light.key,
          random.between(0.1, 0.4),
        )
        context.beginPath()
        context.moveTo(0, 0)
        context.bezierCurveTo(-unit * 4, -unit * 5, -unit * 3, -unit * 11, 0, -unit * 14)
        context.bezierCurveTo(unit * 3, -unit * 11, unit * 4, -unit * 5, 0, 0)
        context.fill()
        context.restore()
      }
    },
  }
}
