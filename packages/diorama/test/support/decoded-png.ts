import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { Pixels } from '../../src/job.ts'

/** The pixels of a PNG, as a caller decodes it. */
export async function decoded(png: Uint8Array): Promise<Pixels> {
  const image = await loadImage(Buffer.from(png))
  const canvas = createCanvas(image.width, image.height)
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  const { width, height, data } = context.getImageData(0, 0, image.width, image.height)
  return { width, height, rgba: new Uint8Array(data) }
}
