import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import type { Stage } from '../stage.ts'
import { headingOf, type PathOf } from './paths.ts'
import { within } from '../eased.ts'

const PLANES = /^(airliner|biplane|fighter-jet)$/

/** Whether somebody needs a runway to get into the air. */
export const needsRunway = ({ brief }: Stage, { subject, carrier }: Placement): boolean =>
  carrier === undefined && PLANES.test(brief.subjects[subject]?.art ?? '')

// From one end of the runway to the other, and from the ground to just under the upper edge.
function runwayOf(stage: Stage, { floor }: ScenePlan, placement: Placement) {
  const { x, foot, width: wide, height: tall } = placement
  const low = Math.min(stage.height * 0.94, Math.max(floor, stage.height * 0.86)) - foot
  const high = Math.min(low, tall + stage.height * 0.1 - foot)
  const edge = wide * 0.5 + stage.width * 0.04
  const [left, right] = [edge - x, stage.width - edge - x]
  const side = headingOf(placement)
  return { low, high, side, from: side > 0 ? left : right, to: side > 0 ? right : left }
}

/** Rolls along the ground, faster and faster, and climbs with its nose up. */
export const takingOff: PathOf = (stage, plan, placement) => {
  const { low, high, side, from, to } = runwayOf(stage, plan, placement)
  return (share) => ({
    x: from + (to - from) * share ** 1.3,
    y: low + (high - low) * within(share, 0.3, 1),
    turn: -side * 0.3 * within(share, 0.26, 0.5) * (1 - 0.4 * within(share, 0.8, 1)),
  })
}

/** Comes down slantwise and rolls out; its nose stays up until the wheels are on the ground. */
export const touchingDown: PathOf = (stage, plan, placement) => {
  const { low, high, side, from, to } = runwayOf(stage, plan, placement)
  return (share) => ({
    x: from + (to - from) * (1 - (1 - share) ** 1.4),
    y: high + (low - high) * within(share, 0, 0.66),
    turn: -side * 0.1 * (1 - within(share, 0.62, 0.8)),
  })
}
