import { smooth } from '../../scene/eased.ts'
import type { Pixels } from '../../job.ts'

/**
 * What is to be filled: one for each pixel of the picture that goes, the box about it, and what else is about to go and can
 * stand in for nothing.
 */
export type Hole = { mask: Uint8Array; avoid: Uint8Array; left: number; right: number; top: number; bottom: number }

const RELAXING = 160
// How unlike the rim of the hole and that of its stand-in may be, on average over three channels of 255.
const MOST_UNLIKE = 60
// Up to here two sides of a row are a plain sky, wall or snowfield: what lies between them is plain as well.
const PLAIN = 26
// What differs more from both sides of its row is a thing of its own, and would be there twice.
const STRANGE = 38

/** A row of the hole, from its first pixel to its last, and whether its two sides are plain and alike. */
type Row = { y: number; left: number; right: number; plain: boolean }

const apart = (rgba: Uint8Array, a: number, b: number): number =>
  (Math.abs((rgba[a] as number) - (rgba[b] as number)) +
    Math.abs((rgba[a + 1] as number) - (rgba[b + 1] as number)) +
    Math.abs((rgba[a + 2] as number) - (rgba[b + 2] as number))) /
  3

function rowsOf({ rgba, width }: Pixels, { mask, left, right, top, bottom }: Hole): Row[] {
  const rows: Row[] = []
  for (let y = top; y <= bottom; y++) {
    const row: Row = { y, left: right, right: left, plain: false }
    for (let x = left; x <= right; x++) {
      if (mask[y * width + x] !== 1) continue
      row.left = Math.min(row.left, x)
      row.right = Math.max(row.right, x)
    }
    const at = (x: number) => (y * width + Math.min(width - 1, Math.max(0, x))) * 4
    let rough = apart(rgba, at(row.left - 3), at(row.right + 3))
    for (let step = 3; step < 39; step += 6)
      rough +=
        (apart(rgba, at(row.left - step), at(row.left - step - 6)) +
          apart(rgba, at(row.right + step), at(row.right + step + 6))) /
        2
    rows.push({ ...row, plain: rough < PLAIN })
  }
  return evenly(rows)
}

// A single plain row among others would be a scratch.
function evenly(rows: readonly Row[]): Row[] {
  const reach = 6
  return rows.map((row, at) => {
    const about = rows.slice(Math.max(0, at - reach), at + reach + 1)
    return { ...row, plain: about.filter(({ plain }) => plain).length * 2 > about.length }
  })
}

// What stands in should meet the hole at both sides, and hold nothing that these do not know: no second dog.
function unlikeness({ width, rgba }: Pixels, avoid: Uint8Array, rows: readonly Row[], dx: number): number {
  let [sum, count] = [0, 0]
  for (const { y, left, right } of rows) {
    const [a, b] = [Math.max(0, left - 3), Math.min(width - 1, right + 3)]
    if (a + dx < 0 || b + dx >= width) return Infinity
    const at = (x: number) => (y * width + x) * 4
    sum += (apart(rgba, at(a), at(a + dx)) + apart(rgba, at(b), at(b + dx))) * 2
    count += 4
    const step = Math.max(2, Math.floor((right - left) / 14))
    for (let x = left; x <= right; x += step) {
      if (avoid[y * width + x + dx] === 1) return Infinity
      const off = Math.min(apart(rgba, at(x + dx), at(a)), apart(rgba, at(x + dx), at(b)))
      sum += off > STRANGE ? off * 2.4 : off * 0.6
      count++
    }
  }
  return sum / Math.max(1, count)
}

function bestShift(picture: Pixels, { avoid }: Hole, rows: readonly Row[]): number | undefined {
  const { width } = picture
  const rough = rows.filter(({ plain, y }) => !plain && y % 3 === 0)
  if (rough.length === 0) return 0
  let best: { shift: number; cost: number } | undefined
  for (let dx = -width; dx <= width; dx += Math.max(2, Math.round(width / 300))) {
    const cost = unlikeness(picture, avoid, rough, dx) + (Math.abs(dx) / width) * 4
    if (cost < MOST_UNLIKE && (!best || cost < best.cost)) best = { shift: dx, cost }
  }
  return best?.shift
}

type Paint = (x: number, y: number, c: number) => number

// What is beside something at its height is mostly what is behind it. Plain rows lie between their sides instead, so that no
// cloud is there twice; over a few rows the one passes into the other.
function paintOf({ width, rgba }: Pixels, { top }: Hole, rows: readonly Row[], shift: number): Paint {
  const plainness = rows.map((_, at) => {
    const about = rows.slice(Math.max(0, at - 4), at + 5)
    return about.filter(({ plain }) => plain).length / about.length
  })
  return (x, y, c) => {
    const index = Math.min(rows.length - 1, Math.max(0, y - top))
    const { left, right } = rows[index] as Row
    const at = (from: number) => rgba[(y * width + Math.min(width - 1, Math.max(0, from))) * 4 + c] as number
    const plain = plainness[index] as number
    const beside = plain < 1 ? at(x + shift) : 0
    if (plain === 0) return beside
    // At the edge of the picture there is but one side.
    const [from, to] = [left <= 3 ? right + 3 : left - 3, right >= width - 4 ? left - 3 : right + 3]
    const share = Math.min(1, Math.max(0, (x - left) / Math.max(1, right - left)))
    return beside * (1 - plain) + (at(from) * (1 - share) + at(to) * share) * plain
  }
}

