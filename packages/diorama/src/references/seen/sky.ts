import type { Pixels } from '../../job.ts'
import { guidedBlur, planeOf, sampleAt, softBlur, type Plane } from '../plane.ts'
import { maskOf, regionsOf, type Region, type RegionMap, type Tone } from './regions.ts'
import { discIn, type Disc } from './disc.ts'

/**
 * Where in a picture the open sky is: 0 to 1 for each cell, its share of the whole, how far down it reaches, and the sun
 * or the moon in it. Places are shares of width and height, the radius one of the width.
 */
export type Sky = {
  part: Plane
  share: number
  at(x: number, y: number): number
  lowest: number
  sun: Disc | undefined
}

// Blue, white or grey, and not dark: what is warm may be a wall as well.
const isByDay = ([red, green, blue]: Tone) =>
  blue > red - 0.05 && blue > green - (blue > red + 0.1 ? 0.06 : 0.035) && red + green + blue > 0.7
// Blue in the dark, with next to no red.
const isByNight = ([red, green, blue]: Tone) => blue > red * 1.25 && blue > green * 1.1 && red + green + blue < 1
const isBright = ({ colour }: Region) => Math.min(...colour) > 0.8
const isPale = (tone: Tone) => Math.min(...tone) > 0.45 && Math.max(...tone) - Math.min(...tone) < 0.35

// A wall is one colour from top to bottom; an evening sky passes through several.
function passesThroughColours({ width, labels, colours }: RegionMap, region: Region): boolean {
  const meanOf = (from: number, to: number): Tone => {
    const sum: Tone = [0, 0, 0]
    let count = 0
    for (let y = Math.floor(from); y < to; y++)
      for (let x = Math.floor(width * 0.3); x < width * 0.7; x++) {
        const at = y * width + x
        if (labels[at] !== region.id) continue
        for (let c = 0; c < 3; c++) sum[c] = (sum[c] as number) + (colours[at * 3 + c] as number)
        count++
      }
    return sum.map((value) => value / Math.max(1, count)) as Tone
  }
  const tall = region.bottom - region.top
  const [above, below] = [
    meanOf(region.top, region.top + tall * 0.25),
    meanOf(region.top + tall * 0.75, region.bottom + 1),
  ]
  return [0, 1, 2].some((c) => Math.abs((above[c] as number) - (below[c] as number)) > 0.16)
}

function isOpen(map: RegionMap, region: Region): boolean {
  if (region.alongTop < map.width * 0.06 || region.bottom > map.height * 0.93) return false
  if (isByDay(region.colour) || isByNight(region.colour)) return true
  const [red, green, blue] = region.colour
  const isGreen = green > red && green > blue
  return !isGreen && region.area > map.labels.length * 0.08 && passesThroughColours(map, region)
}

/** How much of the rim of each region is shared with chosen ones, looking across the edge between them. */
function rims({ width, height, labels, regions }: RegionMap, chosen: ReadonlySet<number>): number[] {
  const [open, all] = [new Float64Array(regions.length), new Float64Array(regions.length)]
  const reach = 4
  const look = (own: number, at: number, step: number) => {
    for (let far = 1; far <= reach; far++) {
      const to = at + step * far
      if (to < 0 || to >= labels.length) return
      const other = labels[to] as number
      if (other === own) return
      if (other < 0) continue
      // A cloud before the sun: each is the other's neighbour, and neither says where they are.
      if (!chosen.has(other) && isBright(regions[other] as Region)) return
      all[own] = (all[own] as number) + 1
      if (chosen.has(other)) open[own] = (open[own] as number) + 1
      return
    }
  }
  for (let y = 0; y < height; y++)
    for (let x = reach; x < width - reach; x++) {
      const at = y * width + x
      const own = labels[at] as number
      if (own < 0) continue
      for (const step of [-width, width, -1, 1]) if (labels[at + step] === -1) look(own, at, step)
    }
  return regions.map((_, id) => (open[id] as number) / Math.max(1, all[id] as number))
}

