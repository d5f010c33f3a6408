import { adjust } from '../../colour.ts'
import { byPixel } from '../by-pixel.ts'
import { vignette } from '../overlays.ts'
import type { StyleTraits } from '../style.ts'
import { modelled } from './modelled.ts'

/** Modelled by a computer: smooth rounded forms, a bright lamp with its gloss, deep soft shadows. */
export const render: StyleTraits = {
  shadow: 0.8,
  hasGrain: false,
  inSquares: false,
  prefersNight: false,
  ...byPixel((raster, context) =>
    modelled(raster, context, { round: 3.4, dents: 0, gloss: 74, vivid: 1.2, slope: 3.4 }),
  ),
  finish: (paper) => [vignette(paper, paper.light.shadow, 0.28)],
  live: (colour) => adjust(colour, { saturate: 1.2 }),
}
