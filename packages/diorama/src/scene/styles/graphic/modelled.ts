import { blurred, brightnessOf, coverOf, noiseField, noiseIn, noiseMap, type Raster } from '../raster.ts'
import type { LayerContext } from '../style.ts'
import { clamped, lightOf, vivid } from './tones.ts'

// How high it stands: it is rounded towards its edges, and parts of other brightness were laid on.
function heightOf(raster: Raster, unit: number, round: number): Float32Array {
  const { width, height } = raster
  const wide = blurred(coverOf(raster), width, height, unit * round)
  const narrow = blurred(coverOf(raster), width, height, (unit * round) / 3)
  const parts = blurred(brightnessOf(raster), width, height, unit * 0.35)
  const field = new Float32Array(wide.length)
  for (let i = 0; i < field.length; i++)
    field[i] = Math.sqrt(clamped(wide[i] as number)) * 1.5 + (narrow[i] as number) * 0.5 + (parts[i] as number) * 0.55
  return field
}

/** How something is modelled: how far its edges are rounded, how deep thumbs press, how bright it shines, in which colours. */
type Modelled = { round: number; dents: number; gloss: number; vivid: number; slope: number }

/** Redraws a layer as if it had been modelled and stood under one lamp. */
export function modelled(raster: Raster, { unit, role, seed }: LayerContext, manner: Modelled): Raster {
  const { width, height, data } = raster
  if (role === 'glow') return raster
  const form = heightOf(raster, unit, manner.round)
  const thumb = noiseMap(noiseField(seed), raster, unit * 1.6)
  const fine = noiseMap(noiseField(seed + 7), raster, Math.max(1, unit * 0.35))
  const reach = Math.max(1, Math.round(unit * 0.22))
  const relief = role === 'sky' ? 0.5 : 1
  for (let y = 0, i = 0; y < height; y++) {
    const up = Math.max(0, y - reach) * width
    const down = Math.min(height - 1, y + reach) * width
    for (let x = 0; x < width; x++, i++) {
      const p = i * 4
      if ((data[p + 3] as number) < 4) continue
      const left = y * width + Math.max(0, x - reach)
      const right = y * width + Math.min(width - 1, x + reach)
      const dx = (form[left] as number) - (form[right] as number)
      const dy = (form[up + x] as number) - (form[down + x] as number)
      const dent = manner.dents * ((noiseIn(thumb, x, y) - 0.5) * 0.2 + (noiseIn(fine, x, y) - 0.5) * 0.08)
      // Light from the upper left: what faces it is bright, with a soft shine.
      const facing = (-dx - dy) * manner.slope * relief
      const shade = 1 + Math.max(-0.42, Math.min(0.34, facing)) + dent * relief
      const shine = clamped((facing - 0.24) * 2.2) * manner.gloss
      const light = lightOf(data[p] as number, data[p + 1] as number, data[p + 2] as number)
      for (let c = 0; c < 3; c++) data[p + c] = vivid(data[p + c] as number, light, manner.vivid) * shade + shine
    }
  }
  return raster
}
