import { createCanvas, ImageData } from '@napi-rs/canvas'
import type { Pixels } from '../job.ts'

const QUALITY = 88

/** Opaque pixels as a JPEG. */
export function encodeJpeg({ width, height, rgba }: Pixels): Uint8Array {
  const canvas = createCanvas(width, height)
  const data = new ImageData(new Uint8ClampedArray(rgba.buffer, rgba.byteOffset, rgba.byteLength), width, height)
  canvas.getContext('2d').putImageData(data, 0, 0)
  return new Uint8Array(canvas.toBuffer('image/jpeg', QUALITY))
}
