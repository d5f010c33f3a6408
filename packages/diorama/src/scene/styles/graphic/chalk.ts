import { mix } from '../../colour.ts'
import { byPixel } from '../by-pixel.ts'
import { frameOf } from '../overlays.ts'
import { edgesOf, noiseField, noiseIn, noiseMap, wobbled, type Raster } from '../raster.ts'
import type { LayerContext, StyleTraits } from '../style.ts'
import { clamped, lightOf, vivid, type Tint } from './tones.ts'

const BOARD: Tint = [38, 48, 46]
const CHALK: Tint = [246, 244, 234]
const DRAWN = { subject: 1, land: 0.4, sky: 0, glow: 0 } as const

// Rubbed in with the side of the chalk, lighter where the thing is light.
const rubbedIn = (stroke: number, light: number) => (stroke - Math.floor(stroke) < 0.62 ? 0.16 + light * 0.4 : 0)

function redraw(input: Raster, { unit, role, seed }: LayerContext): Raster {
  const raster = wobbled(input, seed, unit * 0.16, unit * 1.8)
  const { width, height, data } = raster
  const lines = edgesOf(raster, unit * 0.2)
  const dust = noiseMap(noiseField(seed), raster, unit * 9)
  const grain = noiseMap(noiseField(seed + 3), raster, Math.max(1.2, unit * 0.16))
  const gap = Math.max(3, unit * 0.7)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const p = i * 4
      if ((data[p + 3] as number) < 4) continue
      const own = [data[p] as number, data[p + 1] as number, data[p + 2] as number] as const
      const light = lightOf(...own)
      const rough = noiseIn(grain, x, y)
      const line = clamped(((lines[i] as number) - 0.2) * 2.6) * DRAWN[role] * clamped(rough * 1.9)
      const stroke = (x * 0.8 + y + noiseIn(dust, x, y) * gap * 3) / gap
      const rubbed = role === 'subject' ? rubbedIn(stroke, light) * clamped(rough * 1.7) : 0
      const smear = (noiseIn(dust, x, y) - 0.4) * 20
      for (let c = 0; c < 3; c++) {
        const ground = (BOARD[c] as number) + (role === 'subject' ? 0 : smear)
        const tinted = vivid(own[c] as number, light, 1.1) * 0.72 + (CHALK[c] as number) * 0.28
        const filled = ground + (tinted - ground) * rubbed
        data[p + c] = filled + ((CHALK[c] as number) - filled) * line
      }
      if (role === 'glow') data[p + 3] = 0
    }
  }
  return raster
}

const WOOD = [
  [1.1, 2.2, '#a06f40'],
  [2.4, 0.4, '#6d4726'],
  [0.2, 0.4, '#6d4726'],
] as const

/** Chalk on a blackboard in a wooden frame. */
export const chalk: StyleTraits = {
  shadow: 0,
  hasGrain: false,
  inSquares: false,
  prefersNight: false,
  ...byPixel(redraw),
  finish: (paper) => [frameOf(paper, WOOD)],
  live: (colour) => mix('#33403d', mix(colour, '#ffffff', 0.6), 0.5),
}
