import type { Pixels } from '../job.ts'
import { shrink } from './fit-picture.ts'
import { boxBlur, combine, halved, opponentPlanes, planeOf, sampleAt, softBlur, type Plane } from './plane.ts'

/** Where each cell of one picture lies in another, as offsets in parts of the picture's width and height. */
export type Flow = { dx: Plane; dy: Plane }

const LONG_SIDE = 192
// Down to 12 cells across: coarse enough that the farthest move is two cells.
const LEVELS = 5
// Farther than this, likeness is chance, and following it would only swirl.
const FARTHEST = 0.14
// What a step must gain in mean difference to be taken: below it, flat parts would wander with the noise.
const RELUCTANCE = 0.004
// The mean difference of light and colour from which two spots count as unlike.
const UNLIKE = 0.25

/** Finds the way from picture `from` to picture `to`: coarse to fine, by comparing blocks of light and colour. */
export function opticalFlow(from: Pixels, to: Pixels): Flow {
  let flow: Flow | undefined
  let trust: Plane | undefined
  const [starts, ends] = [pyramid(from), pyramid(to)]
  for (const [level, start] of starts.entries()) {
    const a = start.map((plane) => softBlur(plane, 1))
    const b = (ends[level] as Plane[]).map((plane) => softBlur(plane, 1))
    const { width, height } = a[0] as Plane
    flow = flow ? resized(flow, width, height) : still(width, height)
    // The coarsest level has nothing to stand on and looks farther; finer ones correct it by a cell, then by half of one.
    for (const reach of level === 0 ? [2, 1] : [1, 0.5]) flow = smooth(improved(flow, a, b, reach))
    trust = softBlur(combine([difference(flow, a, b, 0, 0)], trustIn), Math.round(width / 32))
  }
  return flow && trust ? { dx: product(flow.dx, trust), dy: product(flow.dy, trust) } : still(4, 4)
}

// Light and colour at every level, the coarsest first.
function pyramid(picture: Pixels): Plane[][] {
  const scale = LONG_SIDE / Math.max(picture.width, picture.height)
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)]
  const levels: Plane[][] = [opponentPlanes(shrink(picture, Math.max(32, width), Math.max(32, height)))]
  while (levels.length < LEVELS) levels.unshift((levels[0] as Plane[]).map(halved))
  return levels
}

// Where the pictures differ even after the move, there was nothing to follow: a third of the way is left, as a gesture.
function trustIn(gap = 0): number {
  return 0.35 + 0.65 * Math.exp(-((gap / UNLIKE) ** 2))
}

function product(a: Plane, b: Plane): Plane {
  return combine([a, b], (x, y) => x * y)
}

function still(width: number, height: number): Flow {
  return { dx: planeOf(width, height, () => 0), dy: planeOf(width, height, () => 0) }
}

function resized({ dx, dy }: Flow, width: number, height: number): Flow {
  const sx = (dx.width - 1) / (width - 1)
  const sy = (dx.height - 1) / (height - 1)
  return {
    dx: planeOf(width, height, (x, y) => sampleAt(dx, x * sx, y * sy)),
    dy: planeOf(width, height, (x, y) => sampleAt(dy, x * sx, y * sy)),
  }
}

function smooth({ dx, dy }: Flow): Flow {
  return { dx: softBlur(dx, 2), dy: softBlur(dy, 2) }
}

// Tries the eight neighbours at distance `reach` cells and takes the one under which a block around the cell differs least.
function improved(flow: Flow, a: readonly Plane[], b: readonly Plane[], reach: number): Flow {
  const { width, height } = flow.dx
  const stay = difference(flow, a, b, 0, 0)
  const best = { cost: stay.data.slice(), x: new Float32Array(width * height), y: new Float32Array(width * height) }
  for (let y = -1; y <= 1; y++) {
    for (let x = -1; x <= 1; x++) {
      if (x === 0 && y === 0) continue
      const [ox, oy] = [(x * reach) / width, (y * reach) / height]
      const cost = difference(flow, a, b, ox, oy)
      for (let at = 0; at < best.cost.length; at++) {
        const value = (cost.data[at] as number) + RELUCTANCE
        if (value >= (best.cost[at] as number)) continue
        best.cost[at] = value
        best.x[at] = ox
        best.y[at] = oy
      }
    }
  }
  const limited = (plane: Plane, extra: Float32Array): Plane =>
    planeOf(width, height, (_x, _y, at) => {
      const value = (plane.data[at] as number) + (extra[at] as number)
      return Math.min(FARTHEST, Math.max(-FARTHEST, value))
    })
  return { dx: limited(flow.dx, best.x), dy: limited(flow.dy, best.y) }
}

function difference(flow: Flow, a: readonly Plane[], b: readonly Plane[], ox: number, oy: number): Plane {
  const { width, height } = flow.dx
  const each = planeOf(width, height, (x, y, at) => {
    const bx = x + ((flow.dx.data[at] as number) + ox) * width
    const by = y + ((flow.dy.data[at] as number) + oy) * height
    let sum = 0
    for (let index = 0; index < a.length; index++)
      sum += Math.abs(((a[index] as Plane).data[at] as number) - sampleAt(b[index] as Plane, bx, by))
    return sum
  })
  return boxBlur(each, 2)
}
