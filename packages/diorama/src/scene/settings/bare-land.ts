import { hasFeature } from '../../places.ts'
import { canyonWalls } from '../draw/land/rock-lands.ts'
import { savanna } from '../draw/land/savanna.ts'
import { riceTerraces } from '../draw/land/terraces.ts'
import { floatingIslands, moor, steppe } from '../draw/land/wild-lands.ts'
import { wayNamed, windingWay } from '../draw/land/winding-way.ts'
import type { Part } from '../layers.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import { desertBack, desertGround } from './desert.ts'

// The river of a canyon comes up to whoever looks; who stands there stands on its brink.
function canyon(stage: Stage, plan: ScenePlan): Part[] {
  const brink = plan.placements.some(({ contact }) => contact === 'ground')
  if (brink) return [...canyonWalls(stage, plan), desertGround(stage, plan), ...wayOver(stage, plan)]
  const river = windingWay(stage, plan, 'winding-river', plan.horizon + stage.unit * 2).sheet
  return [...canyonWalls(stage, plan), river]
}

// A road or a river through sand.
function wayOver(stage: Stage, plan: ScenePlan): Part[] {
  const kind = wayNamed(stage) ?? (hasFeature(stage.brief, 'riverside') ? 'winding-river' : undefined)
  const top = plan.horizon + (plan.floor - plan.horizon) * 0.5
  return kind ? [windingWay(stage, plan, kind, top).sheet] : []
}

/** Lands whose ground is all their own: none of the hills and meadows of other country. `behind` is what is seen afar. */
export function bareLand(stage: Stage, plan: ScenePlan, behind: () => Part[]): Part[] | undefined {
  const { brief } = stage
  if (hasFeature(brief, 'canyon')) return canyon(stage, plan)
  if (hasFeature(brief, 'desert')) return [...desertBack(stage, plan), ...wayOver(stage, plan)]
  if (hasFeature(brief, 'savanna')) return savanna(stage, plan)
  if (hasFeature(brief, 'heather')) return moor(stage, plan)
  if (hasFeature(brief, 'steppe')) return steppe(stage, plan)
  if (hasFeature(brief, 'floating-islands')) return floatingIslands(stage, plan)
  if (hasFeature(brief, 'rice-terraces')) return [...behind(), ...riceTerraces(stage, plan)]
  return undefined
}
