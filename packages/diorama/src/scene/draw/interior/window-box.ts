import { archetypeOfPlace, hasFeature } from '../../../places.ts'
import type { ScenePlan } from '../../plan/scene-plan.ts'
import type { Stage } from '../../stage.ts'
import type { Box } from './outside-view.ts'

// A place out of doors is named, or somebody there, and seen through the window.
const seesOutside = ({ brief }: Stage) =>
  hasFeature(brief, 'large-windows') ||
  brief.atWindow === true ||
  brief.places.some((place) => archetypeOfPlace(place) !== 'room')

/** Where the window of a plain room is, in the middle of its wall. */
export function windowBox(stage: Stage, { horizon }: Pick<ScenePlan, 'horizon'>): Box {
  const { unit, width } = stage
  const broad = seesOutside(stage)
  // Whoever looks out of it has a broad one before them.
  const half = unit * (broad ? 23 : 14)
  return {
    x: width / 2 - half,
    y: Math.max(unit * 6, horizon * 0.16, horizon - unit * 74),
    width: half * 2,
    height: broad ? Math.min(horizon * 0.66, unit * 40) : Math.min(horizon * 0.56, unit * 34),
  }
}
