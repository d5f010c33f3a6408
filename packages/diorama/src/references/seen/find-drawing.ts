import { createCanvas, type Canvas } from '@napi-rs/canvas'
import type { Pixels } from '../../job.ts'
import { shrink } from '../fit-picture.ts'
import { opponentPlanes, type Plane } from '../plane.ts'

/** Where a drawing stands in a picture, in pixels, and how sure that is, about 0 to 1. */
export type Found = {
  x: number
  y: number
  width: number
  height: number
  flipped: boolean
  sure: number
  shape: Canvas
}

// Coarse enough that all places and sizes can be tried, fine enough to tell a barn from a house.
const LONG_SIDE = 96
const FINE = 192
// Smaller things are not told apart, and nobody asks for what is so small.
const SMALLEST = 13
// How many cells of a shape are compared: more tell nothing new.
const MOST_POINTS = 70
const GROWTH = 1.15
const REACH = 3
// Below this, likeness is chance. Measured: drawings that are there reach 0.7 to 0.95, others 0.5.
const SURE = 0.64

// Where the compared cells are, their three tones one after the other, and pairs of cells within and without the outline.
type Shape = { xs: Int32Array; ys: Int32Array; tones: Float32Array; rim: Int32Array; width: number; height: number }

/**
 * Finds one of some drawings in a picture by its look: pictures of our own show the very drawings that a word names. The
 * light may differ, the size and the side; a photograph shows none of them. `small`: it is looked for among small things.
 */
export function findDrawing(
  picture: Pixels,
  shapes: readonly Canvas[],
  without: readonly Found[] = [],
  { small = false } = {},
): Found | undefined {
  const coarse = planesOf(picture, small ? FINE : LONG_SIDE)
  const rough = guessesIn(coarse, shapes, small).filter(
    (one) => !without.some((other) => isSame(one, other, coarse, picture)),
  )
  const best = refined(picture, rough, small ? 1 : FINE / LONG_SIDE)
  if (!best) return undefined
  const { x, y, width, height, flipped, sure, shape } = best
  const back = Math.max(picture.width, picture.height) / FINE
  return { x: x * back, y: y * back, width: width * back, height: height * back, flipped, sure, shape }
}

// A small piece is like many things; the same likeness over a larger one means more.
const weight = ({ sure, size }: Guess) => sure + 0.08 * Math.log2(size / SMALLEST)

function guessesIn(coarse: Planes, shapes: readonly Canvas[], small: boolean): Guess[] {
  const guesses: Guess[] = []
  const largest = Math.min(coarse.width, coarse.height) * 1.05
  for (const shape of shapes)
    for (let size = small ? SMALLEST * 0.8 : SMALLEST; size < (small ? SMALLEST * 2 : largest); size *= GROWTH)
      for (const flipped of [false, true]) {
        const found = guess(coarse, { shape, size, flipped })
        if (found && found.sure > SURE - 0.16) guesses.push(found)
      }
  return guesses.toSorted((a, b) => weight(b) - weight(a))
}

// The best few once more, on a finer map and in sizes between those tried.
function refined(picture: Pixels, guesses: readonly Guess[], by: number): Guess | undefined {
  const fine = planesOf(picture, FINE)
  let best: Guess | undefined
  for (const rough of guesses.slice(0, 4))
    for (const change of [0.88, 0.94, 1, 1.06, 1.12]) {
      const size = rough.size * by * change
      const off = (rough.size * by - size) / 2
      const tried = guess(fine, { ...rough, size }, { x: rough.x * by + off, y: rough.y * by + off })
      if (tried && tried.sure > SURE && (!best || weight(tried) > weight(best))) best = tried
    }
  return best
}

type Planes = { width: number; height: number; planes: readonly Plane[] }
type Try = { shape: Canvas; size: number; flipped: boolean }
type Guess = Found & { size: number }

function planesOf(picture: Pixels, longSide: number): Planes {
  const scale = longSide / Math.max(picture.width, picture.height)
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)]
  return { width, height, planes: opponentPlanes(shrink(picture, width, height)) }
}

function isSame(guess: Guess, other: Found, { width }: Planes, picture: Pixels): boolean {
  const by = picture.width / width
  const apart = (a: number, wide: number, b: number, otherWide: number) => Math.abs(a + wide / 2 - b - otherWide / 2)
  return (
    apart(guess.x * by, guess.width * by, other.x, other.width) < other.width * 0.6 &&
    apart(guess.y * by, guess.height * by, other.y, other.height) < other.height * 0.6
  )
}

function guess({ planes }: Planes, tried: Try, near?: { x: number; y: number }): Guess | undefined {
  const sampled = sample(tried.shape, tried.size, tried.flipped)
  if (!sampled) return undefined
  return { ...tried, ...bestSpot(planes, sampled, near), width: sampled.width, height: sampled.height }
}

