import { mix, rgb, type Colour } from '../colour.ts'
import { byPixel } from './by-pixel.ts'
import { vignette } from './overlays.ts'
import type { Raster } from './raster.ts'
import type { StyleTraits } from './style.ts'

const greyOf = (r: number, g: number, b: number) => 0.3 * r + 0.59 * g + 0.11 * b

// Film is steeper than the eye: shadows go down, lights up.
const steeper = (grey: number) => Math.min(255, Math.max(0, 128 + (grey - 122) * 1.22))

function redraw(raster: Raster): Raster {
  const { data } = raster
  for (let at = 0; at < data.length; at += 4) {
    const grey = steeper(greyOf(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0))
    // A breath of warmth, as on old paper.
    data[at] = grey
    data[at + 1] = grey * 0.99
    data[at + 2] = grey * 0.965
  }
  return raster
}

function grey(colour: Colour): Colour {
  const [r, g, b] = rgb(colour)
  return mix('#000000', '#ffffff', greyOf(r, g, b) / 255)
}

/** A photograph without colours. */
export const blackAndWhite: StyleTraits = {
  shadow: 0.42,
  hasGrain: true,
  inSquares: false,
  prefersNight: false,
  ...byPixel(redraw),
  finish: (paper) => [vignette(paper, '#000000', 0.34)],
  live: grey,
}
