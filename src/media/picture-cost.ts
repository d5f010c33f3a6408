import type { Dimensions } from '../core/tasks/size.ts'
import { avifHeader, gifHeader, jpegHeader, pngHeader, webpHeader, type PictureHeader } from './picture-header.ts'
import { readOrNothing } from './read-or-nothing.ts'

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
