import type { Pixels } from '../../job.ts'
import { shrink } from '../fit-picture.ts'
import type { Sky } from '../seen/sky.ts'

/** A box in pixels of the picture. */
export type Box = { x: number; y: number; width: number; height: number }

type Figure = {
  figure: { width: number; height: number }
  aloft: boolean
  side: 'left' | 'right' | undefined
  taken: readonly Box[]
}

const COLUMNS = 96

/** Where a figure covers least of what matters: away from what is detailed and from others, with its feet on the ground. */
export function freeSpot(picture: Pixels, sky: Sky, figure: Figure): { x: number; y: number } {
  const { width, height } = picture
  const busy = detailOf(picture)
  const feet = figure.aloft ? [0.24, 0.32, 0.42] : groundLines(sky)
  let best = { x: 0, y: 0, cost: Infinity }
  for (const foot of feet) {
    for (let step = 0; step <= 20; step++) {
      const middle = 0.08 + (0.84 * step) / 20
      const size = { width: figure.figure.width, height: figure.figure.height }
      const y = foot * height - (figure.aloft ? size.height / 2 : size.height)
      const box = { ...size, x: middle * width - size.width / 2, y }
      const cost = costOf(box, picture, { busy, sky, figure, middle, foot })
      if (cost < best.cost) best = { x: box.x, y: box.y, cost }
    }
  }
  const inside = (at: number, size: number, room: number) => Math.round(Math.max(0, Math.min(room - size, at)))
  return { x: inside(best.x, figure.figure.width, width), y: inside(best.y, figure.figure.height, height) }
}

// Well below the sky: what stands near its edge would have to be far and small.
function groundLines({ lowest, share }: Sky): number[] {
  const first = share > 0 ? Math.max(0.78, Math.min(0.9, lowest + 0.22)) : 0.86
  return [first, Math.min(0.95, first + 0.06), 0.93]
}

type Measures = {
  busy: { columns: number; rows: number; data: Float32Array }
  sky: Sky
  figure: Figure
  middle: number
  foot: number
}

function costOf(box: Box, { width, height }: Pixels, { busy, sky, figure, middle, foot }: Measures): number {
  let [sum, open, count] = [0, 0, 0]
  for (let v = 0.1; v < 1; v += 0.2)
    for (let u = 0.1; u < 1; u += 0.2) {
      const [x, y] = [(box.x + u * box.width) / width, (box.y + v * box.height) / height]
      const outside = x < 0.01 || y < 0.01 || x > 0.99 || y > 0.99
      const cell = Math.min(busy.rows - 1, Math.max(0, Math.floor(y * busy.rows))) * busy.columns
      sum += outside
        ? 3
        : (busy.data[cell + Math.min(busy.columns - 1, Math.max(0, Math.floor(x * busy.columns)))] as number)
      open += sky.at(x, y)
      count++
    }
  const covered = figure.taken.reduce((all, other) => all + overlap(box, other), 0) / (box.width * box.height)
  const wanted = figure.side === 'left' ? 0.24 : figure.side === 'right' ? 0.76 : undefined
  const astray = wanted === undefined ? Math.abs(Math.abs(middle - 0.5) - 0.2) * 0.35 : Math.abs(middle - wanted) * 4
  const aloft = figure.aloft && sky.share > 0 ? 1 - open / count : 0
  return sum / count + covered * 6 + astray + aloft * 2.5 + (figure.aloft ? 0 : (0.93 - foot) * 0.2)
}

function overlap(a: Box, b: Box): number {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return wide > 0 && high > 0 ? wide * high : 0
}

// How much each cell differs from those two cells away; colours count, so a calm lawn is free and a house is not.
function detailOf(picture: Pixels): Measures['busy'] {
  const rows = Math.max(8, Math.round((COLUMNS * picture.height) / picture.width))
  const { rgba } = shrink(picture, COLUMNS, rows)
  const data = new Float32Array(COLUMNS * rows)
  const gap = (a: number, b: number) =>
    [0, 1, 2].reduce((sum, c) => sum + Math.abs((rgba[a * 4 + c] as number) - (rgba[b * 4 + c] as number)), 0) / 255
  for (let y = 0; y < rows; y++)
    for (let x = 0; x < COLUMNS; x++) {
      const at = y * COLUMNS + x
      const beside = gap(at, y * COLUMNS + Math.min(COLUMNS - 1, x + 2))
      data[at] = beside + gap(at, Math.min(rows - 1, y + 2) * COLUMNS + x)
    }
  return { columns: COLUMNS, rows, data }
}
