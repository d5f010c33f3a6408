import { adjust } from '../../colour.ts'
import { byPixel } from '../by-pixel.ts'
import { frameOf } from '../overlays.ts'
import { noiseAt, noiseField, type Raster } from '../raster.ts'
import type { LayerContext, StyleTraits } from '../style.ts'
import { vivid, lightOf, type Tint } from './tones.ts'

const GROUT: Tint = [206, 196, 178]
// Small stones for whoever is shown, large ones for the ground: so the figure reads first.
const SIZES = { subject: 1.25, land: 1.9, sky: 2.3, glow: 2.3 } as const

type Stones = { size: number; columns: number; sums: Float64Array; shift: (row: number) => number }

// The mean colour of each stone; every second row is moved by half a stone, as masons lay them.
function stonesOf({ width, height, data }: Raster, size: number): Stones {
  const columns = Math.ceil(width / size) + 2
  const rows = Math.ceil(height / size) + 1
  const shift = (row: number) => (row % 2 === 0 ? 0 : size / 2)
  const sums = new Float64Array(columns * rows * 5)
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / size)
    for (let x = 0; x < width; x++) {
      const p = (y * width + x) * 4
      const cover = (data[p + 3] as number) / 255
      const at = (row * columns + Math.floor((x + shift(row)) / size)) * 5
      for (let c = 0; c < 3; c++) sums[at + c] = (sums[at + c] as number) + (data[p + c] as number) * cover
      sums[at + 3] = (sums[at + 3] as number) + cover
      sums[at + 4] = (sums[at + 4] as number) + 1
    }
  }
  return { size, columns, sums, shift }
}

// How far a pixel is from the edge of its stone, in pixels: the grout runs there.
function inset(x: number, y: number, size: number): number {
  const [dx, dy] = [x % size, y % size]
  return Math.min(dx, dy, size - dx, size - dy)
}

function redraw(raster: Raster, { unit, role, seed }: LayerContext): Raster {
  const { width, height, data } = raster
  if (role === 'glow') return raster
  const stones = stonesOf(raster, Math.max(4, Math.round(unit * SIZES[role])))
  const { size, columns, sums } = stones
  const field = noiseField(seed)
  const joint = Math.max(1, size * 0.1)
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / size)
    for (let x = 0; x < width; x++) {
      const p = (y * width + x) * 4
      const shifted = x + stones.shift(row)
      const column = Math.floor(shifted / size)
      const at = (row * columns + column) * 5
      const weight = sums[at + 3] as number
      // A stone is there or not: figures end in whole stones.
      if (weight < (sums[at + 4] as number) * 0.42) {
        data[p + 3] = 0
        continue
      }
      const chance = noiseAt(field, column * 37.7, row * 61.3, 3) - 0.5
      const grouted = inset(shifted, y, size) < joint
      const [r, g, b] = [0, 1, 2].map((c) => (sums[at + c] as number) / weight) as [number, number, number]
      const light = lightOf(r, g, b)
      for (const [c, own] of [r, g, b].entries())
        data[p + c] = grouted
          ? (GROUT[c] as number) * 0.86
          : vivid(own, light, 1.15) * (1 + chance * 0.42) + chance * 14
      data[p + 3] = 255
    }
  }
  return raster
}

const BORDER = [
  [0.9, 1.8, '#7a4a38'],
  [2.4, 0.9, '#e6d9bd'],
  [3.3, 0.7, '#2f4f66'],
] as const

/** Small square stones set in mortar. */
export const mosaic: StyleTraits = {
  shadow: 0,
  hasGrain: false,
  inSquares: false,
  prefersNight: false,
  ...byPixel(redraw),
  finish: (paper) => [frameOf(paper, BORDER, [1.3, 0.16])],
  live: (colour) => adjust(colour, { saturate: 1.1 }),
}
