import { createCanvas, type Canvas } from '@napi-rs/canvas'
import type { Style } from '../brief.ts'
import type { Pixels } from '../job.ts'
import { applyStyle } from './styles/apply-style.ts'
import { cutPaper } from './styles/cut-paper.ts'
import { paletteOf, pixelSize, quantise } from './styles/pixel.ts'

function canvasOf({ width, height, rgba }: Pixels): Canvas {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const image = context.createImageData(width, height)
  image.data.set(rgba)
  context.putImageData(image, 0, 0)
  return canvas
}

function pixelsOf(canvas: Canvas): Pixels {
  const { width, height } = canvas
  const { data } = canvas.getContext('2d').getImageData(0, 0, width, height)
  return { width, height, rgba: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) }
}

function inSquares(picture: Canvas): Canvas {
  const { width, height } = picture
  const block = pixelSize(width, height)
  const small = createCanvas(Math.ceil(width / block), Math.ceil(height / block))
  const context = small.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width / block, height / block)
  const pixels = context.getImageData(0, 0, small.width, small.height)
  quantise(pixels, paletteOf(pixels, 40), 22)
  context.putImageData(pixels, 0, 0)
  const canvas = createCanvas(width, height)
  const large = canvas.getContext('2d')
  large.imageSmoothingEnabled = false
  large.drawImage(small, 0, 0, small.width * block, small.height * block)
  return canvas
}

/** Redraws one picture in a style, keeping its composition and colours; the same seed gives the same strokes. */
export function stylePicture(pixels: Pixels, style: Style, seed: number): Pixels {
  const picture = canvasOf(pixels)
  const unit = Math.min(pixels.width, pixels.height * 1.3) / 100
  if (style === 'pixel') return pixelsOf(inSquares(picture))
  if (style === 'papercut') return pixelsOf(cutPaper(picture, unit, seed))
  return pixelsOf(applyStyle(picture, style, { seed, unit, role: 'subject', dark: false }))
}
