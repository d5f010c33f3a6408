import { adjust, mix } from '../colour.ts'
import { byPixel } from './by-pixel.ts'
import { vignette } from './overlays.ts'
import { blurred, edgesOf, type Raster } from './raster.ts'
import type { LayerContext, StyleTraits } from './style.ts'

const NIGHT = [13, 8, 34] as const

// Greys are violet in a tube.
const VIOLET = [150, 120, 255] as const
const GREY = 26

function redraw(raster: Raster, context: LayerContext): Raster {
  const { width, height, data } = raster
  const { unit, role } = context
  if (role === 'glow') return raster
  const lines = edgesOf(raster, unit * 0.15)
  for (let i = 0; i < lines.length; i++) lines[i] = Math.max(0, Math.min(1, ((lines[i] as number) - 0.14) * 2))
  const halo = blurred(lines, width, height, unit * 0.7)
  const wide = blurred(halo, width, height, unit * 1.8)
  const fill = role === 'subject' ? 0.34 : role === 'sky' ? 0.26 : 0.12
  const power = role === 'sky' ? 0.35 : 1
  for (let i = 0, p = 0; i < lines.length; i++, p += 4) {
    if ((data[p + 3] as number) < 4) continue
    const r = data[p] as number
    const g = data[p + 1] as number
    const b = data[p + 2] as number
    const least = Math.min(r, g, b)
    const spread = Math.max(r, g, b) - least
    const core = (lines[i] as number) * power
    const shine = ((halo[i] as number) * 0.9 + (wide[i] as number) * 0.9) * power
    for (let c = 0; c < 3; c++) {
      const own = data[p + c] as number
      // The purest version of a colour, as a lit tube would show it.
      const lit = spread < GREY ? (VIOLET[c] as number) : 40 + (215 * (own - least)) / spread
      const glowing = (NIGHT[c] as number) + own * fill + lit * shine
      const white = lit + (255 - lit) * 0.5
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
