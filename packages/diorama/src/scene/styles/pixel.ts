import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { paletteOf, pixelSize, quantise } from './palette.ts'
import { paperLayer } from './paper-layer.ts'
import type { StyleTraits } from './style.ts'

function picture(image: Canvas): Canvas {
  const { width, height } = image
  const block = pixelSize(width, height)
  const small = createCanvas(Math.ceil(width / block), Math.ceil(height / block))
  const context = small.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, 0, 0, width / block, height / block)
  const pixels = context.getImageData(0, 0, small.width, small.height)
  quantise(pixels, paletteOf(pixels, 40), 22)
  context.putImageData(pixels, 0, 0)
  const canvas = createCanvas(width, height)
  const large = canvas.getContext('2d')
  large.imageSmoothingEnabled = false
  large.drawImage(small, 0, 0, small.width * block, small.height * block)
  return canvas
}

/** Large square pixels of few colours, as on an old screen. */
export const pixel: StyleTraits = {
  shadow: 0.25,
  hasGrain: false,
  inSquares: true,
  prefersNight: false,
  layer: (image, context) => paperLayer(image, context, false),
  picture,
  finish: () => [],
  live: (colour) => colour,
}
