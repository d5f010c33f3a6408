import type { Live } from '../layers.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import { isLit } from './whose-turn.ts'

/** The glow of lamps, fires and lighthouses over which night falls in the course of a clip. */
export function lampsAtNight({ lampsLit, brief, unit, clock }: Stage, plan: ScenePlan): Live[] {
  if (!lampsLit) return []
  const lamps = plan.placements.filter(({ subject, part }) => {
    const lamp = brief.subjects[subject]
    return lamp !== undefined && !part && isLit(lamp)
  })
  if (lamps.length === 0) return []
  return [
    {
      kind: 'live',
      depth: 1,
      draw(context, second) {
        context.globalCompositeOperation = 'screen'
        for (const { x, foot, height } of lamps) {
          const y = foot - height * 0.84
          const reach = Math.max(unit * 8, height * 0.62) * (1 + 0.03 * clock.wave(second, 0.9))
          const glow = context.createRadialGradient(x, y, 0, x, y, reach)
          glow.addColorStop(0, 'rgba(255,232,170,0.95)')
          glow.addColorStop(0.16, 'rgba(255,206,120,0.55)')
          glow.addColorStop(1, 'rgba(255,170,80,0)')
          context.fillStyle = glow
          context.fillRect(x - reach, y - reach, reach * 2, reach * 2)
        }
        context.globalCompositeOperation = 'source-over'
      },
    },
  ]
}
