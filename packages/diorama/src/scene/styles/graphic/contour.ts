import { mix } from '../../colour.ts'
import { byPixel } from '../by-pixel.ts'
import { edgesOf, noiseField, noiseIn, noiseMap, wobbled, type Raster } from '../raster.ts'
import type { LayerContext, StyleTraits } from '../style.ts'
import { clamped, type Tint } from './tones.ts'

const PAPER: Tint = [252, 251, 247]
const INK: Tint = [22, 22, 26]
// The land behind is drawn with a lighter hand.
const DRAWN = { subject: 1, land: 0.6, sky: 0.5, glow: 0 } as const

function redraw(input: Raster, { unit, role, seed }: LayerContext): Raster {
  const raster = wobbled(input, seed, unit * 0.3, unit * 5)
  const { width, height, data } = raster
  const lines = edgesOf(raster, unit * 0.17)
  const paper = noiseMap(noiseField(seed + 1), raster, Math.max(1.5, unit * 0.7))
  for (let i = 0; i < width * height; i++) {
    const p = i * 4
    if ((data[p + 3] as number) < 4) continue
    const line = clamped(((lines[i] as number) - 0.2) * 2.2) * DRAWN[role]
    // The tooth of the paper, hardly seen.
    const tooth = 1 - noiseIn(paper, i % width, Math.floor(i / width)) * 0.05
    for (let c = 0; c < 3; c++)
      data[p + c] = (PAPER[c] as number) * tooth + ((INK[c] as number) - (PAPER[c] as number)) * line
    if (role === 'glow') data[p + 3] = 0
  }
  return raster
}

/** One thin line on white: no shade, no colour. */
export const contour: StyleTraits = {
  shadow: 0,
  hasGrain: false,
  inSquares: false,
  prefersNight: false,
  ...byPixel(redraw),
  finish: () => [],
  live: (colour) => mix(colour, '#fcfbf7', 0.85),
}
