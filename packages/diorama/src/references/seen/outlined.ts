import { createCanvas, type Canvas } from '@napi-rs/canvas'
import type { Pixels } from '../../job.ts'
import type { Found } from './find-drawing.ts'

const AROUND = [
  [0, 0],
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [0.7, 0.7],
  [-0.7, 0.7],
  [0.7, -0.7],
  [-0.7, -0.7],
] as const

/** A drawing's outline where it stands, as much wider as a share of its size: it was found to within a few pixels. */
export function outlined(
  { width, height }: Pixels,
  { x, y, width: wide, height: tall, flipped, shape }: Found,
  wider: number,
): Canvas {
  const mask = createCanvas(width, height)
  const context = mask.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.translate(x + wide / 2, y + tall / 2)
  if (flipped) context.scale(-1, 1)
  const off = Math.max(wide, tall) * wider
  for (const [dx, dy] of wider === 0 ? [[0, 0] as const] : AROUND)
    context.drawImage(shape, -wide / 2 + dx * off, -tall / 2 + dy * off, wide, tall)
  context.resetTransform()
  return mask
}
