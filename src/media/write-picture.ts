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
  const bytes = form.within === undefined ? await write(picture, form) : await squeeze(picture, form, form.within)
  return { written: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
}

async function squeeze(
  picture: Sharp,
  { format, quality }: PictureForm,
  { maxSide, maxBytes }: NonNullable<PictureForm['within']>,
): Promise<Buffer> {
  let at = { quality: quality ?? USUAL_QUALITY, side: maxSide }
  for (;;) {
    const small = picture.clone().resize(at.side, at.side, { fit: 'inside', withoutEnlargement: true })
    const bytes = await write(small, { format, quality: at.quality })
    if (bytes.length <= maxBytes || at.side === 1) return bytes
    const worse = at.quality - QUALITY_STEP
    // PNG knows no worse.
    if (format !== 'png' && worse >= LEAST_SQUEEZED_QUALITY) at = { ...at, quality: worse }
    else at = { ...at, side: Math.max(1, Math.floor(at.side * SHRUNK_TO)) }
  }
}

async function write(picture: Sharp, { format, quality }: PictureForm): Promise<Buffer> {
  const upright = picture.autoOrient().toColourspace('srgb')
  const options = { quality: Math.max(LEAST_QUALITY, quality ?? USUAL_QUALITY) }
  // JPEG knows no transparency; black in its place would be a surprise.
  const written = {
    png: () => upright.png(),
    jpeg: () => upright.flatten({ background: '#ffffff' }).jpeg(options),
    webp: () => upright.webp(options),
  }[format]
  return written().toBuffer()
}
