import { createCanvas } from '@napi-rs/canvas'
import type { Baked } from './layers.ts'

// Less than this share of a sheet is not worth a copy of the rest.
const WORTH = 0.12

/**
 * The sheet without the empty rows at its top, which most land has: half the memory of a clip lies in them. Nothing that is
 * drawn of it changes; one empty row is left, since smoothing looks at neighbours.
 */
export function withoutEmptyTop(item: Baked): Baked {
  const { image, cels, ripple } = item
  // Ripples are counted from the top of their sheet, and the drawings of a movement are cut to it already.
  if (cels || ripple) return item
  const { width, height } = image
  const bytes = image.data()
  const pixels = new Uint32Array(bytes.buffer, bytes.byteOffset, width * height)
  const first = pixels.findIndex((pixel) => pixel !== 0)
  const empty = Math.floor((first < 0 ? 0 : first) / width) - 1
  if (empty < height * WORTH) return item
  const rest = createCanvas(width, height - empty)
  rest.getContext('2d').drawImage(image, 0, -empty)
  // Drawing is only recorded until somebody looks; unlooked at, it keeps the whole sheet alive.
  rest.getContext('2d').getImageData(0, 0, 1, 1)
  return { ...item, image: rest, y: item.y + empty }
}
