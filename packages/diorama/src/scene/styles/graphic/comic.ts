import { adjust } from '../../colour.ts'
import { byPixel } from '../by-pixel.ts'
import { overlay } from '../overlays.ts'
import type { StyleTraits } from '../style.ts'
import { redrawDrawn } from './drawn.ts'

/** A panel of a comic: bold outlines, strong colours, dots in the shade, a frame. */
export const comic: StyleTraits = {
  shadow: 0,
  hasGrain: false,
  inSquares: false,
  prefersNight: false,
  ...byPixel((raster, context) =>
    redrawDrawn(raster, context, { steps: 4, vivid: 1.5, line: 0.26, ink: [14, 12, 22], around: 0.7, dots: 0.95 }),
  ),
  finish: (paper) => [
    overlay(paper, (context) => {
      const { width, height, unit } = paper
      context.fillStyle = '#fffdf6'
      context.beginPath()
      context.rect(0, 0, width, height)
      context.rect(unit * 2, unit * 2, width - unit * 4, height - unit * 4)
      context.fill('evenodd')
      context.strokeStyle = '#14121c'
      context.lineWidth = unit * 0.6
      context.strokeRect(unit * 2, unit * 2, width - unit * 4, height - unit * 4)
    }),
  ],
  live: (colour) => adjust(colour, { saturate: 1.4 }),
}
