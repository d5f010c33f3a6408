import { cutPaper } from './cut-paper.ts'
import { vignette } from './overlays.ts'
import { paperLayer } from './paper-layer.ts'
import type { StyleTraits } from './style.ts'

/** Sheets of cut paper with soft shadows between them: what everything is drawn in unless a prompt says otherwise. */
export const papercut: StyleTraits = {
  shadow: 0.5,
  hasGrain: true,
  inSquares: false,
  prefersNight: false,
  layer: (image, context) => paperLayer(image, context, true),
  picture: (image, { unit, seed }) => cutPaper(image, unit, seed),
  finish: (paper) => [vignette(paper, paper.light.shadow, 0.34)],
  live: (colour) => colour,
}
