import { grey, mix } from '../../colour.ts'
import { byPixel } from '../by-pixel.ts'
import { paperEdge } from '../overlays.ts'
import { edgesOf, noiseField, noiseIn, noiseMap, wobbled, type Raster } from '../raster.ts'
import type { LayerContext, StyleTraits } from '../style.ts'
import { clamped, lightOf } from './tones.ts'

const PAPER = [246, 243, 236] as const
const GRAPHITE = [38, 38, 44] as const

function redraw(input: Raster, { unit, seed, role, dark }: LayerContext): Raster {
  const raster = wobbled(input, seed, unit * 0.16, unit * 1.3)
  const { width, height, data } = raster
  const lines = edgesOf(raster, unit * 0.1)
  const tooth = noiseMap(noiseField(seed + 2), raster, Math.max(1, unit * 0.14))
  const strokes = noiseField(seed + 5)
  const press = noiseMap(noiseField(seed + 9), raster, unit * 4)
  const forgive = role === 'sky' ? 0.36 : role === 'land' ? 0.16 : 0
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const p = i * 4
      if ((data[p + 3] as number) < 4) continue
      const light = clamped(
        lightOf(data[p] as number, data[p + 1] as number, data[p + 2] as number) + forgive + (dark ? 0.22 : 0),
      )
      // Side of the lead: long strokes to the upper right, broken by the tooth of the paper.
      const along = Math.floor((x + y) / (unit * 0.34))
      const across = Math.floor((x - y) / (unit * 7) + along * 0.37)
      const stroke = strokes[((along & 255) << 8) | (across & 255)] ?? 0.5
      const grain = noiseIn(tooth, x, y)
      const tone =
        (1 - light) ** 1.25 * (0.62 + stroke * 0.6) * (0.55 + grain * 0.8) * (0.8 + noiseIn(press, x, y) * 0.4)
      const edge =
        role === 'glow'
          ? 0
          : clamped(((lines[i] as number) - 0.14) * 1.8) *
            (role === 'sky' ? 0.4 : role === 'subject' ? 1.15 : 0.9) *
            (0.7 + grain * 0.4)
      const lead = Math.min(0.96, Math.max(role === 'glow' ? tone * 0.4 : tone, edge))
      for (let c = 0; c < 3; c++)
        data[p + c] = (PAPER[c] as number) + ((GRAPHITE[c] as number) - (PAPER[c] as number)) * lead
    }
  }
  return raster
}

/** Graphite on drawing paper: no colour at all, soft shading in long strokes. */
export const pencil: StyleTraits = {
  shadow: 0,
  hasGrain: false,
  inSquares: false,
  prefersNight: false,
  ...byPixel(redraw),
  finish: (paper) => [paperEdge(paper, PAPER, paper.unit * 3.2)],
  live: (colour) => mix(grey(colour), '#f6f3ec', 0.35),
}
