import { alpha, mix } from '../colour.ts'
import type { Part } from '../layers.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'

const PAVED = /^(street|city|road)$/

/** Whether rain lies on stone or asphalt, which then shows what stands on it. */
export const isWet = ({ brief, season }: Stage): boolean =>
  PAVED.test(brief.archetype) && season !== 'winter' && brief.weather.some((one) => one === 'rain' || one === 'storm')

/** Puddles that hold the sky. */
export function puddles(stage: Stage, plan: ScenePlan): Part[] {
  if (!isWet(stage)) return []
  const { unit, width, height, light } = stage
  const top = plan.floor - unit * 9
  return [
    {
      kind: 'sheet',
      role: 'glow',
      depth: 0.96,
      top,
      draw(context) {
        const random = stage.random.fork('puddles')
        const sheen = context.createLinearGradient(0, top, 0, height)
        sheen.addColorStop(0, alpha(light.sky[3], 0))
        sheen.addColorStop(0.4, alpha(light.sky[3], 0.3))
        sheen.addColorStop(1, alpha(light.sky[2], 0.16))
        context.fillStyle = sheen
        context.fillRect(-stage.margin, top, width + stage.margin * 2, height - top + stage.margin)
        for (let i = 0; i < 9; i++) {
          const y = top + unit * 3 + ((height - top) * (i + 0.4)) / 9
          const near = 0.6 + (0.8 * (y - top)) / (height - top)
          const [x, wide] = [random.between(0, width), unit * random.between(8, 17) * near]
          context.fillStyle = alpha(mix(light.sky[2], light.sky[3], 0.5), 0.72)
          context.beginPath()
          context.ellipse(x, y, wide, wide * 0.13, 0, 0, Math.PI * 2)
          context.fill()
          context.strokeStyle = alpha('#ffffff', 0.55)
          context.lineWidth = unit * 0.18
          for (const share of [0.3, 0.55]) {
            context.beginPath()
            context.ellipse(x + wide * 0.2, y, wide * share, wide * share * 0.13, 0, 0, Math.PI * 2)
            context.stroke()
          }
        }
      },
    },
  ]
}
