import type { Canvas } from '@napi-rs/canvas'
import type { Pixels } from '../job.ts'
import { canvasOf } from './canvas-of.ts'
import { STYLES, type Style } from './styles/styles.ts'

function pixelsOf(canvas: Canvas): Pixels {
  const { width, height } = canvas
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height)
  return { width, height, rgba: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) }
}

/** Redraws one picture in a style, keeping its composition and colours; the same seed gives the same strokes. */
export function stylePicture(pixels: Pixels, style: Style, seed: number): Pixels {
  const unit = Math.min(pixels.width, pixels.height * 1.3) / 100
  return pixelsOf(STYLES[style].picture(canvasOf(pixels), { unit, seed }))
}
