import { mix } from '../colour.ts'
import { byPixel } from './by-pixel.ts'
import { paperEdge } from './overlays.ts'
import { blurred, coverOf, edgesOf, noiseField, noiseIn, noiseMap, wobbled, type Raster } from './raster.ts'
import type { LayerContext, StyleTraits } from './style.ts'

function redraw(input: Raster, context: LayerContext): Raster {
  const { unit, seed, role } = context
  const raster = wobbled(input, seed, unit * 0.5, unit * 1.1)
  const { width, height, data } = raster
  const cover = coverOf(raster)
  const inner = blurred(cover, width, height, unit * 0.45)
  const lines = edgesOf(raster, unit * 0.14)
  const bloom = noiseMap(noiseField(seed), raster, unit * 7)
  const mottle = noiseMap(noiseField(seed + 3), raster, unit * 1.8)
  const grain = noiseMap(noiseField(seed + 5), raster, Math.max(1, unit * 0.12))
  // Beer's law, near enough: pigment multiplies the paper, and more of it darkens faster than in a straight line.
  const depth = Float32Array.from({ length: 256 }, (_, v) => Math.log2(Math.max(6, v) / 255))
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const p = i * 4
      const covered = cover[i] ?? 0
      if (covered < 0.02) continue
      const pooled = Math.max(0, 1 - (inner[i] as number)) * 1.3 + (lines[i] as number) * 0.22
      const wash = (noiseIn(bloom, x, y) - 0.5) * 0.75 + (noiseIn(mottle, x, y) - 0.5) * 0.3
      const speck = (noiseIn(grain, x, y) - 0.5) * 0.24
      const base = role === 'sky' ? 0.62 : role === 'subject' ? 0.86 : 0.74
      const density = Math.max(0.16, base + wash * (role === 'subject' ? 0.4 : 0.8) + speck + pooled * 0.4)
      for (let c = 0; c < 3; c++) {
        const paper = c === 2 ? 246 : 252
        data[p + c] = paper * 2 ** ((depth[data[p + c] ?? 0] ?? 0) * density)
      }
      data[p + 3] = role === 'glow' ? covered * 255 : Math.min(255, covered * (role === 'sky' ? 255 : 246))
    }
  }
  return raster
}

/** Lets colour run as pigment in water: paler, grainy, pooled at its edges, on the white of the paper. */
export const watercolour: StyleTraits = {
  shadow: 0,
  hasGrain: false,
  inSquares: false,
  prefersNight: false,
  ...byPixel(redraw, 'land'),
  finish: (paper) => [paperEdge(paper, [252, 251, 246], paper.unit * 2.6)],
  live: (colour) => mix(colour, '#ffffff', 0.25),
}