// The shape with its longer side in this many cells: some of its opaque cells, and pairs across its outline.
function sample(shape: Canvas, size: number, flipped: boolean): Shape | undefined {
  const by = size / Math.max(shape.width, shape.height)
  const [width, height] = [Math.max(3, Math.round(shape.width * by)), Math.max(3, Math.round(shape.height * by))]
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  if (flipped) {
    context.translate(width, 0)
    context.scale(-1, 1)
  }
  context.drawImage(shape, 0, 0, width, height)
  const rgba = context.getImageData(0, 0, width, height).data
  const solid = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && (rgba[(y * width + x) * 4 + 3] as number) > 150
  const [xs, ys, tones, rim]: [number[], number[], number[], number[]] = [[], [], [], []]
  const stride = Math.max(1, Math.sqrt((width * height) / MOST_POINTS))
  for (let v = stride / 2; v < height; v += stride)
    for (let u = stride / 2; u < width; u += stride) {
      const [x, y] = [Math.floor(u), Math.floor(v)]
      if (!solid(x, y)) continue
      const at = (y * width + x) * 4
      const [red, green, blue] = [0, 1, 2].map((c) => (rgba[at + c] as number) / 255) as [number, number, number]
      xs.push(x)
      ys.push(y)
      tones.push(0.3 * red + 0.59 * green + 0.11 * blue, red - green, (red + green) / 2 - blue)
    }
  for (let y = 0; y < height; y += 2)
    for (let x = 0; x < width; x++) {
      if (!solid(x, y)) continue
      if (!solid(x - 1, y)) rim.push(x, y, x - 2, y)
      if (!solid(x + 1, y)) rim.push(x, y, x + 2, y)
      if (!solid(x, y - 1)) rim.push(x, y, x, y - 2)
    }
  if (xs.length < 12) return undefined
  return {
    xs: Int32Array.from(xs),
    ys: Int32Array.from(ys),
    tones: Float32Array.from(tones),
    rim: Int32Array.from(rim),
    width,
    height,
  }
}

type Spot = { x: number; y: number; sure: number }

function bestSpot(planes: readonly Plane[], shape: Shape, near?: { x: number; y: number }): Spot {
  const [{ width, height }] = planes as [Plane]
  let best: Spot = { x: 0, y: 0, sure: 0 }
  const step = near ? 1 : Math.max(1, Math.round(Math.max(shape.width, shape.height) / 26))
  const [lastX, lastY] = [width - shape.width, height - shape.height]
  const about = (middle: number | undefined, last: number): [number, number] =>
    middle === undefined
      ? [0, last]
      : [Math.max(0, Math.round(middle) - REACH), Math.min(last, Math.round(middle) + REACH)]
  const [fromX, toX] = about(near?.x, lastX)
  const [fromY, toY] = about(near?.y, lastY)
  for (let y = fromY; y <= toY; y += step)
    for (let x = fromX; x <= toX; x += step) {
      const sure = likeness(planes, shape, x, y)
      if (sure > best.sure) best = { x, y, sure }
    }
  return best
}

// How alike pattern, colour and outline are.
function likeness(planes: readonly Plane[], { xs, ys, tones, rim }: Shape, left: number, top: number): number {
  const [{ width, height }] = planes as [Plane]
  const count = xs.length
  let [both, own, other, apart] = [0, 0, 0, 0]
  for (let c = 0; c < 3; c++) {
    const { data } = planes[c] as Plane
    let [sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0]
    for (let index = 0; index < count; index++) {
      const a = tones[index * 3 + c] as number
      const b = data[(top + (ys[index] as number)) * width + left + (xs[index] as number)] as number
      sumA += a
      sumB += b
      sumAA += a * a
      sumBB += b * b
      sumAB += a * b
    }
    both += sumAB - (sumA * sumB) / count
    own += sumAA - (sumA * sumA) / count
    other += sumBB - (sumB * sumB) / count
    apart += Math.abs(sumA - sumB) / count
    // Light alone tells that most places are wrong: no need to look at their colours.
    if (c === 0 && both < 0.2 * Math.sqrt(own * other)) return 0
  }
  const pattern = both / Math.sqrt(own * other + 1e-6)
  if (pattern < 0.45) return 0
  let edge = 0
  for (let index = 0; index < rim.length; index += 4) {
    const outX = Math.min(width - 1, Math.max(0, left + (rim[index + 2] as number)))
    const outY = Math.min(height - 1, Math.max(0, top + (rim[index + 3] as number)))
    const inside = (top + (rim[index + 1] as number)) * width + left + (rim[index] as number)
    for (const { data } of planes) edge += Math.abs((data[inside] as number) - (data[outY * width + outX] as number))
  }
  const contrast = Math.min(1, edge / Math.max(1, rim.length / 4) / 0.25)
  return pattern * 0.8 + contrast * 0.2 - apart * 0.22
}
