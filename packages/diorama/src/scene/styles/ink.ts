import { edgesOf, noiseField, noiseIn, noiseMap, wobbled, type Raster, type StyleContext } from './raster.ts'

const PAPER = [244, 236, 220] as const
const INK = [28, 30, 42] as const

/** Brush and ink: washes of a few tones on warm paper, swelling lines, a breath of the old colour. */
export function ink(input: Raster, context: StyleContext): Raster {
  const { unit, seed, role } = context
  const raster = wobbled(input, seed, unit * 0.3, unit * 1.4)
  const { width, height, data } = raster
  const lines = edgesOf(raster, unit * 0.17)
  const wet = noiseMap(noiseField(seed), raster, unit * 5)
  const rough = noiseMap(noiseField(seed + 3), raster, unit * 0.8)
  const press = noiseMap(noiseField(seed + 9), raster, unit * 2.4)
  const keep = role === 'subject' ? 0.46 : role === 'glow' ? 0.5 : 0.14
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const p = i * 4
      if ((data[p + 3] as number) < 4) continue
      const r = data[p] as number
      const g = data[p + 1] as number
      const b = data[p + 2] as number
      const light = (0.299 * r + 0.587 * g + 0.114 * b) / 255
      const blotch = (noiseIn(wet, x, y) - 0.5) * 0.24 + (noiseIn(rough, x, y) - 0.5) * 0.1
      // Four washes; the step between them is soft because the paper is wet.
      const level = Math.max(0, Math.min(1, light * 1.08 + blotch + (role === 'sky' ? 0.26 : 0.08)))
      const stepped = (Math.floor(level * 4) + smooth(level * 4 - Math.floor(level * 4))) / 4
      const swell = noiseIn(press, x, y)
      const line =
        role === 'glow' || role === 'sky'
          ? 0
          : Math.max(0, Math.min(1, ((lines[i] as number) - 0.3 + swell * 0.3) * 2.2))
      const wash = (1 - stepped) * (role === 'subject' ? 0.96 : 0.8)
      for (let c = 0; c < 3; c++) {
        const paper = PAPER[c] as number
        const dark = INK[c] as number
        const toned = paper + (dark - paper) * wash
        const own = c === 0 ? r : c === 1 ? g : b
        const coloured = toned + (own - light * 255) * keep
        data[p + c] = coloured + (dark - coloured) * line * 0.92
      }
    }
  }
  return raster
}

function smooth(t: number): number {
  const sharp = Math.max(0, Math.min(1, (t - 0.5) * 2.6 + 0.5))
  return sharp * sharp * (3 - 2 * sharp)
}
