import type { Sharp } from 'sharp'
import type { PictureForm } from '../ports/images.ts'
import type { Written } from './decoder-orders.ts'

// What the field takes for good, where nobody says how good.
const USUAL_QUALITY = 90
const LEAST_QUALITY = 1
// Below this a picture says less than a smaller one that is better.
const LEAST_SQUEEZED_QUALITY = 40
const QUALITY_STEP = 20
const SHRUNK_TO = 0.75

/** Writes a picture in another form: upright, in sRGB, without what its maker wrote into it beside the picture. */
export async function writePicture(picture: Sharp, form: PictureForm): Promise<Written> {
  let { maxSide, quality } = form
  for (;;) {
    const bytes = await write(picture, { ...form, ...(maxSide === undefined ? {} : { maxSide }), quality })
    if (bytes.length <= (form.maxBytes ?? Infinity) || maxSide === undefined || maxSide <= 1) {
      return { written: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
    }
    const worse = (quality ?? USUAL_QUALITY) - QUALITY_STEP
    if (worse >= LEAST_SQUEEZED_QUALITY && form.format !== 'png') quality = worse
    else maxSide = Math.max(1, Math.floor(maxSide * SHRUNK_TO))
  }
}

async function write(picture: Sharp, { format, quality, maxSide }: PictureForm): Promise<Buffer> {
  const whole = picture.clone().autoOrient()
  const sized =
    maxSide === undefined ? whole : whole.resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
  const upright = sized.toColourspace('srgb')
  const options = { quality: Math.max(LEAST_QUALITY, quality ?? USUAL_QUALITY) }
  // JPEG knows no transparency; black in its place would be a surprise.
  const written = {
    png: () => upright.png(),
    jpeg: () => upright.flatten({ background: '#ffffff' }).jpeg(options),
    webp: () => upright.webp(options),
  }[format]
  return written().toBuffer()
}
