import { mix } from '../colour.ts'
import type { Live } from '../layers.ts'
import type { Stage } from '../stage.ts'
import { crowd } from './crowd.ts'
import { scatter, whereIs } from './drift.ts'

/** Falling rain, slanting in wind. */
export function rain(stage: Stage): Live {
  const lean = stage.brief.weather.some((w) => w === 'storm' || w === 'wind') ? 0.34 : 0.14
  const motes = scatter(stage.random.fork('rain'), crowd(stage, stage.brief.weather.includes('wind') ? 520 : 330), {
    ...stage,
    size: stage.unit * 6,
    fall: stage.unit * 120,
    sway: 0,
  })
  // Pale before what is dark, and dark before pavements, snow and pale walls.
  const pale = mix(stage.light.haze, '#ffffff', 0.6)
  const dark = mix(stage.light.shadow, '#6f8fb8', 0.6)
  return {
    kind: 'live',
    depth: 1.1,
    draw(context, second) {
      for (const thin of [true, false]) {
        context.strokeStyle = thin ? dark : pale
        context.globalAlpha = thin ? 0.34 : 0.62
        context.lineWidth = stage.unit * (thin ? 0.16 : 0.26)
        context.beginPath()
        for (const mote of motes) {
          if (mote.tone < 0.45 !== thin) continue
          const { x, y } = whereIs(mote, stage.clock, second, stage.height)
          const slant = x - (y - stage.height / 2) * lean
          context.moveTo(slant, y)
          context.lineTo(slant - mote.size * lean, y + mote.size)
        }
        context.stroke()
      }
    },
  }
}
