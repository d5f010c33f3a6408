import { adjust } from '../colour.ts'
import { byPixel } from './by-pixel.ts'
import { lightOf, vivid } from './graphic/tones.ts'
import type { Raster } from './raster.ts'
import type { LayerContext, StyleTraits } from './style.ts'

// Into how many steps the colours of each layer fall: faces keep their features, and a sky has few bands.
const STEPS: Record<LayerContext['role'], number> = { sky: 7, land: 10, subject: 22, glow: 0 }

// Gradients become bands of one plain colour each.
function redraw(raster: Raster, { role }: LayerContext): Raster {
  const { data } = raster
  if (role === 'glow') return raster
  const step = 255 / STEPS[role]
  for (let p = 0; p < data.length; p += 4) {
    if ((data[p + 3] as number) < 4) continue
    const light = lightOf(data[p] as number, data[p + 1] as number, data[p + 2] as number)
    for (let c = 0; c < 3; c++) {
      const bright = vivid(data[p + c] as number, light, 1.28) * 1.05
      data[p + c] = Math.round(bright / step) * step
    }
  }
  return raster
}

/** Flat shapes as of a vector program: clean edges and bright plain colours, neither paper nor shadows. */
export const flat: StyleTraits = {
  shadow: 0,
  hasGrain: false,
  inSquares: false,
  prefersNight: false,
  ...byPixel(redraw),
  finish: () => [],
  live: (colour) => adjust(colour, { saturate: 1.25 }),
}
