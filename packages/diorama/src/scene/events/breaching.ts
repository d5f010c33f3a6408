import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import { headingOf, type Path } from './paths.ts'
import { within } from '../eased.ts'

// One leap after the other; of several each has its own turn, so that one of them is always in the air.
const LEAP_SECONDS = 2.2

/** Whoever lives in the sea leaps out of it and comes down again; nothing for those who jump in from the land. */
export function breaching(stage: Stage, { horizon }: ScenePlan, placement: Placement): Path | undefined {
  const { brief, height, width } = stage
  if (brief.subjects[placement.subject]?.kind !== 'animal-marine' || placement.carrier !== undefined) return undefined
  const side = headingOf(placement)
  const water = horizon + height * 0.2 - placement.foot
  const down = water + placement.height * 0.5
  // Its tail hardly leaves the water.
  const up = Math.max(water - placement.height * 0.2, placement.height + height * 0.04 - placement.foot)
  const far = Math.min(width * 0.08, placement.width * 0.4)
  return (_share, second) => {
    const at = (second / LEAP_SECONDS + placement.index * 0.37) % 1
    const arc = 4 * at * (1 - at)
    return {
      x: side * far * (2 * at - 1),
      y: down + (up - down) * arc,
      turn: -side * (1 - 2 * at) * 0.75,
      opacity: within(at, 0, 0.07) * (1 - within(at, 0.92, 0.99)),
    }
  }
}
