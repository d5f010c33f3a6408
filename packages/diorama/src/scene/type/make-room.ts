import type { Lettering } from '../../design.ts'
import type { ScenePlan } from '../plan/scene-plan.ts'
import { boxOf, fittedInto } from '../shot/move-placements.ts'

type Size = { width: number; height: number }
type Area = { left: number; right: number; top: number; bottom: number }

type Shares = readonly [left: number, right: number, top: number, bottom: number]
type Places = { alone: Shares; wide: Shares; tall: Shares }

const SHEET: Places = { alone: [0.1, 0.9, 0.16, 0.84], wide: [0.08, 0.92, 0.07, 0.3], tall: [0.08, 0.92, 0.07, 0.28] }
const HANGING: Places = {
  alone: [0.14, 0.86, 0.24, 0.66],
  wide: [0.12, 0.88, 0.07, 0.31],
  tall: [0.12, 0.88, 0.07, 0.27],
}
const STANDING: Places = { alone: [0.18, 0.82, 0.2, 0.66], wide: [0.05, 0.42, 0.22, 0.56], tall: [0.1, 0.9, 0.1, 0.32] }

// What is held, stuck on or said has its place at a figure.
const PLACES: Partial<Record<Lettering['carrier'], Places>> = {
  poster: SHEET,
  book: SHEET,
  card: SHEET,
  neon: HANGING,
  banner: HANGING,
  sign: STANDING,
  chalkboard: STANDING,
  billboard: STANDING,
}

/** Where the words go, in pixels. Boards that stand take the left; headlines and lamps hang above. */
export function areaFor(carrier: Lettering['carrier'], { width, height }: Size, alone: boolean): Area | undefined {
  const places = PLACES[carrier]
  if (!places) return undefined
  const [left, right, top, bottom] = alone ? places.alone : height > width * 1.15 ? places.tall : places.wide
  return { left: left * width, right: right * width, top: top * height, bottom: bottom * height }
}

/** Moves the figures aside, smaller where they must be, so that nothing stands before the words. */
export function makeRoom(plan: ScenePlan, { carrier, texts }: Lettering, size: Size): ScenePlan {
  const { width, height } = size
  const area = areaFor(carrier, size, plan.placements.length === 0)
  if (plan.placements.length === 0) return plan
  const now = boxOf(plan.placements)
  // The author of a book is at its foot, and nobody stands there.
  const authored = carrier === 'book' && texts.length > 1
  const bottom = authored ? height * 0.83 : Math.max(now.bottom, Math.min(plan.floor, height * 0.93))
  if (carrier === 'bubble') {
    const box = { left: width * 0.06, right: width * 0.7, top: height * 0.3, bottom }
    return { ...plan, placements: fittedInto(plan.placements, box, 1) }
  }
  if (!area) return plan
  const beside = area.right < width * 0.5
  const box = beside
    ? { left: area.right + width * 0.03, right: width * 0.97, top: height * 0.12, bottom }
    : { left: width * 0.06, right: width * 0.94, top: area.bottom + height * 0.03, bottom }
  // Whoever a headline is about may be larger than in a mere scene.
  const placements = fittedInto(plan.placements, box, PLACES[carrier] === SHEET ? 1.3 : 1)
  return { ...plan, placements }
}
