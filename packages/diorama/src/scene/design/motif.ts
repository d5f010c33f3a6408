import type { Canvas } from '@napi-rs/canvas'
import { drawingOf } from '../../art.ts'
import type { Subject } from '../../brief.ts'
import { withFace } from '../subjects/paint-face.ts'
import { isNaturally, recolour } from '../subjects/recolour.ts'
import { renderArt } from '../subjects/render-art.ts'

/** The width of a drawing for a height of 1. */
function aspectOf({ art }: Subject): number {
  const box = drawingOf(art)?.box ?? { width: 128, height: 128 }
  return box.width / Math.max(1, box.height)
}

/** A drawing alone, whose longer side is so many pixels, in the colour that was asked for. */
export async function motifPicture(subject: Subject, side: number): Promise<Canvas> {
  const aspect = aspectOf(subject)
  const width = aspect > 1 ? side : side * aspect
  const picture = await renderArt(subject.art, width, aspect > 1 ? side / aspect : side)
  if (subject.colour && !subject.kind.startsWith('person') && !isNaturally(picture, subject.colour))
    recolour(picture, subject.colour)
  return withFace(picture, subject)
}
