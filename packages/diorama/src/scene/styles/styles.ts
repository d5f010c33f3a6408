import { anime } from './graphic/anime.ts'
import { artDeco } from './graphic/art-deco.ts'
import { blueprint } from './graphic/blueprint.ts'
import { cartoon } from './graphic/cartoon.ts'
import { chalk } from './graphic/chalk.ts'
import { clay } from './graphic/clay.ts'
import { comic } from './graphic/comic.ts'
import { contour } from './graphic/contour.ts'
import { embroidery } from './graphic/embroidery.ts'
import { lowPoly } from './graphic/low-poly.ts'
import { mosaic } from './graphic/mosaic.ts'
import { pencil } from './graphic/pencil.ts'
import { popArt } from './graphic/pop-art.ts'
import { render } from './graphic/render.ts'
import { stainedGlass } from './graphic/stained-glass.ts'
import { ukiyoE } from './graphic/ukiyo-e.ts'
import { vaporwave } from './graphic/vaporwave.ts'
import { woodcut } from './graphic/woodcut.ts'
import { blackAndWhite } from './black-and-white.ts'
import { colouring } from './colouring.ts'
import { flat } from './flat.ts'
import { ink } from './ink.ts'
import { line } from './line.ts'
import { neon } from './neon.ts'
import { oil } from './oil.ts'
import { papercut } from './papercut.ts'
import { pastel } from './pastel.ts'
import { pixel } from './pixel.ts'
import type { StyleTraits } from './style.ts'
import { vintage } from './vintage.ts'
import { watercolour } from './watercolour.ts'

/** Every style, by the name that the word tables and a brief call it. */
export const STYLES = {
  papercut,
  oil,
  watercolour,
  ink,
  pixel,
  line,
  neon,
  vintage,
  pastel,
  anime,
  'art-deco': artDeco,
  'black-and-white': blackAndWhite,
  blueprint,
  cartoon,
  chalk,
  clay,
  colouring,
  comic,
  contour,
  embroidery,
  flat,
  'low-poly': lowPoly,
  mosaic,
  pencil,
  'pop-art': popArt,
  render,
  'stained-glass': stainedGlass,
  'ukiyo-e': ukiyoE,
  vaporwave,
  woodcut,
} satisfies Record<string, StyleTraits>

export type Style = keyof typeof STYLES

/** The names of all styles. */
export const STYLE_NAMES = Object.keys(STYLES) as Style[]
