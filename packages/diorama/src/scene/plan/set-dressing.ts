import { hasFeature } from '../../places.ts'
import type { Stage } from '../stage.ts'
import type { ScenePlan } from './scene-plan.ts'

type Spot = { x: number; foot: number; size: number }
type Box = { x: number; y: number; width: number; height: number }

/** One thing that a place is furnished with, and where it goes. */
export type Furnishing =
  | { thing: 'bookshelf'; box: Box; rows: number }
  | { thing: 'framed-picture'; box: Box }
  | { thing: 'bed' | 'books' | 'lamp' | 'plant' | 'sofa'; spot: Spot }

/** How far the subjects leave the picture free: nothing of them is left of `left` or right of `right`. */
export function freeSides({ placements }: ScenePlan, width: number): { left: number; right: number } {
  return {
    left: Math.min(...placements.map((p) => p.x - p.width / 2), width),
    right: Math.max(...placements.map((p) => p.x + p.width / 2), 0),
  }
}

const NAMED: Partial<Record<Furnishing['thing'], RegExp>> = {
  bed: /^(bed|crib)$/,
  sofa: /^(sofa|couch-and-lamp|armchair)$/,
  bookshelf: /^bookcase$/,
  lamp: /^(floor-lamp|desk-lamp)$/,
  plant: /^(potted-plant|cactus)$/,
}

// As many pieces as make a room.
const FURNISHED = 3

/** What stands along the wall of a room, the large pieces on the side that the subject leaves free. */
export function roomDressing(stage: Stage, plan: ScenePlan): Furnishing[] {
  const { unit, width } = stage
  const foot = plan.horizon + unit * 3.4
  const tall = Math.min(foot * 0.8, unit * 46)
  if (hasFeature(stage.brief, 'bookshelves')) return shelvesAlongTheWall(stage, foot, tall * 1.2)
  const right = plan.focus.x < width / 2
  const at = (share: number) => (right ? share * width : (1 - share) * width)
  const wallY = Math.max(unit * 5, foot - unit * 46)
  const named = (art: RegExp) => stage.brief.subjects.some((subject) => art.test(subject.art))
  const all: Furnishing[] = [
    hasFeature(stage.brief, 'bed')
      ? { thing: 'bed', spot: { x: at(0.8), foot: foot + unit * 4, size: unit * 46 } }
      : { thing: 'sofa', spot: { x: at(0.8), foot: foot + unit * 3, size: Math.min(unit * 42, width * 0.5) } },
    {
      thing: 'bookshelf',
      box: { x: at(0.08) - unit * 9, y: foot - tall * 0.9, width: unit * 18, height: tall * 0.9 },
      rows: 4,
    },
    { thing: 'lamp', spot: { x: at(0.985), foot: foot + unit, size: unit * 34 } },
    { thing: 'plant', spot: { x: at(0.26), foot: foot + unit * 2, size: unit * 17 } },
    // What is said to hang there hangs in their place.
    ...(stage.brief.hung ? [] : pictures(at, wallY, unit)),
  ]
  // A room whose furniture is told has that and no more.
  const told = stage.brief.subjects.filter(({ kind }) => kind === 'household').length >= FURNISHED
  // What the prompt names is there already, and need not be there twice.
  return all.filter(({ thing }) => !Object.hasOwn(NAMED, thing) || !(told || named(NAMED[thing] as RegExp)))
}

function pictures(at: (share: number) => number, wallY: number, unit: number): Furnishing[] {
  return [
    { thing: 'framed-picture', box: { x: at(0.9) - unit * 5, y: wallY, width: unit * 10, height: unit * 12 } },
    {
      thing: 'framed-picture',
      box: { x: at(0.77) - unit * 4, y: wallY + unit * 3, width: unit * 8, height: unit * 8 },
    },
  ]
}

function shelvesAlongTheWall({ unit, width, margin }: Stage, foot: number, height: number): Furnishing[] {
  const shelves: Furnishing[] = []
  for (let x = -margin; x < width + margin; x += unit * 31)
    shelves.push({ thing: 'bookshelf', box: { x, y: foot - height, width: unit * 29, height }, rows: 5 })
  return shelves
}

/** What stands on a desk beside the subjects, as far as they leave room. */
export function deskDressing({ unit, width }: Stage, plan: ScenePlan): Furnishing[] {
  const free = freeSides(plan, width)
  const foot = plan.horizon + unit * 3.2
  const dressing: Furnishing[] = []
  if (free.right < width - unit * 16)
    dressing.push({ thing: 'lamp', spot: { x: width - unit * 8, foot, size: unit * 30 } })
  if (free.left > unit * 14) dressing.push({ thing: 'plant', spot: { x: unit * 9, foot, size: unit * 17 } })
  if (free.right < width - unit * 30)
    dressing.push({ thing: 'books', spot: { x: width - unit * 22, foot, size: unit } })
  else if (free.left > unit * 34) dressing.push({ thing: 'books', spot: { x: unit * 25, foot, size: unit } })
  return dressing
}
