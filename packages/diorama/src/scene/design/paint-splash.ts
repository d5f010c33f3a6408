import { mix, type Colour } from '../colour.ts'
import { blob } from '../draw/shapes.ts'
import type { Part } from '../layers.ts'
import { boxOf } from '../shot/move-placements.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import { wholePicture } from '../draw/backdrop.ts'
import type { Stage } from '../stage.ts'

/** Paint that flies up behind the subject: a burst of tongues and drops about its middle. */
export function paintSplash(stage: Stage, plan: ScenePlan, colour: Colour): Part[] {
  const { height, unit } = stage
  if (plan.placements.length === 0) return []
  const box = boxOf(plan.placements)
  const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }
  const reach = Math.min(height * 0.46, Math.max(box.right - box.left, box.bottom - box.top) * 0.62)
  const random = stage.random.fork('splash')
  const tongues = Array.from({ length: 34 }, (_, i) => {
    const angle = (i / 34) * Math.PI * 2
    const share = i % 2 === 0 ? random.between(0.85, 1.32) : random.between(0.5, 0.66)
    return { x: middle.x + Math.cos(angle) * reach * share * 1.25, y: middle.y + Math.sin(angle) * reach * share }
  })
  const drops = Array.from({ length: 46 }, () => {
    const [angle, share] = [random.between(0, Math.PI * 2), random.between(1, 1.65)]
    return {
      x: middle.x + Math.cos(angle) * reach * share * 1.25,
      y: middle.y + Math.sin(angle) * reach * share,
      radius: unit * random.between(0.3, 1.5),
    }
  })
  return [
    {
      kind: 'sheet',
      role: 'land',
      depth: 1,
      ...wholePicture(stage),
      draw(context) {
        for (const [share, tone] of [
          [1, mix(colour, '#140a24', 0.22)],
          [0.93, colour],
          [0.62, mix(colour, '#ffffff', 0.22)],
        ] as const) {
          context.fillStyle = tone
          blob(
            context,
            tongues.map(({ x, y }) => ({
              x: middle.x + (x - middle.x) * share,
              y: middle.y + (y - middle.y) * share - (1 - share) * unit * 6,
            })),
          )
          context.fill()
        }
        for (const { x, y, radius } of drops) {
          context.fillStyle = colour
          context.beginPath()
          context.arc(x, y, radius, 0, Math.PI * 2)
          context.fill()
        }
      },
    },
  ]
}
