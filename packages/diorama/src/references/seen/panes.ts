import type { Pixels } from '../../job.ts'
import { sampleAt, type Plane } from '../plane.ts'
import { regionsOf, type Region, type Tone } from './regions.ts'
import type { Sky } from './sky.ts'

/** A pane of a window, in shares of width and height. */
export type Pane = { x: number; y: number; width: number; height: number }

// Small panes of houses far away would be lost on the usual map.
const LONG_SIDE = 768
const lightOf = ([red, green, blue]: Tone) => 0.3 * red + 0.59 * green + 0.11 * blue

// Glass shows the sky, the dark of the room behind it, or a lamp in it.
function isGlass(tone: Tone): boolean {
  const [red, green, blue] = tone
  const bluish = blue >= red - 0.01 && blue >= green - 0.06
  const lit = red > 0.8 && green > 0.65 && blue < green - 0.04
  return bluish || lit || lightOf(tone) < 0.3
}

function isBoxed({ area, left, right, top, bottom }: Region): boolean {
  const [wide, tall] = [right - left + 1, bottom - top + 1]
  return area / (wide * tall) > (area > 40 ? 0.84 : 0.76) && wide / tall > 0.3 && wide / tall < 2.4
}

const isLike = (a: Region, b: Region) =>
  a.area < b.area * 2.2 &&
  b.area < a.area * 2.2 &&
  [0, 1, 2].every((c) => Math.abs((a.colour[c] as number) - (b.colour[c] as number)) < 0.16)

// Where there is hardly any sky one is indoors, and small boxes are books or cups.
const LEAST_SKY = 0.06

/** Finds windows: small upright boxes of glass, and none in the water. One alone may be anything; windows come in company. */
export function panesIn(picture: Pixels, sky: Sky, water: Plane | undefined): Pane[] {
  if (sky.share < LEAST_SKY) return []
  const isWet = (x: number, y: number) =>
    water !== undefined && sampleAt(water, x * (water.width - 1), y * (water.height - 1)) > 0.4
  const { width, height, regions } = regionsOf(picture, { step: 0.05, longSide: LONG_SIDE })
  const all = width * height
  const boxes = regions.filter((region) => {
    if (region.area < 10 || region.area > all * 0.006 || !isBoxed(region) || !isGlass(region.colour)) return false
    const [x, y] = [(region.left + region.right) / 2 / width, (region.top + region.bottom) / 2 / height]
    return sky.at(x, y) < 0.3 && y < 0.93 && !isWet(x, y)
  })
  return boxes
    .filter((one) => boxes.filter((other) => other !== one && isLike(one, other)).length >= 2)
    .map(({ left, right, top, bottom }) => ({
      x: (left - 0.5) / width,
      y: (top - 0.5) / height,
      width: (right - left + 2) / width,
      height: (bottom - top + 2) / height,
    }))
}
