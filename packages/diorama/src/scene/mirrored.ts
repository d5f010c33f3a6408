import { createCanvas, type Canvas } from '@napi-rs/canvas'

/** A picture the other way round. */
export function mirrored(image: Canvas): Canvas {
  const canvas = createCanvas(image.width, image.height)
  const context = canvas.getContext('2d')
  context.translate(image.width, 0)
  context.scale(-1, 1)
  context.drawImage(image, 0, 0)
  context.resetTransform()
  return canvas
}
