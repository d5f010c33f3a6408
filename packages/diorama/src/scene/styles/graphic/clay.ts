import { adjust } from '../../colour.ts'
import { byPixel } from '../by-pixel.ts'
import { vignette } from '../overlays.ts'
import type { StyleTraits } from '../style.ts'
import { modelled } from './modelled.ts'

/** Modelled in clay and photographed: rounded edges, thumb prints, one soft lamp. */
export const clay: StyleTraits = {
  shadow: 0.62,
  hasGrain: false,
  inSquares: false,
  prefersNight: false,
  ...byPixel((raster, context) =>
    modelled(raster, context, { round: 1.5, dents: 1, gloss: 46, vivid: 1.12, slope: 2.1 }),
  ),
  finish: (paper) => [vignette(paper, paper.light.shadow, 0.34)],
  live: (colour) => adjust(colour, { saturate: 1.1 }),
}
