import type { Lettering } from '../../design.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import { boxOf, fittedInto } from '../shot/move-placements.ts'

type Size = { width: number; height: number }
type Area = { left: number; right: number; top: number; bottom: number }

/** Where the words go, in shares of the picture. Boards that stand take the left; headlines and lamps hang above. */
export function areaFor(carrier: Lettering['carrier'], { width, height }: Size, alone: boolean): Area | undefined {
  const tall = height > width * 1.15
  const at = (left: number, right: number, top: number, bottom: number): Area => ({
    left: left * width,
    right: right * width,
    top: top * height,
    bottom: bottom * height,
  })
  switch (carrier) {
    case 'poster':
    case 'book':
    case 'card':
      return alone ? at(0.1, 0.9, 0.16, 0.84) : at(0.08, 0.92, 0.07, tall ? 0.28 : 0.3)
    case 'neon':
    case 'banner':
      return alone ? at(0.14, 0.86, 0.24, 0.66) : at(0.12, 0.88, 0.07, tall ? 0.27 : 0.31)
    case 'sign':
    case 'chalkboard':
    case 'billboard':
      if (alone) return at(0.18, 0.82, 0.2, 0.66)
      return tall ? at(0.1, 0.9, 0.1, 0.32) : at(0.05, 0.42, 0.22, 0.56)
    case 'held':
    case 'label':
    case 'bubble':
      return undefined
  }
}

/** Moves the figures aside, smaller where they must be, so that nothing stands before the words. */
export function makeRoom(plan: ScenePlan, { carrier }: Lettering, size: Size): ScenePlan {
  const { width, height } = size
  const area = areaFor(carrier, size, plan.placements.length === 0)
  if (plan.placements.length === 0) return plan
  const now = boxOf(plan.placements)
  const bottom = Math.max(now.bottom, Math.min(plan.floor, height * 0.93))
  if (carrier === 'bubble') {
    const box = { left: width * 0.06, right: width * 0.7, top: height * 0.3, bottom }
    return { ...plan, placements: fittedInto(plan.placements, box, 1) }
  }
  if (!area) return plan
  const beside = area.right < width * 0.5
  const box = beside
    ? { left: area.right + width * 0.03, right: width * 0.97, top: height * 0.12, bottom }
    : { left: width * 0.06, right: width * 0.94, top: area.bottom + height * 0.03, bottom }
  const placements = fittedInto(plan.placements, box, 1)
  return { ...plan, placements }
}
