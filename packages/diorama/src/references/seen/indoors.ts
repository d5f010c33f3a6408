import type { Pixels } from '../../job.ts'
import { regionsOf, type Region, type Tone } from './regions.ts'

/** A window that is seen from inside, in shares of width and height. */
export type Window = { x: number; y: number; width: number; height: number }

const LEAST = 0.0016
const MOST = 0.16

const isSky = ([red, green, blue]: Tone) => blue > red + 0.12 && blue > green && red + green + blue > 1
// A wall is pale and of hardly any colour, or warm; an open sky about a pane would be as blue as the pane.
const isWall = ([red, , blue]: Tone) => blue < red + 0.09

// Curtains are narrow and long.
function isPane({ area, left, right, top, bottom }: Region): boolean {
  const [wide, tall] = [right - left + 1, bottom - top + 1]
  return area / (wide * tall) > 0.6 && tall < wide * 2.6 && wide < tall * 5
}

/**
 * The windows of a room: boxes with sky in them, and a wall above that reaches the upper edge of the picture. None where the
 * picture shows the open air.
 */
export function windowsInside(picture: Pixels): Window[] {
  const { width, height, regions } = regionsOf(picture, { step: 0.06 })
  const all = width * height
  const along = regions.filter(({ alongTop }) => alongTop > width * 0.02)
  const [open, walls] = [along.filter(({ colour }) => isSky(colour)), along.filter(({ colour }) => isWall(colour))]
  const wide = (list: readonly Region[]) => list.reduce((sum, { alongTop }) => sum + alongTop, 0)
  if (wide(open) > 0 || wide(walls) < width * 0.5) return []
  const panes = regions.filter((one) => {
    const high = one.top > height * 0.04 && one.bottom < height * 0.72
    return high && one.area > all * LEAST && one.area < all * MOST && isSky(one.colour) && isPane(one)
  })
  return panes.map(({ left, right, top, bottom }) => ({
    x: left / width,
    y: top / height,
    width: (right - left + 1) / width,
    height: (bottom - top + 1) / height,
  }))
}
