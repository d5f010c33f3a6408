import sharp, { type Metadata, type Sharp } from 'sharp'
import { AppError } from '../core/errors.ts'
import { sniffMediaType, type MediaType } from '../core/media-type.ts'
import type { Dimensions } from '../core/size.ts'
import type { Images, Pixels } from '../ports/images.ts'

// What WebP and several decoders can address; a longer side serves nobody but an attacker.
const MAX_SIDE = 16_384
// Decoding needs no more than this: by now the picture has passed `inspect` under the operator's own limit.
const MAX_DECODED_PIXELS = 100_000_000
// Small enough to be cheap, and still every byte of the file has to be read to get there.
const PROBE_SIDE = 64

// An interlaced picture has to be unpacked whole, up to 320 MB of it: a burst of uploads must not do so all at once.
const AT_ONCE = 2

const LOADERS = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpeg'],
  ['image/webp', 'webp'],
  ['image/gif', 'gif'],
  ['image/avif', 'heif'],
])

const WHAT_TO_SEND = 'Send a PNG, JPEG, WebP, GIF or AVIF picture.'

/** Reads uploaded pictures: content decides what they are, and limits are checked before any pixel is decoded. */
export function sharpImages(): Images {
  closeOtherDoors()
  const inTurn = turns(AT_ONCE)
  return {
    inspect: async (spooled, { maxPixels }) => {
      const type = readableType(spooled.head)
      return await inTurn(async () => {
        const metadata = await orInvalid(open(spooled.path, maxPixels).metadata(), type)
        const size = checkSize(metadata, type, maxPixels)
        await probe(open(spooled.path, maxPixels), type)
        return { ...size, mediaType: type.mediaType, extension: type.extension }
      })
    },
    decode: async (bytes, maxSide) => {
      const type = readableType(bytes.subarray(0, 64))
      return await inTurn(() => orInvalid(toPixels(open(bytes, MAX_DECODED_PIXELS), maxSide), type))
    },
  }
}

/** Everything that could reach another decoder, a font, an external file or a cache of old pictures is shut. */
function closeOtherDoors(): void {
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

function readableType(head: Uint8Array): MediaType {
  const type = sniffMediaType(head)
  if (type === undefined || !LOADERS.has(type.mediaType)) {
    throw new AppError('invalid_image', `The reference is not a picture that we read. ${WHAT_TO_SEND}`, {
      param: 'image',
    })
  }
  return type
}

function open(input: string | Uint8Array, maxPixels: number): Sharp {
  // `pages: 1`: the first frame alone, however many an animation claims to have.
  return sharp(input, { failOn: 'error', limitInputPixels: maxPixels, sequentialRead: true, pages: 1, animated: false })
}

function checkSize(metadata: Metadata, type: MediaType, maxPixels: number): Dimensions {
  if (metadata.format !== LOADERS.get(type.mediaType)) throw invalid(type)
  if (metadata.format === 'heif' && metadata.compression !== 'av1') throw invalid(type)
  const { width, height } = metadata.autoOrient
  if (!(width > 0 && height > 0)) throw invalid(type)
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > maxPixels) {
    const megapixels = Math.floor(maxPixels / 1e6)
    const message = `A reference of ${width}x${height} is too large: at most ${megapixels} megapixels and ${MAX_SIDE} pixels a side. Scale it down.`
    throw new AppError('image_too_large', message, { param: 'image' })
  }
  return { width, height }
}

/** Decodes the whole file once, so that a truncated or damaged one is refused now and not by a worker later. */
async function probe(image: Sharp, type: MediaType): Promise<void> {
  const probing = image.resize(PROBE_SIDE, PROBE_SIDE, { fit: 'inside', kernel: 'nearest' }).raw().toBuffer()
  await orInvalid(probing, type)
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
async function orInvalid<T>(reading: Promise<T>, type: MediaType): Promise<T> {
  try {
    return await reading
  } catch (cause) {
    if (cause instanceof Error && cause.message.includes('pixel limit')) throw tooManyPixels(cause)
    throw invalid(type, cause)
  }
}

function tooManyPixels(cause: unknown): AppError {
  return new AppError('image_too_large', 'A reference has more pixels than the service takes. Scale it down.', {
    param: 'image',
    cause,
  })
}

function invalid(type: MediaType, cause?: unknown): AppError {
  const message = `The reference begins like ${type.mediaType} but is damaged or cut short. ${WHAT_TO_SEND}`
  return new AppError('invalid_image', message, { param: 'image', cause })
}

/** Lets `limit` pieces of work run together; the others wait in order. */
function turns(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}
