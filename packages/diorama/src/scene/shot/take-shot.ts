import { traitsOf } from '../../archetype-traits.ts'
import type { Brief } from '../../brief.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import { boxOf, zoomed } from './move-placements.ts'
import { portraitShot } from './portrait-shot.ts'

type Size = { width: number; height: number }

// How much of a body a close-up shows from the head down; drawings without a body are shown whole.
const SHOWN = 0.56
const hasBody = ({ pose, posture }: Placement) =>
  posture === undefined
    ? pose === 'standing' || pose === 'sitting'
    : /^(stand|sit|hold|walk|look-up|read|eat)$/.test(posture)

function closeUp(plan: ScenePlan, brief: Brief, { width, height }: Size): ScenePlan {
  const first = plan.placements.find(({ subject, index }) => subject === 0 && index === 0)
  if (!first) return plan
  const alone = plan.placements.length === 1
  const box = alone ? boxOf([first]) : boxOf(plan.placements)
  const [wide, high] = [box.right - box.left, box.bottom - box.top]
  const cut = alone && hasBody(first) && brief.framing?.shot !== 'macro'
  const shown = cut ? SHOWN : 1
  const factor = Math.max(1, Math.min((height * 0.88) / (high * shown), (width * 0.86) / wide))
  const top = cut ? height * 0.1 : (height - high * factor) / 2 + height * 0.02
  const placements = zoomed(
    plan.placements,
    factor,
    { x: (box.left + box.right) / 2, y: box.top },
    { x: width / 2, y: top },
  )
  const floor = Math.min(height * 0.99, top + high * factor)
  return { ...plan, placements, floor, focus: { x: width / 2, y: height / 2 } }
}

// Small in a large land: the eye finds them on a third.
function wideShot(plan: ScenePlan, { width, height }: Size): ScenePlan {
  if (plan.placements.length === 0) return plan
  const box = boxOf(plan.placements)
  const tall = (box.bottom - box.top) / height
  // Many in one land are seen from nearer than one alone, or all of them would be dots.
  const share = new Set(plan.placements.map(({ subject }) => subject)).size > 2 ? 0.56 : 0.34
  const factor = Math.min(1, share / Math.max(0.05, tall))
  const middle = (box.left + box.right) / 2
  const to = { x: width / 2 + (middle - width / 2) * 1.15, y: plan.floor - (plan.floor - plan.horizon) * 0.45 }
  return { ...plan, placements: zoomed(plan.placements, factor, { x: middle, y: box.bottom }, to) }
}

// From below: little ground, much sky, and who stands there towers.
function lowShot(plan: ScenePlan, { width, height }: Size): ScenePlan {
  const floor = height * 0.95
  const horizon = height * 0.84
  if (plan.placements.length === 0) return { ...plan, floor, horizon }
  const box = boxOf(plan.placements)
  const factor = Math.min(1.5, (height * 0.87) / (box.bottom - box.top), (width * 0.92) / (box.right - box.left))
  const to = { x: width / 2 + ((box.left + box.right) / 2 - width / 2) * 0.6, y: floor }
  const placements = zoomed(plan.placements, factor, { x: (box.left + box.right) / 2, y: box.bottom }, to)
  return { ...plan, placements, floor, horizon }
}

// From above: the ground rises nearly to the upper edge.
function highShot(plan: ScenePlan, { width, height }: Size): ScenePlan {
  const horizon = height * 0.24
  const floor = height * 0.82
  if (plan.placements.length === 0) return { ...plan, floor, horizon }
  const box = boxOf(plan.placements)
  const middle = (box.left + box.right) / 2
  const placements = zoomed(
    plan.placements,
    0.8,
    { x: middle, y: box.bottom },
    { x: width / 2 + (middle - width / 2) * 0.8, y: height * 0.76 },
  )
  return { ...plan, placements, floor, horizon }
}

/** The plan as the camera of the brief sees it. */
export function takeShot(plan: ScenePlan, brief: Brief, size: Size): ScenePlan {
  const { standOn } = traitsOf(brief.archetype).format
  // A bust is as near as anybody comes.
  if (traitsOf(brief.archetype).view.showsBusts) return plan
  switch (brief.framing?.shot) {
    case 'close-up':
    case 'macro':
      return closeUp(plan, brief, size)
    case 'wide':
      return wideShot(plan, size)
    case 'low':
      return standOn === 'ground' ? lowShot(plan, size) : plan
    case 'high':
      return standOn === 'ground' || standOn === 'water' ? highShot(plan, size) : plan
    case 'portrait':
      return portraitShot(plan, brief, size)
    case undefined:
      return plan
  }
}
