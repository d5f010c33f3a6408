import type { Pixels } from '../../job.ts'
import { toHsl, type Colour, hex } from '../../scene/colour.ts'
import { planeOf, softBlur, type Plane } from '../plane.ts'
import { maskOf, regionsOf, type Region, type RegionMap, type Tone } from '../seen/regions.ts'
import type { Found } from '../seen/find-drawing.ts'
import type { Sky } from '../seen/sky.ts'
import { waterOf } from '../seen/water.ts'
import type { Target } from './colour-orders.ts'

type Area = Extract<Target, { kind: 'area' }>['area']

const hslOf = (tone: Tone) => toHsl(hex(tone.map((value) => value * 255)))
const isGreen = ([red, green, blue]: Tone) => green > red * 1.03 && green > blue * 1.08
const wideOf = ({ left, right }: Region) => right - left + 1
const tallOf = ({ top, bottom }: Region) => bottom - top + 1

function planeFrom(map: RegionMap, regions: readonly Region[]): Plane | undefined {
  if (regions.length === 0) return undefined
  const mask = maskOf(map, new Set(regions.map(({ id }) => id)))
  return softBlur({ width: map.width, height: map.height, data: mask }, 1)
}

// How much of each region is sky.
export function openShares({ width, height, labels, regions }: RegionMap, sky: Sky): Float64Array {
  const open = new Float64Array(regions.length)
  for (let at = 0; at < labels.length; at += 3) {
    const label = labels[at] as number
    if (label >= 0)
      open[label] = (open[label] as number) + 3 * sky.at((at % width) / width, Math.floor(at / width) / height)
  }
  return open.map((sum, id) => sum / (regions[id] as Region).area)
}

// The roof is what has sky above it; the wall is below it, and the door stands in the wall.
function houseParts(map: RegionMap, sky: Sky): { roof?: Region; wall?: Region; door?: Region } {
  const { width, height, regions } = map
  const all = width * height
  const built = regions.filter(({ colour, area, alongBottom }) => {
    return area > all * 0.002 && !isGreen(colour) && alongBottom < width * 0.25
  })
  const open = openShares(map, sky)
  const solid = built.filter(({ id }) => (open[id] as number) < 0.4)
  const [wall] = solid
    .filter(({ area, bottom }) => area > all * 0.02 && bottom > height * 0.4)
    .toSorted((a, b) => b.area - a.area)
  if (!wall) return {}
  const [roof] = solid
    .filter(
      (one) => one !== wall && one.bottom <= wall.top + height * 0.08 && one.right > wall.left && one.left < wall.right,
    )
    .toSorted((a, b) => b.area - a.area)
  const [door] = solid
    .filter((one) => one.left > wall.left && one.right < wall.right && one.bottom > wall.bottom - height * 0.08)
    .filter((one) => tallOf(one) > wideOf(one) * 1.25 && one.area > all * 0.0025)
    .toSorted((a, b) => b.area - a.area)
  return { wall, ...(roof && { roof }), ...(door && { door }) }
}

/** The regions of a colour that was named: the largest of them, and what touches its box in the same colour. */
export function areaOfColour(picture: Pixels, sky: Sky, colour: Colour): Plane | undefined {
  const map = regionsOf(picture, { step: 0.07 })
  const [hue, saturation, light] = toHsl(colour)
  const like = map.regions.filter((region) => {
    const [h, s, l] = hslOf(region.colour)
    const turn = Math.min(Math.abs(h - hue), 360 - Math.abs(h - hue))
    const same = saturation < 0.15 ? s < 0.2 && Math.abs(l - light) < 0.25 : turn < 26 && s > 0.25
    const [x, y] = [(region.left + region.right) / 2 / map.width, (region.top + region.bottom) / 2 / map.height]
    return same && region.area > 12 && sky.at(x, y) < 0.5
  })
  const [largest] = like.toSorted((a, b) => b.area - a.area)
  if (!largest || largest.area < map.width * map.height * 0.004) return undefined
  const room = map.width * 0.06
  const beside = like.filter((one) => {
    const apartX = one.left > largest.right + room || one.right < largest.left - room
    return !apartX && one.top < largest.bottom + room && one.bottom > largest.top - room
  })
  return planeFrom(map, beside)
}

/**
 * What belongs to a found drawing beyond its outline: pieces of its main colour that reach into its box. A sofa may be
 * longer than the one that was looked for.
 */
export function beyondOutline(picture: Pixels, found: Found, sky: Sky): Plane | undefined {
  const map = regionsOf(picture, { step: 0.07 })
  const scale = map.width / picture.width
  const [left, top] = [found.x * scale, found.y * scale]
  const [right, bottom] = [left + found.width * scale, top + found.height * scale]
  const room = found.width * found.height * scale * scale
  const open = openShares(map, sky)
  const inside = map.regions.filter((one) => {
    const apart = one.left > right || one.right < left || one.top > bottom || one.bottom < top
    return !apart && one.area < room * 1.3 && one.area > 20 && (open[one.id] as number) < 0.3
  })
  const within = (one: Region) =>
    Math.max(0, Math.min(one.right, right) - Math.max(one.left, left)) *
    Math.max(0, Math.min(one.bottom, bottom) - Math.max(one.top, top))
  const weight = (one: Region) => (Math.min(one.area, within(one)) * hslOf(one.colour)[1]) / room
  const [main] = inside.toSorted((a, b) => weight(b) - weight(a))
  if (!main) return undefined
  const [hue, saturation, light] = hslOf(main.colour)
  if (saturation < 0.25) return undefined
  const same = inside.filter((one) => {
    const [h, s, l] = hslOf(one.colour)
    const turn = Math.min(Math.abs(h - hue), 360 - Math.abs(h - hue))
    return turn < 16 && s > 0.2 && Math.abs(l - light) < 0.25 && within(one) > one.area * 0.15
  })
  return planeFrom(map, same)
}

