import { gradeInto } from '../../references/grade.ts'
import type { Live } from '../layers.ts'
import type { Stage } from '../stage.ts'

/** The darkness over a scene whose hour passes. */
export function darkening({ passing, brief }: Stage): Live[] {
  if (!passing) return []
  const wash = { ...brief, time: passing.to, weather: [] }
  return [
    {
      kind: 'live',
      depth: 0,
      draw(context, second) {
        gradeInto(context, wash, passing.part(second))
      },
    },
  ]
}

/** Stars and a moon that come out as it gets dark, behind the land. */
export function comingOut(stage: Stage, horizon: number): Live[] {
  const { passing, unit, width } = stage
  if (!passing || (passing.to !== 'night' && passing.to !== 'dusk')) return []
  const random = stage.random.fork('coming-out')
  const stars = Array.from({ length: 150 }, () => ({
    x: random.between(0, width),
    y: horizon * random.next() ** 1.3 * 0.94,
    size: unit * random.between(0.12, 0.34),
    from: random.between(0.3, 0.8),
  }))
  const moon = { x: width * random.between(0.62, 0.8), radius: unit * 4.6 }
  return [
    {
      kind: 'live',
      depth: 0.03,
      draw(context, second) {
        const part = passing.part(second)
        context.fillStyle = '#ffffff'
        for (const { x, y, size, from } of stars) {
          context.globalAlpha = Math.max(0, Math.min(1, (part - from) / 0.2))
          if (context.globalAlpha === 0) continue
          context.beginPath()
          context.arc(x, y, size, 0, Math.PI * 2)
          context.fill()
        }
        const up = Math.max(0, (part - 0.35) / 0.65)
        if (up === 0) return
        context.globalAlpha = Math.min(1, up * 2)
        context.fillStyle = '#fffdf4'
        context.shadowColor = '#ffffff'
        context.shadowBlur = unit * 6
        context.beginPath()
        context.arc(moon.x, horizon * (1.05 - 0.78 * up), moon.radius, 0, Math.PI * 2)
        context.fill()
        context.shadowBlur = 0
        context.globalAlpha = 1
      },
    },
  ]
}
