import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import type { Pixels } from '../job.ts'
import { canvasOf, coverFit, pixelsOf } from './fit-picture.ts'

/** The first picture fills the frame; the others lie on its lower part as small prints with a paper rim. */
export function collage(pictures: readonly Pixels[], width: number, height: number): Pixels {
  const [first, ...prints] = pictures as [Pixels, ...Pixels[]]
  const ground = coverFit(first, width, height)
  if (prints.length === 0) return ground
  const canvas = canvasOf(ground)
  const context = canvas.getContext('2d')
  const side = Math.min(width, height) * Math.min(0.42, 1.1 / (prints.length + 0.6))
  const gap = Math.min(side * 1.12, (width - side * 1.2) / Math.max(1, prints.length - 1))
  const start = width - side * 0.72 - gap * (prints.length - 1)
  for (const [index, print] of prints.entries()) {
    context.save()
    context.translate(start + gap * index, height - side * 0.66)
    context.rotate((index % 2 === 0 ? -1 : 1) * 0.055)
    layPrint(context, print, side)
    context.restore()
  }
  return pixelsOf(canvas)
}

// Keeps the print's own proportions within a square of this side.
function layPrint(context: SKRSContext2D, print: Pixels, side: number): void {
  const scale = side / Math.max(print.width, print.height)
  const [wide, tall] = [print.width * scale, print.height * scale]
  const rim = side * 0.035
  context.save()
  context.shadowColor = 'rgba(20, 16, 30, 0.45)'
  context.shadowBlur = side * 0.08
  context.shadowOffsetY = side * 0.025
  context.fillStyle = '#fbf8f1'
  context.fillRect(-wide / 2 - rim, -tall / 2 - rim, wide + 2 * rim, tall + 2 * rim)
  context.restore()
  const fitted = createCanvas(Math.ceil(wide), Math.ceil(tall))
  const inner = fitted.getContext('2d')
  inner.imageSmoothingQuality = 'high'
  inner.drawImage(canvasOf(print), 0, 0, fitted.width, fitted.height)
  context.drawImage(fitted, -wide / 2, -tall / 2, wide, tall)
}
