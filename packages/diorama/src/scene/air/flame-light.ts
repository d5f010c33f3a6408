import { traitsOf } from '../../archetype-traits.ts'
import { penAt } from '../draw/pen.ts'
import type { Live, Part } from '../layers.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'

const FLAMES =
  /^(campfire|fire|bonfire|candle|candlestick|candelabra|lantern|oil-lamp|torch|fireplace|diya-lamp|kerosene-lamp|jack-o-lantern)$/

type Source = { x: number; y: number; reach: number }

// The flames that the prompt names, in whatever hand or hearth they are.
function named({ brief, unit }: Stage, { placements }: ScenePlan): Source[] {
  return placements
    .filter(({ subject }) => FLAMES.test(brief.subjects[subject]?.art ?? ''))
    .slice(0, 4)
    .map(({ x, foot, height }) => ({ x, y: foot - height * 0.6, reach: Math.max(unit * 46, height * 1.6) }))
}

const asked = ({ brief }: Stage) => brief.particles.includes('candlelight')

// Where a candle is spoken of only by its light, it stands on a small table beside whoever it lights.
function candleSpot(stage: Stage, plan: ScenePlan): { x: number; foot: number } | undefined {
  if (!asked(stage) || !traitsOf(stage.brief.archetype).where.isIndoors || named(stage, plan).length > 0)
    return undefined
  const { unit, width } = stage
  const edges = plan.placements.map(({ x, width: wide }) => ({ left: x - wide / 2, right: x + wide / 2 }))
  const left = Math.min(width / 2, ...edges.map((edge) => edge.left))
  const right = Math.max(width / 2, ...edges.map((edge) => edge.right))
  const x = width - right > left ? right + unit * 10 : left - unit * 10
  return { x: Math.max(unit * 9, Math.min(width - unit * 9, x)), foot: plan.floor }
}

/** The table and its candle, behind whoever is lit. */
export function candleTable(stage: Stage, plan: ScenePlan): Part[] {
  const spot = candleSpot(stage, plan)
  if (!spot) return []
  const { unit } = stage
  return [
    {
      kind: 'sheet',
      role: 'land',
      depth: 0.97,
      left: spot.x - unit * 10,
      right: spot.x + unit * 10,
      top: spot.foot - unit * 34,
      bottom: spot.foot + unit * 2,
      shadow: 1,
      draw(context) {
        const pen = penAt(context, { x: spot.x, foot: spot.foot, scale: unit, tone: (colour) => colour })
        for (const dx of [-6, 5]) pen.box(dx, 0, 1.2, 17, '#6a4630')
        pen.box(-8, 16, 16, 2, '#8f6240', 0.6)
        pen.box(-3, 18, 6, 1.4, '#c9a24a', 0.6)
        pen.box(-0.7, 19, 1.4, 2, '#c9a24a')
        pen.box(-1.3, 20.6, 2.6, 7, '#fbf0d4', 0.5)
        pen.shine(0, 30, 9, '#ffcf6a', 0.9)
        pen.oval(0, 29.8, 2, 4, '#ffb03a')
        pen.oval(0, 29.4, 1, 2.4, '#fff4c8')
      },
    },
  ]
}

/** What a flame does to the dark about it: warm on all that is near, deeper shadow away from it. */
export function flameLight(stage: Stage, plan: ScenePlan): Live[] {
  if (!stage.light.dark) return []
  const { unit, width, height, clock } = stage
  const spot = candleSpot(stage, plan)
  const lights = spot ? [{ x: spot.x, y: spot.foot - unit * 29, reach: unit * 58 }] : named(stage, plan)
  const [first] = lights
  if (!first) return []
  return [
    {
      kind: 'live',
      depth: 1,
      draw(context, second) {
        const flicker = 1 + 0.025 * clock.wave(second, 0.7)
        const dark = context.createRadialGradient(first.x, first.y, first.reach * 0.3, first.x, first.y, width * 0.72)
        dark.addColorStop(0, 'rgba(255,255,255,1)')
        dark.addColorStop(0.45, 'rgba(170,140,150,1)')
        dark.addColorStop(1, 'rgba(70,62,100,1)')
        context.globalCompositeOperation = 'multiply'
        context.fillStyle = dark
        context.fillRect(-width * 0.1, -height * 0.1, width * 1.2, height * 1.2)
        for (const { x, y, reach } of lights) {
          const glow = context.createRadialGradient(x, y, 0, x, y, reach * flicker)
          glow.addColorStop(0, 'rgba(255,190,90,0.85)')
          glow.addColorStop(0.35, 'rgba(255,150,60,0.5)')
          glow.addColorStop(1, 'rgba(255,120,40,0)')
          context.fillStyle = glow
          context.globalCompositeOperation = 'soft-light'
          context.fillRect(x - reach * 1.1, y - reach * 1.1, reach * 2.2, reach * 2.2)
          context.globalCompositeOperation = 'screen'
          context.globalAlpha = 0.4
          context.fillRect(x - reach * 1.1, y - reach * 1.1, reach * 2.2, reach * 2.2)
          context.globalAlpha = 1
        }
        context.globalCompositeOperation = 'source-over'
      },
    },
  ]
}
