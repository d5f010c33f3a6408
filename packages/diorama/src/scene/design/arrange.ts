import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import { boxOf, fittedInto, zoomed, type Box } from '../shot/move-placements.ts'

type Size = { width: number; height: number; unit: number }

// Who carries or contains stays together with what is carried; everything else lies for itself.
export function groupsOf(placements: readonly Placement[]): Placement[][] {
  const rootOf = (at: number, steps = 0): number => {
    const carrier = placements[at]?.carrier
    return carrier === undefined || steps > placements.length ? at : rootOf(carrier, steps + 1)
  }
  const groups = new Map<number, Placement[]>()
  for (const [at, piece] of placements.entries()) {
    // The front wall of a vessel goes with the vessel.
    const same = piece.part
      ? placements.findIndex(({ subject, index, part }) => subject === piece.subject && index === piece.index && !part)
      : at
    const root = rootOf(same < 0 ? at : same)
    groups.set(root, [...(groups.get(root) ?? []), piece])
  }
  return [...groups.values()]
}

/** One thing large in the middle, and all others about it: a dish with what belongs to it, as seen from above. */
export function aboutTheFirst(plan: ScenePlan, { width, height }: Size): ScenePlan {
  const groups = groupsOf(plan.placements)
  const main = groups.find((group) => group.some(({ subject }) => subject === 0))
  if (!main) return plan
  const others = groups.filter((group) => group !== main)
  const into = (group: Placement[], most: number, to: { x: number; y: number }) => {
    const box = boxOf(group)
    const factor = most / Math.max(box.right - box.left, box.bottom - box.top)
    return zoomed(group, factor, { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }, to)
  }
  const middle = { x: width / 2, y: height / 2 }
  const around = others.flatMap((group, at) => {
    // From the upper left round; in a broad picture rather at the sides than over and under the dish.
    const turn = Math.PI * (1.2 + (2 * at) / others.length)
    const to = {
      x: middle.x + Math.cos(turn) * Math.max(height * 0.56, width * 0.36),
      y: middle.y + Math.sin(turn) * height * 0.33,
    }
    return into(group, Math.min(height * 0.27, (width * 1.7) / Math.max(4, others.length)), to)
  })
  const placements = [...around, ...into(main, height * 0.62, middle)].map((piece) => ({
    ...piece,
    contact: 'edge' as const,
  }))
  return { ...plan, placements, horizon: 0, focus: middle }
}

/** Everything laid out evenly over the picture, as seen from above. `fill` is the share of its cell that a thing takes. */
export function arranged(plan: ScenePlan, { width, height }: Size, fill: number): ScenePlan {
  const groups = groupsOf(plan.placements)
  if (groups.length === 0) return plan
  const columns = Math.max(1, Math.min(groups.length, Math.round(Math.sqrt((groups.length * width) / height))))
  const rows = Math.ceil(groups.length / columns)
  const sizes = groups.map((group) => {
    const box = boxOf(group)
    return Math.max(box.right - box.left, box.bottom - box.top)
  })
  const largest = Math.max(...sizes)
  const alone = groups.length === 1 ? 0.8 : 1
  const placements = groups.flatMap((group, index) => {
    const row = Math.floor(index / columns)
    const inRow = row === rows - 1 ? groups.length - columns * (rows - 1) : columns
    // The last one of a row that is not full is no larger than those above it.
    const cell = { wide: (width * 0.92) / inRow, high: (height * 0.92) / rows }
    const most = ((width * 0.92) / columns) * 1.2
    const box = boxOf(group)
    // Flatter than in a scene: a notebook beside a cup is not nine times its size.
    const share = Math.max(0.55, Math.sqrt((sizes[index] ?? largest) / largest)) * fill * alone
    const factor = Math.min(
      (Math.min(cell.wide, most) * share) / (box.right - box.left),
      (cell.high * share) / (box.bottom - box.top),
    )
    const to = { x: width * 0.04 + cell.wide * ((index % columns) + 0.5), y: height * 0.04 + cell.high * (row + 0.5) }
    const from = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 }
    return zoomed(group, factor, from, to).map((piece) => ({ ...piece, contact: 'edge' as const }))
  })
  return { ...plan, placements, horizon: 0, focus: { x: width / 2, y: height / 2 } }
}

