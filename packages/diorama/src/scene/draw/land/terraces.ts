import { mix } from '../../colour.ts'
import type { Part } from '../../layers.ts'
import { materialsOf } from '../../materials.ts'
import type { ScenePlan } from '../../plan/scene-plan.ts'
import type { Stage } from '../../stage.ts'
import { tuft } from '../ground.ts'
import { reach, under } from '../reach.ts'
import { hillSheet, rolling } from '../terrain.ts'

const LEVELS = 6

/** Steps of green fields and still water down a slope. */
export function riceTerraces(stage: Stage, plan: ScenePlan): Part[] {
  const { unit, light } = stage
  const { horizon, floor } = plan
  const { snow } = materialsOf(stage.season)
  const { from, to } = reach(stage)
  const start = horizon - unit * 9
  return Array.from({ length: LEVELS }, (_, level) => {
    const t = level / (LEVELS - 1)
    const y = start + (floor - unit * 6 - start) * t ** 1.15
    const line = rolling(stage, `terrace${level}`, y, unit * (7 - 4.6 * t), 30 + 20 * t)
    const away = 0.5 * (1 - t)
    const bank = light.lit(snow ? '#dfe8f2' : level % 2 === 0 ? '#6f9a44' : '#86b052', away)
    const water = mix(light.lit(snow ? '#c9dcec' : '#a8d0d8', away), light.sky[2], 0.4)
    return hillSheet(stage, line, {
      colour: bank,
      depth: 0.34 + 0.58 * t,
      crest: y - unit * 4,
      shadow: 0.9,
      dress(context) {
        const step = unit * (2.2 + 4.4 * t)
        // The paddy lies behind its bank: a pale edge, a sheet of water, and shoots in rows.
        under(context, stage, (x) => line(x) + step * 0.24, { bottom: stage.height })
        context.fillStyle = water
        context.fill()
        under(context, stage, (x) => line(x) + step, { bottom: stage.height })
        context.fillStyle = bank
        context.fill()
        if (snow) return
        const random = stage.random.fork(`shoots${level}`)
        const gap = unit * (1.3 + 1.8 * t)
        for (let x = from; x < to; x += gap)
          tuft(
            context,
            random,
            {
              x: x + random.between(-0.2, 0.2) * gap,
              y: line(x) + step * random.between(0.5, 0.86),
              size: unit * (0.8 + 1.5 * t),
            },
            light.lit(random.chance(0.5) ? '#8fc04e' : '#79ad46', away),
          )
      },
    })
  })
}
