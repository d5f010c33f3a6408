import type { ScenePlan } from '../plan/scene-plan.ts'
import { boxOf, zoomed } from '../shot/move-placements.ts'
import type { Stage } from '../stage.ts'
import { moversIn } from './pace.ts'

// Whoever takes up more of the width than this has nowhere to go.
const WIDEST = 0.52
const FOLLOWED = 0.26
const SMALLEST = 0.58

/** The plan of a clip from a little farther off, where those who are under way would fill the frame and get nowhere. */
export function roomToGo(plan: ScenePlan, stage: Stage): ScenePlan {
  const { brief, clock, width, still } = stage
  if (still || clock.loop || brief.framing || brief.design) return plan
  const under = moversIn(stage, plan).map(({ placement }) => placement)
  if (under.length === 0) return plan
  const { left, right } = boxOf(under)
  const wide = (right - left) / width
  // A camera that follows somebody must come from somewhere with them.
  const widest = brief.camera === 'track' ? FOLLOWED : WIDEST
  if (wide <= widest) return plan
  const box = boxOf(plan.placements)
  const middle = (box.left + box.right) / 2
  const factor = Math.max(SMALLEST, widest / wide)
  const to = { x: width / 2 + (middle - width / 2) * factor, y: box.bottom }
  return { ...plan, placements: zoomed(plan.placements, factor, { x: middle, y: box.bottom }, to) }
}