/** Everything hung in the air of a studio, its shadow left on the floor. */
export function afloat(plan: ScenePlan, { width, height }: Size): ScenePlan {
  const box = { left: width * 0.14, right: width * 0.86, top: height * 0.12, bottom: height * 0.74 }
  const placements = fittedInto(plan.placements, box, 1.6).map((piece) => ({ ...piece, contact: 'air' as const }))
  return { ...plan, placements }
}

/** Everything as large as its part of a printed sheet lets it be. */
export function onPaper(plan: ScenePlan, { width, height }: Size, box: Box): ScenePlan {
  // Beside words there is no room for a row: one or two of each are enough.
  const narrow = box.right - box.left < width * 0.5
  const kinds = new Set(plan.placements.map(({ subject }) => subject)).size
  const free = narrow && plan.placements.every(({ carrier, part }) => carrier === undefined && !part)
  const shown = free ? plan.placements.filter(({ index }) => index < (kinds > 1 ? 1 : 2)) : plan.placements
  const placements = fittedInto(closer(heroFirst(shown), width * 0.025), box, 4)
  return { ...plan, placements, floor: box.bottom, focus: { x: width / 2, y: height / 2 } }
}

// Nobody beside the one that a sheet is of is larger than it, whatever their sizes in nature.
function heroFirst(placements: readonly Placement[]): Placement[] {
  const hero = placements.find(({ subject }) => subject === 0)
  if (!hero) return [...placements]
  // Who carries or is carried keeps the size that fits the other.
  const isFree = ({ carrier, part, held }: Placement, at: number) =>
    carrier === undefined && !part && (held?.length ?? 0) === 0 && !placements.some((other) => other.carrier === at)
  return placements.map((piece, at) => {
    const factor = piece.subject === 0 || !isFree(piece, at) ? 1 : Math.min(1, (hero.height * 0.72) / piece.height)
    return { ...piece, width: piece.width * factor, height: piece.height * factor }
  })
}

// Brings together what stands apart: gaps between one thing and the next are no wider than told.
function closer(placements: readonly Placement[], gap: number): Placement[] {
  const ordered = placements.toSorted((a, b) => a.x - a.width / 2 - (b.x - b.width / 2))
  const moved = new Map<Placement, number>()
  let [edge, shift] = [Number.NEGATIVE_INFINITY, 0]
  for (const piece of ordered) {
    const left = piece.x - piece.width / 2
    if (Number.isFinite(edge)) shift += Math.max(0, left - shift - edge - gap)
    moved.set(piece, piece.x - shift)
    edge = Math.max(edge, piece.x - shift + piece.width / 2)
  }
  return placements.map((piece) => ({ ...piece, x: moved.get(piece) ?? piece.x }))
}

/** Everything in the middle of the sheet, standing on nothing: a sticker has no floor. `top`: what is over it is for words. */
export function asSticker(plan: ScenePlan, { width, height }: Size, top = 0.12): ScenePlan {
  const box = { left: width * 0.12, right: width * 0.88, top: height * top, bottom: height * (top > 0.2 ? 0.94 : 0.88) }
  const fitted = fittedInto(plan.placements, box, 2.2)
  if (fitted.length === 0) return plan
  const now = boxOf(fitted)
  const rise = (box.top + box.bottom) / 2 - (now.top + now.bottom) / 2
  const placements = fitted.map((piece) => ({ ...piece, foot: piece.foot + rise, contact: 'edge' as const }))
  return { ...plan, placements, focus: { x: width / 2, y: height / 2 } }
}
