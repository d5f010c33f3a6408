import { createCanvas, type Canvas } from '@napi-rs/canvas'
import type { Baked } from './layers.ts'
import { settle } from './settle.ts'

// Fewer rows of a sheet than this share are not worth a search of the rest.
const WORTH = 0.12

/**
 * The sheet in as little memory as it can be held in for a whole clip: on a canvas of its own, since one that was painted
 * and looked at in turns holds its pixels twice, and without the empty rows at its top, which most land has. Nothing that is
 * drawn of it changes.
 */
export function packed(item: Baked): Baked {
  const { image, cels, ripple } = item
  if (cels) {
    const drawings = cels.drawings.map((drawing) => copyOf(drawing, 0))
    return { ...item, image: drawings[0] as Canvas, cels: { ...cels, drawings } }
  }
  // Ripples are counted from the top of their sheet.
  const above = ripple ? 0 : emptyRows(image)
  return { ...item, image: copyOf(image, above), y: item.y + above }
}

// One empty row is left, since smoothing looks at neighbours.
function emptyRows(image: Canvas): number {
  const { width, height } = image
  const bytes = image.data()
  const pixels = new Uint32Array(bytes.buffer, bytes.byteOffset, width * height)
  const first = pixels.findIndex((pixel) => pixel !== 0)
  const empty = Math.floor((first < 0 ? 0 : first) / width) - 1
  return empty < height * WORTH ? 0 : empty
}

function copyOf(image: Canvas, above: number): Canvas {
  const copy = createCanvas(image.width, image.height - above)
  copy.getContext('2d').drawImage(image, 0, -above)
  settle(copy)
  return copy
}
