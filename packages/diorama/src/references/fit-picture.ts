import { createCanvas, type Canvas } from '@napi-rs/canvas'
import type { Pixels } from '../job.ts'
import { canvasOf } from '../scene/canvas-of.ts'

/** The opaque pixels of a canvas. */
export function pixelsOf(canvas: Canvas): Pixels {
  return { width: canvas.width, height: canvas.height, rgba: canvas.data() }
}

/** Fills a frame of this size with the picture, cutting what stands over evenly on both sides; transparency becomes white. */
export function coverFit(picture: Pixels, width: number, height: number): Pixels {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  const scale = Math.max(width / picture.width, height / picture.height)
  // At its own size a picture keeps its pixels: smoothing would soften them.
  context.imageSmoothingEnabled = scale !== 1
  context.imageSmoothingQuality = 'high'
  const [wide, tall] = [picture.width * scale, picture.height * scale]
  context.drawImage(canvasOf(picture), (width - wide) / 2, (height - tall) / 2, wide, tall)
  return pixelsOf(canvas)
}

/** The picture at this size, whatever its proportions; for maps that are computed small. */
export function shrink(picture: Pixels, width: number, height: number): Pixels {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.imageSmoothingQuality = 'high'
  context.drawImage(canvasOf(picture), 0, 0, width, height)
  return pixelsOf(canvas)
}
