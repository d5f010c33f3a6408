import { adjust } from '../../colour.ts'
import { byPixel } from '../by-pixel.ts'
import type { StyleTraits } from '../style.ts'
import { redrawDrawn } from './drawn.ts'

/** A drawn film for children: clean outlines, bright flat colours, no paper. */
export const cartoon: StyleTraits = {
  shadow: 0.2,
  hasGrain: false,
  inSquares: false,
  prefersNight: false,
  ...byPixel((raster, context) =>
    redrawDrawn(raster, context, { steps: 6, vivid: 1.38, line: 0.2, ink: [48, 28, 30], around: 0.62 }),
  ),
  finish: () => [],
  live: (colour) => adjust(colour, { saturate: 1.3 }),
}
