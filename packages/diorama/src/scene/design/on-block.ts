import type { Brief, Subject } from '../../brief.ts'
import { hasFeature } from '../../places.ts'
import type { Placement, ScenePlan } from '../plan/scene-plan.ts'
import { boxOf, fittedInto, zoomed } from '../shot/move-placements.ts'
import { metresOf } from '../../staging/real-sizes.ts'
import { groupsOf } from './arrange.ts'
import { blockOf, onTop } from './block.ts'

type Size = { width: number; height: number; unit: number }
type Spot = readonly [u: number, v: number]

// So that any number of them, from the first on, is spread over the whole ground.
const OUTDOORS: readonly Spot[] = [
  [-0.55, -0.55],
  [0.5, 0.45],
  [0.55, -0.45],
  [-0.45, 0.55],
  [0, 0],
  [0.05, 0.64],
  [0.68, 0],
  [0, -0.66],
  [-0.66, 0],
  [0.74, 0.74],
]
// A room has its own furniture along the left wall.
const INDOORS: readonly Spot[] = [
  [0.3, -0.7],
  [0.72, 0.3],
  [-0.15, 0.66],
  [0.25, 0.1],
  [0.74, -0.6],
  [-0.72, 0.76],
  [0.4, 0.66],
  [0.74, -0.14],
  [0.3, 0.38],
  [0.78, 0.78],
]
const MOST = 10
// How large the largest may be, and the smallest is at least, in halves of the block.
const LARGEST = 0.72
const SMALLEST = 0.2
const WIDEST = 0.62

// What the room itself shows as a block already.
const SHOWN: readonly [feature: Parameters<typeof hasFeature>[1], art: RegExp][] = [
  ['bed', /^(bed|bunk-bed)$/],
  ['kitchen', /^(kitchen-island|sink|refrigerator)$/],
  ['bookshelves', /^bookcase$/],
]

const isShown = (brief: Brief, { subject }: Placement) =>
  SHOWN.some(([feature, art]) => hasFeature(brief, feature) && art.test(brief.subjects[subject]?.art ?? ''))

// Of many kinds one or two of each are enough.
function few(groups: readonly Placement[][]): Placement[][] {
  if (groups.length <= MOST) return [...groups]
  return groups.filter(([first]) => (first?.index ?? 0) < 2).slice(0, MOST)
}

/** A single thing in the middle of the block; `small`: it is lower than a person. */
function inTheMiddle(plan: ScenePlan, size: Size, small: boolean): Placement[] {
  const block = blockOf(size)
  const foot = block.y + block.half * 0.24
  const box = {
    left: block.x - block.half * 0.62,
    right: block.x + block.half * 0.62,
    top: foot - size.height * (small ? 0.26 : 0.5),
    bottom: foot,
  }
  return fittedInto(plan.placements, box, 1.1)
}

// What hangs is on the left wall, over the furniture.
function hungUp(groups: readonly Placement[][], size: Size): Placement[] {
  const block = blockOf(size)
  return groups.flatMap((group, at) => {
    const box = boxOf(group)
    const factor = (WIDEST * 0.7 * block.half) / Math.max(box.right - box.left, box.bottom - box.top)
    const to = onTop(block, -1, 0.1 + at * 0.5, block.half * 0.42)
    return zoomed(group, factor, { x: (box.left + box.right) / 2, y: box.bottom }, to).map((piece) => ({
      ...piece,
      contact: 'edge' as const,
      order: -1e6,
    }))
  })
}

// The tall stand at the back, the low before them, each on its own piece of the ground.
function spreadOut(all: readonly Placement[][], brief: Brief, size: Size): Placement[] {
  const block = blockOf(size)
  const indoors = brief.archetype === 'room'
  const hanging = indoors ? all.filter((group) => group.every(({ contact }) => contact === 'air')) : []
  const groups = all.filter((group) => !hanging.includes(group))
  const metres = (group: readonly Placement[]) =>
    Math.max(...group.map(({ subject }) => metresOf(brief.subjects[subject] as Subject)))
  const largest = Math.max(...groups.map(metres))
  // A rug is as large as a shelf and hides nothing.
  const height = (group: readonly Placement[]) => {
    const { left, right, top, bottom } = boxOf(group)
    return (metres(group) * (bottom - top)) / Math.max(right - left, bottom - top)
  }
  const ranked = groups.toSorted((a, b) => height(b) - height(a))
  const spots = (indoors ? INDOORS : OUTDOORS).slice(0, groups.length).toSorted((a, b) => a[0] + a[1] - b[0] - b[1])
  const standing = ranked.flatMap((group, at) => {
    const box = boxOf(group)
    const [u, v] = spots[at] ?? [0, 0]
    // In order of their true sizes, and flatter: beside a barn a duck is no dot.
    const share = Math.max(SMALLEST, LARGEST * Math.sqrt(metres(group) / largest))
    const longer = Math.max(box.right - box.left, box.bottom - box.top)
    const factor = Math.min((share * block.half) / longer, (WIDEST * block.half) / (box.right - box.left))
    const to = onTop(block, u, v)
    const set = zoomed(group, factor, { x: (box.left + box.right) / 2, y: box.bottom }, to)
    return set.map((piece, index) => ({ ...piece, order: to.y + index * 0.01, contact: 'ground' as const }))
  })
  return [...hungUp(hanging, size), ...standing]
}

// On a block all keep still: nothing has to know what carries it.
function still(piece: Placement): Placement {
  const free = { ...piece }
  delete free.carrier
  return free
}

/** Everything set down on an isometric block, where it would stand if one could walk about there. */
export function onBlock(plan: ScenePlan, brief: Brief, size: Size, small: boolean): ScenePlan {
  const { half, y } = blockOf(size)
  const standing = plan.placements.every((one) => isShown(brief, one))
    ? plan.placements
    : plan.placements.filter((one) => !isShown(brief, one))
  const kept = new Set(standing)
  // Groups are told by positions in the list, so the list is made anew without what the room shows.
  const at = plan.placements.map((one) => (kept.has(one) ? standing.indexOf(one) : -1))
  const own = standing.map((one) => {
    const { carrier, ...free } = one
    const moved = carrier === undefined ? -1 : (at[carrier] ?? -1)
    return moved < 0 ? free : { ...free, carrier: moved }
  })
  const groups = few(groupsOf(own))
  const placements =
    groups.length > 2 ? spreadOut(groups, brief, size) : inTheMiddle({ ...plan, placements: own }, size, small)
  return {
    ...plan,
    placements: placements.map(still).toSorted((a, b) => a.order - b.order),
    floor: y + half * 0.24,
    horizon: y,
    focus: { x: size.width / 2, y: size.height / 2 },
  }
}
