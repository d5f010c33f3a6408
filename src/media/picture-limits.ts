import { AppError } from '../core/errors.ts'
import type { MediaType } from '../core/files/media-type.ts'
import type { Dimensions } from '../core/tasks/size.ts'
import {
  avifHeader,
  gifHeader,
  jpegHeader,
  type PictureHeader,
  pngHeader,
  readOrNothing,
  webpHeader,
} from './picture-header.ts'

/** What a picture will take by what its header says; `form` names the way it is packed, for people. */
export type PictureCost = Dimensions & { form: string; bytes: number; workMs: number }

const READERS: Readonly<Record<string, (head: Buffer) => PictureHeader | undefined>> = {
  'image/png': pngHeader,
  'image/jpeg': jpegHeader,
  'image/webp': webpHeader,
  'image/gif': gifHeader,
  'image/avif': avifHeader,
}

/** The part of a file in which its size is told, unless somebody wanted to hide it. */
export const HEAD_BYTES = 262_144

/** Estimates memory and time from a picture's first bytes; undefined where they do not tell. */
export function pictureCost(head: Uint8Array, mediaType: string): PictureCost | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength)
  // A header that ends too early tells nothing: the decoder will say what is wrong with it.
  const header = readOrNothing(() => READERS[mediaType]?.(bytes))
  if (header === undefined || header.width === 0 || header.height === 0) return undefined
  const { width, height, form, bytesPerPixel, nsPerPixel } = header
  const pixels = width * height
  return { width, height, form, bytes: pixels * bytesPerPixel, workMs: (pixels * nsPerPixel) / 1e6 }
}

/** What we read, and the loader that must recognise it. */
export const LOADERS: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpeg'],
  ['image/webp', 'webp'],
  ['image/gif', 'gif'],
  ['image/avif', 'heif'],
])

// What WebP and several decoders can address; a longer side serves nobody but an attacker.
export const MAX_SIDE = 16_384

/** Memory to unpack one picture, by its header. A picture of a caller that needs more is refused before it is touched. */
export const MAX_DECODING_BYTES = 150_000_000

// Encoders write about ten scans; each further one walks the whole picture again for a handful of bytes.
const MAX_SCANS = 50
// Every frame is looked at to count them, though only the first is drawn.
const MAX_FRAMES = 10_000

/** The scans of a JPEG, the frames of an animation. */
export function maxParts(mediaType: string): number {
  return mediaType === 'image/jpeg' ? MAX_SCANS : MAX_FRAMES
}

const WHAT_TO_SEND = 'Send a PNG, JPEG, WebP, GIF or AVIF picture.'
const SCALE_DOWN = 'Scale it down, or send it as a plain JPEG.'

export function unreadable(): AppError {
  return new AppError('invalid_image', `The reference is not a readable picture. ${WHAT_TO_SEND}`, {
    param: 'image',
  })
}

export function damaged(type: MediaType, cause?: unknown): AppError {
  const message = `The reference begins like ${type.mediaType} but is damaged or cut short. ${WHAT_TO_SEND}`
  return new AppError('invalid_image', message, { param: 'image', cause })
}

export function tooManyPixels({ width, height }: Dimensions, maxPixels: number, maxSide: number): AppError {
  const megapixels = Math.floor(maxPixels / 1e6)
  const message = `A reference of ${width}x${height} is too large; the maximum is ${megapixels} megapixels and ${maxSide} pixels per side. Scale it down.`
  return new AppError('image_too_large', message, { param: 'image' })
}

export function pastThePixelLimit(cause: unknown): AppError {
  const message = 'A reference has too many pixels. Scale it down.'
  return new AppError('image_too_large', message, { param: 'image', cause })
}

export function tooMuchMemory(form: string, { width, height }: Dimensions, maxPixels: number): AppError {
  const megapixels = Math.floor(maxPixels / 1e5) / 10
  const message = `A reference of ${width}x${height} is too large to decode as ${form}; the maximum is ${megapixels} megapixels. ${SCALE_DOWN}`
  return new AppError('image_too_large', message, { param: 'image' })
}

export function tooManyParts(maxParts: number): AppError {
  const message = `A reference has more than ${maxParts} scans or frames. Send a single picture, as a plain JPEG or PNG.`
  return new AppError('image_too_large', message, { param: 'image' })
}

export function tooMuchWork(what: 'time' | 'memory'): AppError {
  const message = `A reference requires more ${what} to decode than is allowed for one picture. ${SCALE_DOWN}`
  return new AppError('image_too_large', message, { param: 'image' })
}
