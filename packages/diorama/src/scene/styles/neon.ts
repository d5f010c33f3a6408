import { adjust, mix } from '../colour.ts'
import { byPixel } from './by-pixel.ts'
import { vignette } from './overlays.ts'
import { blurred, edgesOf, type Raster } from './raster.ts'
import type { LayerContext, StyleTraits } from './style.ts'

const NIGHT = [13, 8, 34] as const

type Lamp = { r: number; g: number; b: number }

// The purest version of a colour, as a lit tube would show it; greys become violet.
function tube(r: number, g: number, b: number): Lamp {
  const max = Math.max(r, g, b)
  const min = Math.min(r, g, b)
  const spread = max - min
  if (spread < 26) return { r: 150, g: 120, b: 255 }
  const pure = (v: number) => 40 + (215 * (v - min)) / spread
  return { r: pure(r), g: pure(g), b: pure(b) }
}

function redraw(raster: Raster, context: LayerContext): Raster {
  const { width, height, data } = raster
  const { unit, role } = context
  if (role === 'glow') return raster
  const raw = edgesOf(raster, unit * 0.15)
  const lines = raw.map((v) => Math.max(0, Math.min(1, (v - 0.14) * 2)))
  const halo = blurred(lines, width, height, unit * 0.7)
  const wide = blurred(halo, width, height, unit * 1.8)
  const fill = role === 'subject' ? 0.34 : role === 'sky' ? 0.26 : 0.12
  const power = role === 'sky' ? 0.35 : 1
  for (let i = 0, p = 0; i < lines.length; i++, p += 4) {
    if ((data[p + 3] as number) < 4) continue
    const own = [data[p] ?? 0, data[p + 1] ?? 0, data[p + 2] ?? 0] as const
    const lamp = tube(own[0], own[1], own[2])
    const lit = [lamp.r, lamp.g, lamp.b] as const
    const core = (lines[i] as number) * power
    const shine = ((halo[i] as number) * 0.9 + (wide[i] as number) * 0.9) * power
    for (let c = 0; c < 3; c++) {
      const base = (NIGHT[c] as number) + (own[c] as number) * fill
      const glowing = base + (lit[c] as number) * shine
      const white = (lit[c] as number) + (255 - (lit[c] as number)) * 0.5
      data[p + c] = Math.min(255, glowing + (white - glowing) * core)
    }
  }
  return raster
}

/** Dark shapes drawn in glowing tubes. */
export const neon: StyleTraits = {
  shadow: 0.5,
  hasGrain: false,
  inSquares: false,
  prefersNight: true,
  ...byPixel(redraw),
  finish: (paper) => [vignette(paper, paper.light.shadow, 0.42)],
  live: (colour) => adjust(mix(colour, '#7a5cff', 0.25), { saturate: 1.5 }),
}
