import { traitsOf } from '../../archetype-traits.ts'
import type { Brief } from '../../brief.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import { boxOf, zoomed } from './move-placements.ts'

type Size = { width: number; height: number }

// Lower than this, whoever is shown is lost in the land; the camera comes near until they reach the second share.
const LOST = 0.44
const NEAR = 0.54
const WIDEST = 0.84
const MOST = 2.2

/** Where nobody asks for a wide view, the camera comes as near as all of them together allow. */
export function comeNearer(plan: ScenePlan, brief: Brief, { width, height }: Size): ScenePlan {
  const { view, format } = traitsOf(brief.archetype)
  const close = view.isCloseUp || view.showsBusts || format.standOn === 'air'
  if (brief.framing?.shot || close || plan.placements.length === 0) return plan
  if (plan.placements.some(({ contact }) => contact === 'air' || contact === 'edge')) return plan
  const box = boxOf(plan.placements)
  const [wide, tall] = [box.right - box.left, box.bottom - box.top]
  if (tall >= height * LOST) return plan
  const factor = Math.min(MOST, (height * NEAR) / tall, (width * WIDEST) / wide)
  if (factor < 1.12) return plan
  const middle = (box.left + box.right) / 2
  const half = (wide * factor) / 2
  const x = Math.min(width * 0.97 - half, Math.max(width * 0.03 + half, middle))
  return { ...plan, placements: zoomed(plan.placements, factor, { x: middle, y: box.bottom }, { x, y: box.bottom }) }
}