// Clouds and the sun's disc end sharply, with sky about them; what is the sky's colour is a gap between branches.
function addClouds(map: RegionMap, chosen: Set<number>): void {
  const { width, height, regions } = map
  const shared = rims(map, chosen)
  const usual = rowColours(map, chosen)
  const low = lowestOf(map, chosen)
  for (const region of regions) {
    if (chosen.has(region.id) || region.top > low || region.bottom > height * 0.9) continue
    const beside = shared[region.id] as number
    const pale = isPale(region.colour)
    const cloud = beside > 0.62 && (pale || region.area < width * height * 0.0015)
    const edge = region.alongTop > 0 && beside > 0.3 && pale
    if (cloud || edge || (isCutOff(region, beside, width) && isLike(region, usual))) chosen.add(region.id)
  }
}

/** Finds the sky: what reaches the upper edge, is coloured as skies are, and changes softly; with the clouds in it. */
export function skyOf(picture: Pixels): Sky {
  const map = regionsOf(picture)
  const { width, height, regions, colours } = map
  const chosen = new Set(regions.filter((region) => isOpen(map, region)).map(({ id }) => id))
  const along = regions.reduce((sum, { id, alongTop }) => sum + (chosen.has(id) ? alongTop : 0), 0) / 2
  for (let round = 0; round < 3; round++) addClouds(map, chosen)
  const found = maskOf(map, chosen)
  const share = found.reduce((sum, value) => sum + value, 0) / found.length
  const light = planeOf(width, height, (_x, _y, at) => {
    return ((colours[at * 3] as number) + (colours[at * 3 + 1] as number) + (colours[at * 3 + 2] as number)) / 3
  })
  const part = guidedBlur(softBlur({ width, height, data: found }, 1), light, 2, 0.0008)
  for (let at = 0; at < part.data.length; at++) part.data[at] = sharpened(part.data[at] as number)
  // Less is a gap between leaves, and painting it would show as a stain.
  const usable = share >= 0.05 && along >= width * 0.3
  return {
    part,
    share: usable ? share : 0,
    at: (x, y) => sampleAt(part, x * (width - 1), y * (height - 1)),
    lowest: (lowestOf(map, chosen) + 1) / height,
    sun: usable ? discIn(map, found) : undefined,
  }
}

// The mean colour of the sky that is known so far, row by row.
function rowColours({ width, height, labels, colours }: RegionMap, chosen: ReadonlySet<number>): Tone[] {
  let last: Tone = [-1, -1, -1]
  return Array.from({ length: height }, (_, y) => {
    const sum: Tone = [0, 0, 0]
    let count = 0
    for (let at = y * width; at < (y + 1) * width; at++) {
      if (!chosen.has(labels[at] as number)) continue
      for (let c = 0; c < 3; c++) sum[c] = (sum[c] as number) + (colours[at * 3 + c] as number)
      count++
    }
    if (count > width * 0.04) last = sum.map((value) => value / count) as Tone
    return last
  })
}

const isCutOff = ({ left, right }: Region, beside: number, width: number) =>
  beside > 0.3 || left <= 1 || right >= width - 2

// A piece of sky that a mountain or a branch cuts off from the rest.
function isLike({ colour, top, bottom }: Region, usual: readonly Tone[]): boolean {
  const about = usual[Math.round((top + bottom) / 2)] as Tone
  return isByDay(colour) && [0, 1, 2].every((c) => Math.abs((colour[c] as number) - (about[c] as number)) < 0.06)
}

// The last row of which the sky fills a twentieth: a single gap between two roofs is no horizon.
function lowestOf({ width, height, labels }: RegionMap, chosen: ReadonlySet<number>): number {
  for (let y = height - 1; y > 0; y--) {
    let open = 0
    for (let x = 0; x < width; x++) if (chosen.has(labels[y * width + x] as number)) open++
    if (open > width * 0.05) return y
  }
  return 0
}

const sharpened = (value: number) => {
  const cut = Math.min(1, Math.max(0, (value - 0.25) / 0.5))
  return cut * cut * (3 - 2 * cut)
}
