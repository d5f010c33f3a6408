import { adjust } from '../../colour.ts'
import { byPixel } from '../by-pixel.ts'
import { overlay } from '../overlays.ts'
import { edgesOf, noiseAt, noiseField, noiseIn, noiseMap, type Raster } from '../raster.ts'
import type { LayerContext, StyleTraits } from '../style.ts'
import { clamped, lightOf, vivid } from './tones.ts'

type Cell = { x: number; y: number; sum: [number, number, number]; weight: number }

// One point in each cell of a grid, moved at will: a pixel belongs to the nearest.
function pointsOf({ width, height }: Raster, size: number, seed: number): { cells: Cell[]; columns: number } {
  const columns = Math.ceil(width / size) + 2
  const rows = Math.ceil(height / size) + 2
  const [across, along] = [noiseField(seed), noiseField(seed + 19)]
  const cells: Cell[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const x = (column - 0.5 + (noiseAt(across, column * 5, row * 9, 1) - 0.5) * 1.5) * size
      const y = (row - 0.5 + (noiseAt(along, column * 5, row * 9, 1) - 0.5) * 1.5) * size
      cells.push({ x, y, sum: [0, 0, 0], weight: 0 })
    }
  }
  return { cells, columns }
}

type Nearest = { index: number; gap: number }

function nearestTo(cells: readonly Cell[], columns: number, at: { x: number; y: number; size: number }): Nearest {
  const column = Math.floor(at.x / at.size) + 1
  const row = Math.floor(at.y / at.size) + 1
  let [first, second, index] = [Infinity, Infinity, 0]
  for (let r = row - 1; r <= row + 1; r++) {
    for (let c = column - 1; c <= column + 1; c++) {
      const cell = c >= 0 && c < columns ? cells[r * columns + c] : undefined
      if (!cell) continue
      const d = Math.sqrt((cell.x - at.x) ** 2 + (cell.y - at.y) ** 2)
      if (d < first) {
        second = first
        first = d
        index = r * columns + c
      } else if (d < second) second = d
    }
  }
  return { index, gap: second - first }
}

const LEAD = [24, 22, 28] as const

type Panes = { cells: Cell[]; owner: Uint32Array; gaps: Float32Array }

// Which pane every pixel belongs to, how far it is from the next one, and the mean colour of each pane.
function panesOf(raster: Raster, size: number, seed: number): Panes {
  const { width, height, data } = raster
  const { cells, columns } = pointsOf(raster, size, seed)
  const owner = new Uint32Array(width * height)
  const gaps = new Float32Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const p = i * 4
      // Looked up for every fourth pixel only: it is most of the work, and nobody sees the difference.
      const known = (y & ~1) * width + (x & ~1)
      if (known === i) {
        const { index, gap } = nearestTo(cells, columns, { x, y, size })
        owner[i] = index
        gaps[i] = gap
      } else {
        owner[i] = owner[known] as number
        gaps[i] = gaps[known] as number
      }
      const cover = (data[p + 3] as number) / 255
      if (cover < 0.02) continue
      const index = owner[i] as number
      const cell = cells[index] as Cell
      for (let c = 0; c < 3; c++) cell.sum[c] = (cell.sum[c] as number) + (data[p + c] as number) * cover
      cell.weight += cover
    }
  }
  return { cells, owner, gaps }
}

const SIZES = { subject: 5.2, land: 8, sky: 11, glow: 11 } as const

function redraw(raster: Raster, { unit, role, seed }: LayerContext): Raster {
  const { width, height, data } = raster
  if (role === 'glow') return raster
  const size = unit * SIZES[role]
  const { cells, owner, gaps } = panesOf(raster, size, seed)
  const contours = edgesOf(raster, unit * 0.3)
  const bubbles = noiseMap(noiseField(seed + 3), raster, unit * 1.2)
  const lead = unit * (role === 'subject' ? 0.42 : 0.6)
  // The subject keeps its own colours within each pane, or nobody would know it.
  const own = role === 'subject' ? 0.7 : 0.2
  const outlined = role === 'sky' ? 0 : 1
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const p = i * 4
      if ((data[p + 3] as number) < 4) continue
      const { sum, weight } = cells[owner[i] as number] as Cell
      const gap = gaps[i] as number
      const line = Math.max(
        clamped((lead - gap) / (unit * 0.22) + 0.5),
        clamped(((contours[i] as number) - 0.42) * 3) * outlined,
      )
      const glow = 1.02 + (noiseIn(bubbles, x, y) - 0.5) * 0.26 + Math.min(0.24, (gap / size) * 0.4)
      const share = (1 - own) / Math.max(1, weight)
      const [r, g, b] = sum.map((total, c) => total * share + (data[p + c] as number) * own) as [number, number, number]
      const light = lightOf(r, g, b)
      for (const [c, channel] of [r, g, b].entries()) {
        const glass = vivid(channel, light, 1.65) * glow
        data[p + c] = glass + ((LEAD[c] as number) - glass) * line
      }
    }
  }
  return raster
}

/** Panes of glowing glass between strips of lead. */
export const stainedGlass: StyleTraits = {
  shadow: 0,
  hasGrain: false,
  inSquares: false,
  prefersNight: false,
  ...byPixel(redraw),
  finish: (paper) => [
    overlay(paper, (context) => {
      context.strokeStyle = '#1c1a20'
      context.lineWidth = paper.unit * 3
      context.strokeRect(0, 0, paper.width, paper.height)
    }),
  ],
  live: (colour) => adjust(colour, { saturate: 1.5 }),
}
