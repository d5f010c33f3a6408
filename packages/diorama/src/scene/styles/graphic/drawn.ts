import { edgesOf, type Raster } from '../raster.ts'
import type { LayerContext } from '../style.ts'
import { clamped, dotAt, lightOf, vivid } from './tones.ts'

/** How a drawn manner treats a layer: flat steps of colour within outlines. */
export type Drawn = {
  /** Steps of brightness. */
  steps: number
  /** How vivid colours become. */
  vivid: number
  /** The width of outlines, in units, and their colour. */
  line: number
  ink: readonly [number, number, number]
  /** How strong outlines are on what is not the subject. */
  around: number
  /** Dots in the shade, their distance in units; none when missing. */
  dots?: number
}

/** Redraws a layer in flat steps with outlines, and dots where it is told to. */
export function redrawDrawn(raster: Raster, { unit, role }: LayerContext, manner: Drawn): Raster {
  const { width, height, data } = raster
  if (role === 'glow') return raster
  const lines = edgesOf(raster, unit * manner.line)
  const power = role === 'subject' ? 1 : role === 'land' ? manner.around : manner.around * 0.25
  const cell = unit * (manner.dots ?? 1)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const p = i * 4
      if ((data[p + 3] as number) < 4) continue
      const light = lightOf(data[p] as number, data[p + 1] as number, data[p + 2] as number)
      const step = (Math.floor(clamped(light * 1.04) * manner.steps * 0.999) + 0.5) / manner.steps
      // Half-way between flat and as it was: faces keep their features.
      const lift = (step - light) * 0.6
      const line = clamped(((lines[i] as number) - 0.3) * 2.6) * power
      const dotted =
        manner.dots !== undefined && role !== 'subject' && dotAt(x, y, cell) > 0.35 + light * 0.62 ? 0.2 : 0
      for (let c = 0; c < 3; c++) {
        const own = vivid(data[p + c] as number, light, manner.vivid) + lift * 255
        const shaded = own * (1 - dotted)
        data[p + c] = shaded + ((manner.ink[c] as number) - shaded) * line
      }
    }
  }
  return raster
}
