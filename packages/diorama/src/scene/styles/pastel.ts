import { mix } from '../colour.ts'
import { byPixel } from './by-pixel.ts'
import { vignette } from './overlays.ts'
import { edgesOf, noiseAt, noiseField, noiseIn, noiseMap, type Raster } from './raster.ts'
import type { LayerContext, StyleTraits } from './style.ts'

function redraw(raster: Raster, context: LayerContext): Raster {
  const { width, height, data } = raster
  const { unit, seed, role } = context
  if (role === 'glow') return raster
  const tooth = noiseField(seed)
  const fineTooth = noiseMap(tooth, raster, Math.max(1, unit * 0.17))
  const lines = edgesOf(raster, unit * 0.2)
  const lift = context.dark ? 0.16 : role === 'subject' ? 0.2 : 0.3
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const p = i * 4
      const cover = data[p + 3] as number
      if (cover < 4) continue
      // Strokes lean to the right: long noise along the slant, short across it.
      const along = noiseAt(tooth, x + y * 0.7, (y - x * 0.7) * 6, unit * 1.5)
      const fine = noiseIn(fineTooth, x, y)
      const chalk = (along - 0.5) * 0.62 + (fine - 0.5) * 0.5
      const bare = chalk > 0.14 ? Math.min(0.45, (chalk - 0.14) * 1.7) : 0
      const firm = chalk < 0 ? chalk * 0.22 : 0
      const rubbed = (lines[i] as number) * 0.1
      for (let c = 0; c < 3; c++) {
        const own = data[p + c] as number
        const soft = own + ((c === 2 ? 248 : 252) - own) * lift
        const toned = soft * (1 + firm) - soft * rubbed
        data[p + c] = Math.max(0, Math.min(255, toned + (250 - toned) * bare * 0.62))
      }
      const edge = role === 'sky' ? 0 : cover < 250 ? chalk * 150 : 0
      data[p + 3] = Math.max(0, Math.min(255, cover - edge))
    }
  }
  return raster
}

/** Soft chalk: light colours rubbed on rough paper, in slanting strokes. */
export const pastel: StyleTraits = {
  shadow: 0.22,
  hasGrain: false,
  inSquares: false,
  prefersNight: false,
  ...byPixel(redraw),
  finish: (paper) => [vignette(paper, '#fff8ee', 0.3)],
  live: (colour) => mix(colour, '#ffffff', 0.25),
}
