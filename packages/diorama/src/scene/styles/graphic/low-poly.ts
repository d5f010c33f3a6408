import { adjust } from '../../colour.ts'
import { byPixel } from '../by-pixel.ts'
import { vignette } from '../overlays.ts'
import type { Raster } from '../raster.ts'
import type { LayerContext, StyleTraits } from '../style.ts'

type Corner = { x: number; y: number }

// Corners of a grid, each moved a little: every cell is cut into two triangles.
function cornersOf({ width, height }: Raster, cell: number, seed: number): (column: number, row: number) => Corner {
  const aside = (column: number, row: number, salt: number) => {
    const hash = Math.imul(
      Math.imul(column + 131, 374761393) ^ Math.imul(row + 57, 668265263) ^ (seed + salt),
      1274126177,
    )
    return ((hash ^ (hash >>> 15)) >>> 0) / 4294967296 - 0.5
  }
  return (column, row) => ({
    x: Math.min(width, (column + aside(column, row, 3) * 0.92) * cell),
    y: Math.min(height, (row + aside(column, row, 77) * 0.92) * cell),
  })
}

function colourOf({ width, height, data }: Raster, corners: readonly Corner[]): [number, number, number] | undefined {
  const sum = [0, 0, 0]
  let weight = 0
  // The middle and half-way to each corner: enough to know a small triangle.
  const middle = { x: 0, y: 0 }
  for (const { x, y } of corners) {
    middle.x += x / 3
    middle.y += y / 3
  }
  for (const at of [middle, ...corners.map(({ x, y }) => ({ x: (x + middle.x) / 2, y: (y + middle.y) / 2 }))]) {
    const [px, py] = [Math.round(at.x), Math.round(at.y)]
    if (px < 0 || py < 0 || px >= width || py >= height) continue
    const p = (py * width + px) * 4
    const cover = (data[p + 3] as number) / 255
    for (let c = 0; c < 3; c++) sum[c] = (sum[c] as number) + (data[p + c] as number) * cover
    weight += cover
  }
  return weight > 0.2 ? [(sum[0] ?? 0) / weight, (sum[1] ?? 0) / weight, (sum[2] ?? 0) / weight] : undefined
}

function fill(raster: Raster, out: Uint8ClampedArray, corners: readonly Corner[], colour: readonly number[]): void {
  const { width, height } = raster
  const [a, b, c] = corners as [Corner, Corner, Corner]
  const top = Math.max(0, Math.floor(Math.min(a.y, b.y, c.y)))
  const bottom = Math.min(height - 1, Math.ceil(Math.max(a.y, b.y, c.y)))
  for (let y = top; y <= bottom; y++) {
    let [left, right] = [Infinity, -Infinity]
    for (const [one, two] of [
      [a, b],
      [b, c],
      [c, a],
    ] as const) {
      if (one.y > y !== two.y > y || one.y === y) {
        const x = one.y === two.y ? one.x : one.x + ((y - one.y) / (two.y - one.y)) * (two.x - one.x)
        left = Math.min(left, x)
        right = Math.max(right, x)
      }
    }
    const end = Math.min(width - 1, Math.ceil(right))
    for (let x = Math.max(0, Math.floor(left)); x <= end; x++) {
      const p = (y * width + x) * 4
      out[p] = colour[0] ?? 0
      out[p + 1] = colour[1] ?? 0
      out[p + 2] = colour[2] ?? 0
    }
  }
}

function redraw(raster: Raster, { unit, role, seed }: LayerContext): Raster {
  const { width, height, data } = raster
  if (role === 'glow') return raster
  const cell = unit * (role === 'subject' ? 2 : role === 'land' ? 4.4 : 7)
  const corner = cornersOf(raster, cell, seed)
  const out = new Uint8ClampedArray(data)
  const columns = Math.ceil(width / cell) + 1
  const rows = Math.ceil(height / cell) + 1
  for (let row = -1; row < rows; row++) {
    for (let column = -1; column < columns; column++) {
      const [a, b] = [corner(column, row), corner(column + 1, row)]
      const [c, d] = [corner(column, row + 1), corner(column + 1, row + 1)]
      for (const [half, triangle] of [
        [0, [a, b, c]],
        [1, [b, d, c]],
      ] as const) {
        const colour = colourOf(raster, triangle)
        if (!colour) continue
        // Each face catches the light in its own way.
        const tilt = half === 0 ? 1.06 : 0.93
        const chance = 0.95 + 0.1 * Math.abs(Math.sin(column * 12.9 + row * 78.2 + half * 3.1))
        fill(
          raster,
          out,
          triangle,
          colour.map((channel) => channel * tilt * chance),
        )
      }
    }
  }
  // A trace of the drawing stays in the subject, or its eyes would be gone.
  const kept = role === 'subject' ? 0.42 : 0
  for (let p = 0; p < data.length; p += 4)
    for (let c = 0; c < 3; c++) data[p + c] = (out[p + c] as number) * (1 - kept) + (data[p + c] as number) * kept
  return raster
}

/** Everything cut into flat triangles, as an early computer would show it. */
export const lowPoly: StyleTraits = {
  shadow: 0.3,
  hasGrain: false,
  inSquares: false,
  prefersNight: false,
  ...byPixel(redraw),
  finish: (paper) => [vignette(paper, paper.light.shadow, 0.2)],
  live: (colour) => adjust(colour, { saturate: 1.1 }),
}
