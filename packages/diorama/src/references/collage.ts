import type { Canvas } from '@napi-rs/canvas'
import type { Pixels } from '../job.ts'
import { canvasOf } from '../scene/canvas-of.ts'
import { shrink } from './fit-picture.ts'

/** The pictures after the first, each small enough to lie on the frame as a print, in its own proportions. */
export function printsOf(pictures: readonly Pixels[], width: number, height: number): Pixels[] {
  const side = longSide(pictures.length - 1, width, height)
  return pictures.slice(1).map((picture) => {
    const scale = side / Math.max(picture.width, picture.height)
    return shrink(
      picture,
      Math.max(8, Math.round(picture.width * scale)),
      Math.max(8, Math.round(picture.height * scale)),
    )
  })
}

/** Lays prints with a paper rim on the lower right of the canvas, so that what fills it stays to be seen. */
export function layPrints(canvas: Canvas, prints: readonly Pixels[]): void {
  const { width, height } = canvas
  const side = longSide(prints.length, width, height)
  const gap = Math.min(side * 1.12, (width - side * 1.2) / Math.max(1, prints.length - 1))
  const start = width - side * 0.72 - gap * (prints.length - 1)
  for (const [index, print] of prints.entries()) {
    const context = canvas.getContext('2d')
    const rim = side * 0.035
    const [left, top] = [-print.width / 2, -print.height / 2]
    context.save()
    context.translate(start + gap * index, height - side * 0.1 - print.height * 0.62)
    context.rotate((index % 2 === 0 ? -1 : 1) * 0.055)
    context.save()
    context.shadowColor = 'rgba(20, 16, 30, 0.45)'
    context.shadowBlur = side * 0.08
    context.shadowOffsetY = side * 0.025
    context.fillStyle = '#fbf8f1'
    context.fillRect(left - rim, top - rim, print.width + 2 * rim, print.height + 2 * rim)
    context.restore()
    context.drawImage(canvasOf(print), left, top)
    context.restore()
  }
}

// The more prints, the smaller; never more than two fifths of the frame's shorter side.
function longSide(count: number, width: number, height: number): number {
  return Math.min(width, height) * Math.min(0.42, 1.1 / (count + 0.6))
}
