import type { Canvas } from '@napi-rs/canvas'

/**
 * Turns what was drawn into pixels, and lets go of everything that it was drawn from. Drawing is only recorded until
 * somebody looks, and a first look still keeps the record with all its pictures: it goes at the look after the next stroke.
 */
export function settle(canvas: Canvas): void {
  const context = canvas.getContext('2d')
  context.save()
  context.resetTransform()
  context.globalCompositeOperation = 'source-over'
  context.fillStyle = 'rgba(0, 0, 0, 0)'
  context.getImageData(0, 0, 1, 1)
  context.fillRect(0, 0, 1, 1)
  context.getImageData(0, 0, 1, 1)
  context.restore()
}

/** Gives the pixels of a canvas back at once; whoever drew it keeps what was drawn. Left to the collector they stay for seconds. */
export function release(canvas: Canvas): void {
  canvas.width = 1
  canvas.height = 1
}
