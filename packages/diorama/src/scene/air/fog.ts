import { createCanvas } from '@napi-rs/canvas'
import { traitsOf } from '../../archetype-traits.ts'
import { hasFeature } from '../../places.ts'
import { alpha, mix } from '../colour.ts'
import { reach } from '../draw/reach.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import type { Part } from '../layers.ts'
import type { Stage } from '../stage.ts'

/** Banks of fog that drift through the scene. */
export function fogParts(stage: Stage, plan: ScenePlan, depth: number): Part[] {
  if (!stage.brief.weather.includes('fog')) return []
  // Fog stays outside a window; only where people smoke or fires burn is there some of it in a room.
  const { hasWeather } = traitsOf(stage.brief.archetype).where
  if (!hasWeather && !hasFeature(stage.brief, 'bar') && !hasFeature(stage.brief, 'forge')) return []
  const { unit, light, clock } = stage
  const { from, to } = reach(stage)
  const sway = unit * 12
  const top = Math.min(0, plan.horizon - unit * 60)
  const bottom = stage.height + stage.margin
  return [
    {
      kind: 'sheet',
      role: 'glow',
      depth,
      left: from - sway,
      right: to + sway,
      top,
      bottom,
      opacity: depth > 1 ? 0.26 : 0.66,
      motion: (second) => ({ x: sway * 0.8 * clock.wave(second, 9, depth) }),
      draw(context) {
        const random = stage.random.fork(`fog${depth}`)
        const small = createCanvas(96, 48)
        const paint = small.getContext('2d')
        const colour = mix(light.haze, '#ffffff', light.dark ? 0.1 : 0.4)
        for (let i = 0; i < 24; i++) {
          const x = random.between(0, 96)
          const y = random.between(8, 44)
          const r = random.between(8, 18)
          const gradient = paint.createRadialGradient(x, y, 0, x, y, r)
          gradient.addColorStop(0, alpha(colour, 0.55))
          gradient.addColorStop(1, alpha(colour, 0))
          paint.fillStyle = gradient
          paint.fillRect(0, 0, 96, 48)
        }
        context.imageSmoothingQuality = 'high'
        context.drawImage(small, from - sway, top, to - from + sway * 2, bottom - top)
      },
    },
  ]
}
