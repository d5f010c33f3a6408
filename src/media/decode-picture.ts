import { readFile } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp } from 'sharp'
import type { MediaType } from '../core/files/media-type.ts'
import type { Dimensions } from '../core/tasks/size.ts'
import type { ImageFacts, Pixels } from '../ports/images.ts'
import type { DecoderWork, Written } from './decoder-orders.ts'
import {
  damaged,
  LOADERS,
  MAX_SIDE,
  maxParts,
  pastThePixelLimit,
  tooManyParts,
  tooManyPixels,
} from './picture-limits.ts'
import { hasParts, pictureParts } from './picture-parts.ts'
import { wholePicture } from './whole-picture.ts'
import { writePicture } from './write-picture.ts'

// Decoding needs no more than this: by now the picture has passed `inspect` under the operator's own limit.
const MAX_DECODED_PIXELS = 100_000_000
// Small enough to be cheap, and still every byte of the file has to be read to get there.
const PROBE_SIDE = 64

/** Everything that could reach another decoder, a font, an external file or a cache of old pictures is shut. */
export function closeOtherDoors(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadPng',
      'VipsForeignLoadJpeg',
      'VipsForeignLoadWebp',
      'VipsForeignLoadNsgif',
      'VipsForeignLoadHeif',
    ],
  })
  // A cache would hold callers' pictures in memory for nothing: each is read once.
  sharp.cache(false)
  // libvips threads are taken from rendering, and one picture at a time per request is fast enough.
  sharp.concurrency(1)
}

/** Does what was ordered with one picture; throws `invalid_image` or `image_too_large`. */
export async function decodePicture(
  work: Exclude<DecoderWork, { kind: 'clip' | 'film' }>,
): Promise<ImageFacts | Pixels | Written> {
  const { type } = work
  if (work.kind === 'decode') return orDamaged(toPixels(open(work.bytes, MAX_DECODED_PIXELS), work.maxSide), type)
  if (work.kind === 'convert') return orDamaged(writePicture(open(work.bytes, MAX_DECODED_PIXELS), work.form), type)
  const { path, maxPixels } = work
  const facts = { mediaType: type.mediaType, extension: type.extension }
  if (work.trusted || hasParts(type.mediaType)) {
    const bytes = await readFile(path)
    const whole = work.trusted ? wholePicture(bytes, type.mediaType) : undefined
    if (whole === 'damaged') throw damaged(type)
    if (whole !== undefined) return { ...whole, ...facts }
    const most = maxParts(type.mediaType)
    if (pictureParts(bytes, type.mediaType) > most) throw tooManyParts(most)
  }
  const metadata = await orDamaged(open(path, maxPixels).metadata(), type)
  const size = checkSize(metadata, type, maxPixels)
  await orDamaged(probe(open(path, maxPixels), metadata), type)
  return { ...size, ...facts }
}

function open(input: string | Uint8Array, maxPixels: number): Sharp {
  // `pages: 1`: the first frame alone, however many an animation claims to have.
  return sharp(input, { failOn: 'error', limitInputPixels: maxPixels, sequentialRead: true, pages: 1, animated: false })
}

function checkSize(metadata: Metadata, type: MediaType, maxPixels: number): Dimensions {
  if (metadata.format !== LOADERS.get(type.mediaType)) throw damaged(type)
  if (metadata.format === 'heif' && metadata.compression !== 'av1') throw damaged(type)
  const { width, height } = metadata.autoOrient
  if (!(width > 0 && height > 0)) throw damaged(type)
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > maxPixels)
    throw tooManyPixels({ width, height }, maxPixels, MAX_SIDE)
  return { width, height }
}

/**
 * Decodes the whole file once, so that a truncated or damaged one is refused now and not by a worker later. The rows of a PNG
 * come in order: who has the last has seen all, and no time goes into making them smaller.
 */
async function probe(image: Sharp, { format, height }: Metadata): Promise<void> {
  const lastRow = { left: 0, top: height - 1, width: 1, height: 1 }
  const small =
    format === 'png'
      ? image.extract(lastRow)
      : image.resize(PROBE_SIDE, PROBE_SIDE, { fit: 'inside', kernel: 'nearest' })
  await small.raw().toBuffer()
}

async function toPixels(image: Sharp, maxSide: number): Promise<Pixels> {
  const { data, info } = await image
    .autoOrient()
    .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, rgba: new Uint8Array(data.buffer, data.byteOffset, data.byteLength) }
}

/** Foreign errors stop here: whatever the decoder says, the caller learns that this file is not whole. */
async function orDamaged<T>(reading: Promise<T>, type: MediaType): Promise<T> {
  try {
    return await reading
  } catch (cause) {
    if (cause instanceof Error && cause.message.includes('pixel limit')) throw pastThePixelLimit(cause)
    throw damaged(type, cause)
  }
}