// Sides that run evenly: a jagged outline would bend whatever is mirrored at it.
function evened(rows: readonly Row[], reach: number): Row[] {
  const about = (list: readonly Row[], at: number) => list.slice(Math.max(0, at - reach), at + reach + 1)
  const widest = rows.map((row, at) => ({
    ...row,
    left: Math.min(...about(rows, at).map(({ left }) => left)),
    right: Math.max(...about(rows, at).map(({ right }) => right)),
  }))
  return widest.map((row, at) => {
    const near = about(widest, at)
    const mean = (side: 'left' | 'right') => near.reduce((sum, one) => sum + one[side], 0) / near.length
    return { ...row, left: Math.floor(mean('left')), right: Math.ceil(mean('right')) }
  })
}

// Where nothing beside it is wide enough, each half mirrors the land at its side.
function mirrored({ width, rgba }: Pixels, { avoid, top }: Hole, rows: readonly Row[]): Paint {
  const isFree = (x: number, y: number) => x >= 0 && x < width && avoid[y * width + x] !== 1
  return (x, y, c) => {
    const { left, right } = rows[Math.min(rows.length - 1, Math.max(0, y - top))] as Row
    const at = (from: number) => rgba[(y * width + Math.min(width - 1, Math.max(0, from))) * 4 + c] as number
    if (x < left || x > right) return at(x)
    const [fromLeft, fromRight] = [2 * left - x - 1, 2 * right - x + 1]
    const share = (x - left) / Math.max(1, right - left)
    const [atLeft, atRight] = [isFree(fromLeft, y), isFree(fromRight, y)]
    const between = at(left - 2) * (1 - share) + at(right + 2) * share
    const part = smooth(Math.min(1, Math.max(0, (share - 0.5) / 0.34 + 0.5)))
    return (atLeft ? at(fromLeft) : between) * (1 - part) + (atRight ? at(fromRight) : between) * part
  }
}

// The difference between the rim and what is painted there, spread evenly over the hole: light passes into light.
function membrane(picture: Pixels, hole: Hole, paint: Paint): Paint {
  const { width, height, rgba } = picture
  const cell = Math.max(1, Math.round(Math.max(hole.right - hole.left, hole.bottom - hole.top) / 90))
  const [wide, tall] = [
    Math.ceil((hole.right - hole.left + 1) / cell) + 2,
    Math.ceil((hole.bottom - hole.top + 1) / cell) + 2,
  ]
  const planes = [0, 1, 2].map(() => new Float32Array(wide * tall))
  const free = new Uint8Array(wide * tall)
  for (let v = 0; v < tall; v++)
    for (let u = 0; u < wide; u++) {
      const [x, y] = [hole.left + (u - 1) * cell, hole.top + (v - 1) * cell]
      if (x < 0 || y < 0 || x >= width || y >= height) continue
      if (hole.mask[y * width + x] === 1) {
        free[v * wide + u] = 1
        continue
      }
      // Sharp edges that do not meet are no light: more than this would smear.
      for (let c = 0; c < 3; c++) {
        const off = (rgba[(y * width + x) * 4 + c] as number) - paint(x, y, c)
        ;(planes[c] as Float32Array)[v * wide + u] = Math.max(-20, Math.min(20, off))
      }
    }
  for (const plane of planes) relax(plane, free, wide, tall)
  return (x, y, c) => {
    const [u, v] = [(x - hole.left) / cell + 1, (y - hole.top) / cell + 1]
    const [left, top] = [Math.min(wide - 2, Math.floor(u)), Math.min(tall - 2, Math.floor(v))]
    const [du, dv] = [u - left, v - top]
    const plane = planes[c] as Float32Array
    const at = top * wide + left
    return (
      ((plane[at] as number) * (1 - du) + (plane[at + 1] as number) * du) * (1 - dv) +
      ((plane[at + wide] as number) * (1 - du) + (plane[at + wide + 1] as number) * du) * dv
    )
  }
}

function relax(plane: Float32Array, free: Uint8Array, wide: number, tall: number): void {
  for (let round = 0; round < RELAXING; round++)
    for (let v = 1; v < tall - 1; v++)
      for (let u = 1; u < wide - 1; u++) {
        const at = v * wide + u
        if (!free[at]) continue
        const sides = (plane[at - 1] as number) + (plane[at + 1] as number)
        plane[at] = (sides + (plane[at - wide] as number) + (plane[at + wide] as number)) / 4
      }
}

/** Fills a hole in place with what is beside it, in the light of its rim. */
export function fillHole(picture: Pixels, hole: Hole): void {
  const { width, height, rgba } = picture
  const rows = rowsOf(picture, hole)
  const shift = bestShift(picture, hole, rows)
  const before = { ...picture, rgba: rgba.slice() }
  const even = evened(rows, Math.round(height * 0.03))
  const paint = shift === undefined ? mirrored(before, hole, even) : paintOf(before, hole, rows, shift)
  const light = membrane(before, hole, paint)
  for (let y = hole.top; y <= hole.bottom; y++)
    for (let x = hole.left; x <= hole.right; x++) {
      if (hole.mask[y * width + x] !== 1) continue
      for (let c = 0; c < 3; c++)
        rgba[(y * width + x) * 4 + c] = Math.max(0, Math.min(255, Math.round(paint(x, y, c) + light(x, y, c))))
    }
}
