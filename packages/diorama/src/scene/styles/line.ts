import { grey, mix } from '../colour.ts'
import { byPixel } from './by-pixel.ts'
import { paperEdge } from './overlays.ts'
import { edgesOf, noiseField, noiseIn, noiseMap, wobbled, type Raster } from './raster.ts'
import type { LayerContext, StyleTraits } from './style.ts'

const PAPER = [251, 248, 240] as const
const PENCIL = [38, 40, 52] as const

function hatch(x: number, y: number, gap: number, slope: number, shake: number): boolean {
  const at = (x * slope + y + shake) / gap
  return at - Math.floor(at) < 0.2
}

type Mark = {
  dark: boolean
  light: number
  edge: number
  press: number
  shake: number
  gap: number
  role: LayerContext['role']
}

// How much light the hatching forgives: the sky and the subject stay clear.
const CLEAR = { sky: 0.16, subject: 0.14, land: 0, glow: 1 } as const

function strokeAt(x: number, y: number, mark: Mark): number {
  const { press, shake, gap, role } = mark
  const outline = Math.max(0, Math.min(1, (mark.edge - 0.16) * 2.6 * press)) * (role === 'sky' ? 0.5 : 1)
  // At night everything is dark: hatching all of it would leave no drawing.
  const depth = mark.light + CLEAR[role] + (mark.dark ? 0.2 : 0)
  const solid = role === 'subject' && mark.light < 0.2 ? 0.85 : 0
  const first = depth < 0.5 && hatch(x, y, gap, 0.9, shake) ? 0.4 * press : 0
  const second = depth < 0.3 && hatch(x, y, gap, -0.8, shake) ? 0.42 * press : 0
  const third = depth < 0.16 && hatch(x, y, gap * 0.8, 0.12, shake) ? 0.5 * press : 0
  return Math.max(outline, solid, first, second, third)
}

function redraw(input: Raster, context: LayerContext): Raster {
  const { unit, seed, role } = context
  const raster = wobbled(input, seed, unit * 0.22, unit * 1.6)
  const { width, height, data } = raster
  const lines = edgesOf(raster, unit * 0.11)
  const hand = noiseMap(noiseField(seed), raster, unit * 1.5)
  const drift = noiseMap(noiseField(seed + 3), raster, unit * 3)
  const gap = Math.max(4, unit * 0.85)
  const tint = role === 'subject' ? 0.34 : role === 'glow' ? 0.5 : 0.13
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const p = i * 4
      if ((data[p + 3] as number) < 4) continue
      const light =
        (0.299 * (data[p] as number) + 0.587 * (data[p + 1] as number) + 0.114 * (data[p + 2] as number)) / 255
      const stroke =
        role === 'glow'
          ? 0
          : strokeAt(x, y, {
              light,
              edge: lines[i] as number,
              press: 0.75 + noiseIn(hand, x, y) * 0.5,
              shake: noiseIn(drift, x, y) * gap * 1.2,
              gap,
              role,
              dark: context.dark,
            })
      for (let c = 0; c < 3; c++) {
        const paper = PAPER[c] as number
        const own = Math.max(110, data[p + c] ?? 0)
        const ground = paper + (own - paper) * tint
        data[p + c] = ground + ((PENCIL[c] as number) - ground) * stroke
      }
    }
  }
  return raster
}

/** A pen drawing: outlines, hatching in two directions where it is dark, a trace of colour. */
export const line: StyleTraits = {
  shadow: 0,
  hasGrain: false,
  inSquares: false,
  prefersNight: false,
  ...byPixel(redraw),
  finish: (paper) => [paperEdge(paper, PAPER, paper.unit * 2.2)],
  live: (colour) => mix(mix(grey(colour), '#26283a', 0.45), colour, 0.12),
}
