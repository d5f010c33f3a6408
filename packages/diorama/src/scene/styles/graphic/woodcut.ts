import { grey, mix } from '../../colour.ts'
import { byPixel } from '../by-pixel.ts'
import { paperEdge } from '../overlays.ts'
import { blurred, brightnessOf, edgesOf, noiseField, noiseIn, noiseMap, type Raster } from '../raster.ts'
import type { LayerContext, StyleTraits } from '../style.ts'
import { clamped, lightOf, type Tint } from './tones.ts'

const PAPER: Tint = [244, 236, 218]
const INK: Tint = [26, 23, 24]
// How much lighter a layer is printed than it is: an even grey sky of lines would drown the figure.
const OPENED = { subject: 0.06, land: 0.1, sky: 0.24, glow: 0.3 } as const

const KEPT = { subject: 1, land: 1, sky: 1, glow: 0.3 } as const

// Only a strong colour is worth a block of its own; everything else is left to the black one.
function blockColour(r: number, g: number, b: number): Tint | undefined {
  const most = Math.max(r, g, b)
  const spread = most - Math.min(r, g, b)
  if (spread < 96 || most < 110) return undefined
  return [r * 0.8 + 18, g * 0.72 + 14, b * 0.68 + 10]
}

const isInked = (bright: number, cut: number) => bright < 0.2 || (bright < 0.82 && cut > bright * 1.12)

function redraw(raster: Raster, { unit, role, seed, dark }: LayerContext): Raster {
  const { width, height, data } = raster
  const edges = edgesOf(raster, unit * 0.16)
  const light = blurred(brightnessOf(raster), width, height, unit * 0.3)
  const hand = noiseMap(noiseField(seed), raster, unit * 6)
  const nick = noiseMap(noiseField(seed + 5), raster, unit * 0.5)
  const gap = Math.max(4, unit * (role === 'subject' ? 0.85 : 1.15))
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const p = i * 4
      if ((data[p + 3] as number) < 4) continue
      const [r, g, b] = [data[p] as number, data[p + 1] as number, data[p + 2] as number]
      const bright = clamped(
        (light[i] as number) + OPENED[role] + (dark ? 0.08 : 0) + (noiseIn(nick, x, y) - 0.5) * 0.16,
      )
      // The gouge follows long waves; where it is dark little is cut away, where it is light nearly all.
      const wave = (y + (noiseIn(hand, x, y) - 0.5) * gap * 7 + x * (role === 'subject' ? 0.55 : 0.04)) / gap
      const cut = wave - Math.floor(wave)
      const inked = isInked(bright, cut)
      const line = role === 'sky' ? 0 : clamped(((edges[i] as number) - 0.34) * 3)
      const colour = role === 'subject' && lightOf(r, g, b) > 0.2 ? blockColour(r, g, b) : undefined
      const ground = colour ?? PAPER
      const share = Math.max(line, inked ? (colour ? 0.82 : 1) : 0)
      for (let c = 0; c < 3; c++)
        data[p + c] = (ground[c] as number) + ((INK[c] as number) - (ground[c] as number)) * share
      data[p + 3] = (data[p + 3] as number) * KEPT[role]
    }
  }
  return raster
}

/** A print from a carved block: black, paper, and the strongest colour of the figure. */
export const woodcut: StyleTraits = {
  shadow: 0,
  hasGrain: false,
  inSquares: false,
  prefersNight: false,
  ...byPixel(redraw),
  finish: (paper) => [paperEdge(paper, PAPER, paper.unit * 3)],
  live: (colour) => mix(grey(colour), '#1a1718', 0.4),
}
