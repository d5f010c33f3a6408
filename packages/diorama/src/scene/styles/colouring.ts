import { byPixel } from './by-pixel.ts'
import { outline } from './outlined.ts'
import type { Raster } from './raster.ts'
import type { LayerContext, StyleTraits } from './style.ts'

// Land behind the figures in a thinner line: they are to be coloured first.
const POWER = { sky: 0.9, land: 0.9, subject: 1, glow: 0 } as const

function redraw(raster: Raster, { unit, role }: LayerContext): Raster {
  outline(raster, unit * (role === 'subject' ? 0.22 : 0.16), POWER[role])
  return raster
}

/** A page to be coloured by hand: black lines on white, no shading and no grey. */
export const colouring: StyleTraits = {
  shadow: 0,
  hasGrain: false,
  inSquares: false,
  prefersNight: false,
  ...byPixel(redraw),
  finish: () => [],
  live: () => '#ffffff',
}
