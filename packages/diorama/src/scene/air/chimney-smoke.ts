import { mix } from '../colour.ts'
import type { Part } from '../layers.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import { STYLES } from '../styles/styles.ts'
import type { Stage } from '../stage.ts'

// Where the chimney of a drawing ends, in shares of its box; of houses that show none, where theirs would be.
const CHIMNEYS: readonly [RegExp, { x: number; y: number }][] = [
  [/^cabin$/, { x: 0.74, y: 0 }],
  [/^factory$/, { x: 0.3, y: 0.02 }],
  [/house|cottage|hut|farm|villa|mansion|barn|bakery/, { x: 0.66, y: 0.1 }],
]

const PUFFS = 7

function chimneyOf({ brief }: Stage, { subject, x, foot, width, height, flip }: Placement) {
  const art = brief.subjects[subject]?.art ?? ''
  const at = CHIMNEYS.find(([pattern]) => pattern.test(art))?.[1]
  return at && { x: x + width * (at.x - 0.5) * (flip ? -1 : 1), y: foot - height * (1 - at.y), size: width }
}

/** Smoke that rises from the chimneys of the houses that are there, where it is asked for. */
export function chimneySmoke(stage: Stage, plan: ScenePlan): Part[] {
  const { light, clock, brief } = stage
  if (!brief.particles.includes('smoke')) return []
  const grey = light.dark ? mix(light.sky[2], '#c9cede', 0.5) : mix(light.sky[2], '#8f8f98', 0.55)
  const colour = STYLES[brief.style].live(grey)
  return plan.placements.flatMap((placement): Part[] => {
    const from = chimneyOf(stage, placement)
    if (!from) return []
    const { x, y, size } = from
    const high = Math.min(size * 0.6, Math.max(size * 0.3, y * 0.85))
    return [
      {
        kind: 'live',
        depth: 1,
        draw(context, second) {
          context.fillStyle = colour
          for (let puff = 0; puff < PUFFS; puff++) {
            const t = (puff / PUFFS + (clock.travel(second, 0.11, 1) % 1) + 1) % 1
            context.globalAlpha = 0.8 * (1 - t) ** 0.8
            context.beginPath()
            const sway = Math.sin(t * 5 + puff) * size * 0.03
            context.arc(x + size * 0.16 * t ** 1.4 + sway, y - high * t, size * (0.035 + 0.07 * t), 0, Math.PI * 2)
            context.fill()
          }
          context.globalAlpha = 1
        },
      },
    ]
  })
}
