import type { Pixels } from '../../job.ts'
import { shrink } from '../fit-picture.ts'
import { guidedBlur, planeOf, sampleAt, softBlur, type Plane } from '../plane.ts'

const LONG_SIDE = 384
// Two neighbours of one sky differ by less than this in each colour, 0 to 1: clouds are soft, roofs and hills are not.
const STEP = 0.075

/** Where in a picture the open sky is: 0 to 1 for each cell, and its share of the whole. */
export type Sky = { part: Plane; share: number; at(x: number, y: number): number; lowest: number }

// Blue, white or grey, and not dark: what is warm may be a wall as well.
const isSkyish = (red: number, green: number, blue: number) =>
  blue > red - 0.04 && blue > green - 0.03 && red + green + blue > 0.75

/** Finds the sky: what hangs together with the upper edge, is coloured as skies are by day, and changes softly. */
export function skyOf(picture: Pixels): Sky {
  const scale = LONG_SIDE / Math.max(picture.width, picture.height)
  const width = Math.max(16, Math.round(picture.width * scale))
  const height = Math.max(16, Math.round(picture.height * scale))
  const { rgba } = shrink(picture, width, height)
  const channel = (at: number, offset: number) => (rgba[at * 4 + offset] as number) / 255
  const found = new Float32Array(width * height)
  const queue: number[] = []
  const visit = (at: number) => {
    if (found[at] || !isSkyish(channel(at, 0), channel(at, 1), channel(at, 2))) return
    found[at] = 1
    queue.push(at)
  }
  for (let x = 0; x < width; x++) visit(x)
  for (let from = queue.pop(); from !== undefined; from = queue.pop()) {
    const x = from % width
    for (const to of [from - width, from + width, x > 0 ? from - 1 : -1, x < width - 1 ? from + 1 : -1]) {
      if (to < 0 || to >= found.length || found[to]) continue
      if ([0, 1, 2].every((c) => Math.abs(channel(from, c) - channel(to, c)) < STEP)) visit(to)
    }
  }
  addClouds(found, width, (at) => [channel(at, 0), channel(at, 1), channel(at, 2)])
  const share = found.reduce((sum, value) => sum + value, 0) / found.length
  const light = planeOf(width, height, (_x, _y, at) => (channel(at, 0) + channel(at, 1) + channel(at, 2)) / 3)
  const part = guidedBlur(softBlur({ width, height, data: found }, 1), light, 3, 0.0008)
  for (let at = 0; at < part.data.length; at++) part.data[at] = sharpened(part.data[at] as number)
  const along = found.subarray(0, width).reduce((sum, value) => sum + value, 0)
  // Snow is as pale as the sky above it: where the lowest rows belong to it too, nobody can tell the two apart.
  const low = found.subarray(Math.floor(height * 0.9) * width).reduce((sum, value) => sum + value, 0) / (height * 0.1)
  const rows = Array.from({ length: height }, (_, y) => found.subarray(y * width, (y + 1) * width).some((v) => v > 0))
  return {
    part,
    // Less is a gap between leaves, and painting it would show as a stain.
    share: share < 0.05 || along < width * 0.4 || low > width * 0.2 ? 0 : share,
    at: (x, y) => sampleAt(part, x * (width - 1), y * (height - 1)),
    lowest: (rows.lastIndexOf(true) + 1) / height,
  }
}

// Clouds and the sun's disc end sharply in a drawing, but the land cannot be reached from them without crossing the sky.
function addClouds(found: Float32Array, width: number, colourAt: (at: number) => [number, number, number]): void {
  const land = new Uint8Array(found.length)
  const queue: number[] = []
  const visit = (at: number) => {
    if (at < 0 || at >= found.length || found[at] || land[at]) return
    land[at] = 1
    queue.push(at)
  }
  for (let x = 0; x < width; x++) visit(found.length - width + x)
  for (let from = queue.pop(); from !== undefined; from = queue.pop()) {
    visit(from - width)
    visit(from + width)
    if (from % width > 0) visit(from - 1)
    if (from % width < width - 1) visit(from + 1)
  }
  for (let at = 0; at < found.length; at++) {
    if (found[at] || land[at]) continue
    const colour = colourAt(at)
    const [least, most] = [Math.min(...colour), Math.max(...colour)]
    if (least > 0.5 && most - least < 0.35) found[at] = 1
  }
}

const sharpened = (value: number) => {
  const cut = Math.min(1, Math.max(0, (value - 0.25) / 0.5))
  return cut * cut * (3 - 2 * cut)
}
