import type { Brief } from '../../brief.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import { stature } from '../plan/sizes.ts'

type Size = { width: number; height: number }

const isBound = ({ carrier, part, held }: Placement) =>
  carrier !== undefined || part !== undefined || (held?.length ?? 0) > 0
const LIVING = /^(person|animal|family)/

/** Whether a studio shows one thing with others lying about it, and nobody: then it is composed as a product shot. */
export function isProductShot({ subjects, studio }: Brief, plan: ScenePlan): boolean {
  if (!studio || studio.sheet || studio.sticker || studio.floating) return false
  if (subjects.length < 2 && (subjects[0]?.count ?? 1) < 2) return false
  return !plan.placements.some(isBound) && !subjects.some(({ kind }) => LIVING.test(kind))
}

const sized = (piece: Placement, high: number): Placement => {
  const factor = high / piece.height
  return { ...piece, width: piece.width * factor, height: high }
}

// Small beside the product whatever their sizes in nature; a lemon is still smaller than a loaf.
function propHeight(piece: Placement, { subjects }: Brief, hero: number): number {
  const [first] = subjects
  const own = subjects[piece.subject]
  const ratio = first && own ? Math.sqrt(stature(own) / Math.max(0.01, stature(first))) : 0.4
  const high = hero * Math.max(0.26, Math.min(0.46, ratio * 0.5))
  // What is broader than high is measured by its breadth.
  return Math.min(high, (hero * 0.62 * piece.height) / piece.width)
}

/** The first thing large in the middle, the others small about its foot, to the right and to the left in turn. */
export function onShow(plan: ScenePlan, brief: Brief, { width, height }: Size): ScenePlan {
  const heroes = plan.placements.filter(({ subject }) => subject === 0)
  const props = plan.placements.filter(({ subject }) => subject !== 0)
  const floor = height * (brief.studio?.podium ? 0.72 : 0.86)
  const widest = Math.max(...heroes.map((piece) => piece.width / piece.height))
  const high = Math.min(
    height * (brief.studio?.podium ? 0.5 : 0.66),
    (width * (heroes.length > 1 ? 0.3 : 0.46)) / widest,
  )
  const placements: Placement[] = heroes.map((piece, at) => {
    const grown = sized(piece, high)
    const aside = (at - (heroes.length - 1) / 2) * grown.width * 0.82
    return { ...grown, x: width / 2 + aside, foot: floor - (at % 2) * height * 0.025, order: floor + at }
  })
  const half = Math.max(...placements.map((piece) => Math.abs(piece.x - width / 2) + piece.width / 2))
  const edges = { right: width / 2 + half * 0.86, left: width / 2 - half * 0.86 }
  for (const [at, piece] of props.entries()) {
    const small = sized(piece, propHeight(piece, brief, high))
    // All of one kind lie together.
    const right = piece.subject % 2 === 1
    const step = small.width * 0.84
    const x = right ? edges.right + small.width / 2 : edges.left - small.width / 2
    if (right) edges.right += step
    else edges.left -= step
    const foot = floor + height * (at % 2 === 0 ? 0.045 : 0.015)
    placements.push({ ...small, x, foot, order: foot + high, flip: piece.flip })
  }
  // Whatever would leave the picture is brought in, all of it together.
  const reach = Math.max(...placements.map((piece) => Math.abs(piece.x - width / 2) + piece.width / 2))
  const fit = Math.min(1, (width * 0.47) / reach)
  const fitted = placements.map((piece) => ({
    ...piece,
    x: width / 2 + (piece.x - width / 2) * fit,
    width: piece.width * fit,
    height: piece.height * fit,
  }))
  return { ...plan, placements: fitted, floor, focus: { x: width / 2, y: height / 2 } }
}
