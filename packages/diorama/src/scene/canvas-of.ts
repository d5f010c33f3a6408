import { createCanvas, ImageData, type Canvas } from '@napi-rs/canvas'
import type { Pixels } from '../job.ts'

/** A canvas that holds these pixels. */
export function canvasOf({ width, height, rgba }: Pixels): Canvas {
  const canvas = createCanvas(width, height)
  // A copy, because references lie in shared memory, which the canvas does not take.
  canvas.getContext('2d').putImageData(new ImageData(new Uint8ClampedArray(rgba), width, height), 0, 0)
  return canvas
}
