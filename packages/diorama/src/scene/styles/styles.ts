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
} satisfies Record<string, StyleTraits>

export type Style = keyof typeof STYLES

/** The names of all styles. */
export const STYLE_NAMES = Object.keys(STYLES) as Style[]
