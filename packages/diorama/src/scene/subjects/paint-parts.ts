import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { drawingOf } from '../../art.ts'
import type { Subject } from '../../brief.ts'
import { regionsOf } from '../../part-regions.ts'
import { recolour } from './recolour.ts'

/** Gives parts of a whole drawing colours of their own: a blue door to a red house. */
export function paintParts(picture: Canvas, { art, parts = [] }: Subject): void {
  const box = drawingOf(art)?.box
  if (!box) return
  const [across, down] = [picture.width / box.width, picture.height / box.height]
  for (const { part, colour } of parts) {
    for (const region of regionsOf(art, part)) {
      const piece = createCanvas(picture.width, picture.height)
      const context = piece.getContext('2d')
      context.beginPath()
      for (const [x, y] of region) context.lineTo((x - box.x) * across, (y - box.y) * down)
      context.closePath()
      context.clip()
      context.drawImage(picture, 0, 0)
      recolour(piece, colour)
      picture.getContext('2d').drawImage(piece, 0, 0)
    }
  }
}
