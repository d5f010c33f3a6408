import type { Live } from '../layers.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import { onceDone, whoseTurn } from './happen.ts'

/** The darkness before something is lit, and the glow about it afterwards. */
export function lightingUp(stage: Stage, plan: ScenePlan): Live[] {
  const lamp = stage.brief.happenings.includes('light') ? whoseTurn(stage, plan, 'light') : undefined
  if (!lamp || stage.clock.loop) return []
  const { width, height, margin, clock } = stage
  const at = { x: lamp.x, y: lamp.foot - lamp.height * 0.82 }
  return [
    {
      kind: 'live',
      depth: 1,
      draw(context, second) {
        const lit = onceDone(stage, second)
        const flicker = 1 + 0.05 * clock.wave(second, 0.37) + 0.03 * clock.wave(second, 0.23, 0.4)
        const reach = Math.max(width, height) * (0.12 + 0.6 * lit * flicker)
        const dark = context.createRadialGradient(at.x, at.y, 0, at.x, at.y, reach)
        dark.addColorStop(0, `rgba(8,8,24,${0.72 * (1 - lit)})`)
        dark.addColorStop(0.5, `rgba(8,8,24,${0.72 - 0.5 * lit})`)
        dark.addColorStop(1, 'rgba(8,8,24,0.72)')
        context.fillStyle = dark
        context.fillRect(-margin, -margin, width + margin * 2, height + margin * 2)
        if (lit === 0) return
        context.globalCompositeOperation = 'screen'
        const glow = context.createRadialGradient(at.x, at.y, 0, at.x, at.y, reach * 0.55)
        glow.addColorStop(0, `rgba(255,196,110,${0.62 * lit * flicker})`)
        glow.addColorStop(0.35, `rgba(255,160,70,${0.26 * lit})`)
        glow.addColorStop(1, 'rgba(255,140,50,0)')
        context.fillStyle = glow
        context.fillRect(-margin, -margin, width + margin * 2, height + margin * 2)
        context.globalCompositeOperation = 'source-over'
      },
    },
  ]
}
