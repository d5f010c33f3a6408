import type { Canvas } from '@napi-rs/canvas'
import type { Style } from '../../brief.ts'
import { ink } from './ink.ts'
import { line } from './line.ts'
import { neon } from './neon.ts'
import { oil } from './oil.ts'
import { pastel } from './pastel.ts'
import type { Raster, StyleContext } from './raster.ts'
import { vintage } from './vintage.ts'
import { watercolour } from './watercolour.ts'

const BY_PIXEL: Partial<Record<Style, (raster: Raster, context: StyleContext) => Raster>> = {
  watercolour,
  ink,
  line,
  neon,
  vintage,
  pastel,
}

/** How dark the soft paper shadow under a layer is in each style, 0 to 1: most of them know no paper. */
export const SHADOWS: Record<Style, number> = {
  papercut: 0.5,
  oil: 0.3,
  watercolour: 0,
  ink: 0,
  pixel: 0.25,
  line: 0,
  neon: 0.5,
  vintage: 0.16,
  pastel: 0.22,
}

/** Redraws a layer in a style, before it moves, so that strokes travel with it. */
export function applyStyle(image: Canvas, style: Style, context: StyleContext): Canvas {
  if (style === 'oil') return context.role === 'glow' ? image : oil(image, context)
  const redraw = BY_PIXEL[style]
  if (!redraw) return image
  const paint = image.getContext('2d')
  const pixels = paint.getImageData(0, 0, image.width, image.height)
  const { data } = redraw(pixels, context)
  pixels.data.set(data)
  paint.putImageData(pixels, 0, 0)
  return image
}
