import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'

/** Draws a picture about where the context stands, `fit` times as large. */
export function drawCentred(context: SKRSContext2D, picture: Canvas, fit: number): void {
  const [width, height] = [picture.width * fit, picture.height * fit]
  context.drawImage(picture, -width / 2, -height / 2, width, height)
}
