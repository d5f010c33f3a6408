import type { Sharp } from 'sharp'
import type { PictureForm } from '../ports/images.ts'
import type { Written } from './decoder-orders.ts'

// What the field takes for good, where nobody says how good.
const USUAL_QUALITY = 90
const LEAST_QUALITY = 1

/** Writes a picture in another form: upright, in sRGB, without what its maker wrote into it beside the picture. */
export async function writePicture(picture: Sharp, { format, quality }: PictureForm): Promise<Written> {
  const upright = picture.autoOrient().toColourspace('srgb')
  const options = { quality: Math.max(LEAST_QUALITY, quality ?? USUAL_QUALITY) }
  // JPEG knows no transparency; black in its place would be a surprise.
  const written = {
    png: () => upright.png(),
    jpeg: () => upright.flatten({ background: '#ffffff' }).jpeg(options),
    webp: () => upright.webp(options),
  }[format]
  const bytes = await written().toBuffer()
  return { written: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
}
