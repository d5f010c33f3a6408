import { hasFeature } from '../../places.ts'
import { skyline } from '../draw/buildings.ts'
import { hillSheet, loneMountain, mountainSheet, rolling } from '../draw/terrain.ts'
import type { Part, Sheet } from '../layers.ts'
import { materialsOf } from '../materials.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'

/** What closes open country off: a town, peaks or hills. */
export function farLand(stage: Stage, plan: ScenePlan): Part[] {
  const materials = materialsOf(stage.season)
  const { unit, light, height } = stage
  const { horizon } = plan
  if (hasFeature(stage.brief, 'skyline')) {
    return [
      skyline(stage, {
        name: 'town',
        foot: horizon + unit * 3,
        low: unit * 8,
        high: unit * 24,
        wide: unit * 7,
        colour: light.dark ? '#4a5288' : '#a9b4c8',
        distance: 0.56,
        depth: 0.22,
        windows: light.dark,
      }),
    ]
  }
  const high = hasFeature(stage.brief, 'peaks')
  // A tall picture has room for tall mountains.
  const tall = Math.min(1.5, Math.max(1, height / (unit * 90)))
  const range = (name: string, tallness: number, away: number, depth: number): Sheet =>
    mountainSheet(stage, {
      name,
      base: horizon + unit * 2,
      height: unit * tallness * tall,
      colour: materials.rock,
      distance: away,
      depth,
      snow: true,
      lightX: plan.light.x,
    })
  if (high) return [range('peaks-far', 40, 0.72, 0.16), range('peaks', 27, 0.42, 0.26)]
  const rise = (name: string, y: number, away: number): Sheet =>
    hillSheet(stage, rolling(stage, name, y, unit * 12, 46), {
      colour: light.lit(materials.grassFar, away),
      depth: 0.3 - away * 0.15,
      crest: y - unit * 11,
    })
  const hills = [rise('rise0', horizon - unit * 4, 0.86), rise('rise1', horizon, 0.68)]
  if (hasFeature(stage.brief, 'low-hills')) return hills
  switch (stage.random.fork('relief').int(0, 4)) {
    case 0:
      return hills
    case 1: {
      const x = plan.light.x > stage.width / 2 ? stage.width * 0.36 : stage.width * 0.64
      const mountain = { x, base: horizon + unit * 2, height: unit * 38 * tall, colour: materials.rock }
      return [
        loneMountain(stage, { ...mountain, distance: 0.6, depth: 0.18, lightX: plan.light.x }),
        rise('rise1', horizon, 0.66),
      ]
    }
    default:
      return [range('peaks', 24, 0.62, 0.22)]
  }
}