/** Where a part of a house is in a picture of which nothing is known: by what is above, below and within what. */
export function areaOfPart(picture: Pixels, sky: Sky, part: string): Plane | undefined {
  const map = regionsOf(picture, { step: 0.07 })
  const found = houseParts(map, sky)
  const region = part === 'roof' ? found.roof : part === 'door' ? found.door : undefined
  return region && planeFrom(map, [region])
}

// What grows, as soft as its colours.
function growing(picture: Pixels, part: 'ground' | 'leaves', sky: Sky): Plane | undefined {
  const map = regionsOf(picture, { step: 0.07 })
  const { width, height, colours } = map
  const plane = planeOf(width, height, (x, y, at) => {
    const [red, green, blue] = [colours[at * 3] as number, colours[at * 3 + 1] as number, colours[at * 3 + 2] as number]
    const leaf = Math.min(1, Math.max(0, (green - Math.max(blue * 1.02, red * 0.95)) * 14))
    const low = y / height > Math.max(0.5, sky.lowest) ? 1 : 0
    return sky.at(x / width, y / height) > 0.5 ? 0 : part === 'ground' ? leaf * low : leaf
  })
  return plane.data.some((value) => value > 0.5) ? softBlur(plane, 1) : undefined
}

// Indoors the wall is what fills most of the upper half.
function wallOf(picture: Pixels, sky: Sky): Plane | undefined {
  const map = regionsOf(picture, { step: 0.05 })
  if (sky.share > 0) {
    const { wall } = houseParts(map, sky)
    return wall && planeFrom(map, [wall])
  }
  const upper = map.regions.filter(({ top, bottom }) => (top + bottom) / 2 < map.height * 0.55)
  const [largest] = upper.toSorted((a, b) => b.area - a.area)
  if (!largest || largest.area < map.width * map.height * 0.06) return undefined
  const same = map.regions.filter(({ colour, top }) => {
    return top < map.height * 0.6 && colour.every((value, c) => Math.abs(value - (largest.colour[c] as number)) < 0.09)
  })
  return planeFrom(map, same)
}

// Hair is about the upper half of a face and hardly larger; clothes begin below it.
function ofPerson(picture: Pixels, part: 'hair' | 'clothes'): Plane | undefined {
  const map = regionsOf(picture, { step: 0.06 })
  const all = map.width * map.height
  const large = map.regions.filter(({ area }) => area > all * 0.001)
  const faces = large.filter(({ colour }) => isSkin(colour)).toSorted((a, b) => b.area - a.area)
  const pairs = faces.flatMap((face) => {
    const hair = large.find((one) => one !== face && frames(one, face))
    return hair ? [{ face, hair }] : []
  })
  // Brown hair is of the colour of skin, and a halo frames it as it frames the face: the innermost pair is meant.
  const pair = pairs.find(({ face }) => !pairs.some(({ hair }) => hair === face))
  if (!pair) return undefined
  const { face, hair } = pair
  const clothes = large.filter((one) => one !== hair && hangsUnder(one, face)).toSorted((a, b) => b.area - a.area)[0]
  const chosen = part === 'hair' ? hair : clothes
  return chosen && planeFrom(map, sameColour(map, chosen, tallOf(face)))
}

function frames(hair: Region, face: Region): boolean {
  const wide = wideOf(face)
  return (
    hair.area < face.area * 2.4 &&
    hair.area > face.area * 0.15 &&
    hair.top < face.top &&
    hair.left < face.left + wide * 0.12 &&
    hair.right > face.right - wide * 0.12 &&
    wideOf(hair) < wide * 1.9 &&
    hair.bottom > face.top
  )
}

function hangsUnder(one: Region, face: Region): boolean {
  const middle = (face.left + face.right) / 2
  const below = one.top > face.top + tallOf(face) * 0.7 && one.top < face.bottom + tallOf(face) * 0.6
  return below && one.left < middle && one.right > middle && one.area < face.area * 8 && !isSkin(one.colour)
}

// All pieces of that colour nearby: folds and strands cut hair and clothes up.
function sameColour({ regions }: RegionMap, chosen: Region, room: number): Region[] {
  return regions.filter((one) => {
    const close = one.left < chosen.right + room * 0.3 && one.right > chosen.left - room * 0.3
    const level = one.top < chosen.bottom + room * 0.3 && one.bottom > chosen.top - room * 0.3
    const alike = one.colour.every((value, c) => Math.abs(value - (chosen.colour[c] as number)) < 0.07)
    return close && level && alike
  })
}

function isSkin(tone: Tone): boolean {
  const [hue, saturation, light] = hslOf(tone)
  return hue > 8 && hue < 44 && saturation > 0.2 && saturation < 0.8 && light > 0.28 && light < 0.85
}

/** Where an area is that a word names; nothing where it cannot be told. */
export function areaNamed(picture: Pixels, sky: Sky, area: Area): Plane | undefined {
  switch (area) {
    case 'sky':
      return sky.share > 0 ? sky.part : undefined
    case 'water':
      return waterOf(picture, sky)
    case 'ground':
    case 'leaves':
      return growing(picture, area, sky)
    case 'wall':
      return wallOf(picture, sky)
    case 'hair':
    case 'clothes':
      return ofPerson(picture, area)
  }
}
