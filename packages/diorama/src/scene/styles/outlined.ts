import { createCanvas, type Canvas } from '@napi-rs/canvas'
import { edgesOf, type Raster } from './raster.ts'

// Fainter steps of colour are shading, which a drawing to be coloured has not.
const LEAST = 0.12

/** Turns a raster into clean black lines on white, in place: every form is an empty field. `power` weakens far lines. */
export function outline({ width, height, data }: Raster, reach: number, power = 1): void {
  const lines = edgesOf({ width, height, data }, reach)
  for (let i = 0, p = 0; i < lines.length; i++, p += 4) {
    if ((data[p + 3] as number) < 4) continue
    const dark = Math.max(0, Math.min(1, ((lines[i] as number) - LEAST) * 2.4)) * power
    const level = 255 - dark * 237
    data[p] = level
    data[p + 1] = level
    data[p + 2] = level
  }
}

/** A drawing as black lines on white, as large as it was. */
export function outlinedPicture(picture: Canvas, reach: number): Canvas {
  const pad = Math.ceil(reach) + 1
  const out = createCanvas(picture.width + pad * 2, picture.height + pad * 2)
  const context = out.getContext('2d')
  context.drawImage(picture, pad, pad)
  const pixels = context.getImageData(0, 0, out.width, out.height)
  outline(pixels, reach)
  context.putImageData(pixels, 0, 0)
  return out
}
