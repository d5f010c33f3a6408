import { createCanvas, type Canvas } from '@napi-rs/canvas'
import type { Plane } from '../plane.ts'

/** A plane as a canvas to cut with: as opaque as its values say. */
export function stencil({ width, height, data }: Plane): Canvas {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  const image = context.createImageData(width, height)
  for (let at = 0; at < data.length; at++) image.data[at * 4 + 3] = Math.round(255 * (data[at] as number))
  context.putImageData(image, 0, 0)
  return canvas
}
