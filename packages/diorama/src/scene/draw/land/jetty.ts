import { alpha, mix } from '../../colour.ts'
import type { Sheet } from '../../layers.ts'
import type { Placement, ScenePlan } from '../../plan/scene-plan.ts'
import type { Stage } from '../../stage.ts'
import { polygon } from '../shapes.ts'

/** How far a row of placements reaches to both sides. */
export function extentOf(placements: readonly Placement[]): { left: number; right: number } | undefined {
  if (placements.length === 0) return undefined
  return {
    left: Math.min(...placements.map(({ x, width }) => x - width / 2)),
    right: Math.max(...placements.map(({ x, width }) => x + width / 2)),
  }
}

// Under whoever stands there it is broad enough for all of them; with nobody on it, it leads out beside what floats.
function outline(stage: Stage, { placements, horizon, floor, focus }: ScenePlan) {
  const { unit, width, height, margin } = stage
  const bottom = height + margin
  const standing = extentOf(placements.filter(({ contact }) => contact === 'ground'))
  if (standing) {
    const half = Math.min(width * 0.6, Math.max(unit * 22, (standing.right - standing.left) / 2 + unit * 8))
    const x = (standing.left + standing.right) / 2
    return { top: floor - unit * 9, far: { x, half }, near: { x, half: half * 1.5 }, bottom }
  }
  const side = placements.length > 0 && focus.x < width / 2 ? 1 : -1
  const top = horizon + (floor - horizon) * 0.42
  return {
    top,
    far: { x: width * (0.5 + side * 0.1), half: unit * 4 },
    near: { x: width * (0.5 + side * 0.3), half: unit * 17 },
    bottom,
  }
}

/** Planks on posts that lead out over the water, away from whoever looks. */
export function jetty(stage: Stage, plan: ScenePlan): Sheet {
  const { unit, light } = stage
  const { top, far, near, bottom } = outline(stage, plan)
  const at = (t: number) => ({
    x: far.x + (near.x - far.x) * t,
    y: top + (bottom - top) * t,
    half: far.half + (near.half - far.half) * t,
  })
  const wood = light.lit(stage.season === 'winter' ? '#c9b8a4' : '#b98755', 0.05)
  return {
    kind: 'sheet',
    role: 'land',
    depth: 0.92,
    top: top - unit * 8,
    shadow: 1,
    draw(context) {
      const post = (t: number, side: -1 | 1) => {
        const { x, y, half } = at(t)
        const size = unit * (0.7 + 1.3 * t)
        context.fillStyle = mix(wood, light.shadow, 0.45)
        context.beginPath()
        context.roundRect(x + side * half - size / 2, y - size * 3.2, size, size * 6.4, size * 0.3)
        context.fill()
      }
      const [start, end] = [at(0), at(1)]
      const rim = unit * 1.6
      context.fillStyle = mix(wood, light.shadow, 0.5)
      polygon(context, [
        { x: start.x - start.half, y: start.y },
        { x: start.x + start.half, y: start.y },
        { x: end.x + end.half + rim, y: end.y + rim },
        { x: end.x - end.half - rim, y: end.y + rim },
      ])
      context.fill()
      const planks = 15
      for (let i = 0; i < planks; i++) {
        const [a, b] = [at((i / planks) ** 1.6), at(((i + 0.94) / planks) ** 1.6)]
        context.fillStyle = mix(mix(wood, light.key, i % 2 === 0 ? 0.14 : 0.04), light.shadow, (i % 3) * 0.05)
        polygon(context, [
          { x: a.x - a.half, y: a.y },
          { x: a.x + a.half, y: a.y },
          { x: b.x + b.half, y: b.y },
          { x: b.x - b.half, y: b.y },
        ])
        context.fill()
        context.strokeStyle = alpha(light.shadow, 0.3)
        context.lineWidth = Math.max(1, unit * 0.14)
        context.stroke()
      }
      for (const t of [0.02, 0.26, 0.62]) for (const side of [-1, 1] as const) post(t, side)
    },
  }
}
