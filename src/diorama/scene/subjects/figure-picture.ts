import type { Canvas } from '@napi-rs/canvas'
import type { Subject } from '../../brief.ts'
import { drawingOf } from '../../art.ts'
import type { Placement } from '../plan/scene-plan.ts'
import { rasterArt } from './raster.ts'
import { sittingBody } from './sitting-body.ts'

/** The picture of a placed subject, in the size of its place, not yet lit. */
export async function figurePicture(subject: Subject, place: Placement): Promise<Canvas> {
  const width = Math.max(4, Math.round(place.width))
  const height = Math.max(4, Math.round(place.height))
  if (place.pose === 'sitting') {
    const box = drawingOf(subject.art)?.box ?? { width: 128, height: 128 }
    const side = width * 0.76
    const head = await rasterArt(subject.art, side, (side * box.height) / box.width)
    return sittingBody(subject.art, head, width, height)
  }
  return rasterArt(subject.art, width, height)
}
