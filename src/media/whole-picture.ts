import { crc32 } from 'node:zlib'
import type { Dimensions } from '../core/tasks/size.ts'
import { jpegHeader, pngHeader, pngPixelBytes, readOrNothing, webpHeader } from './picture-header.ts'

const SIGNATURE_BYTES = 8
// Length, type and checksum of a chunk.
const AROUND_BYTES = 12
// The most that one byte of compressed data can stand for.
const MOST_UNPACKED = 1_032

/** The types of a PNG's chunks; undefined when one is missing or its checksum is wrong, or the data cannot make so many pixels. */
function wholeChunks(bytes: Buffer): ReadonlySet<string> | undefined {
  const types = new Set<string>()
  let dataBytes = 0
  for (let at = SIGNATURE_BYTES; at + AROUND_BYTES <= bytes.length;) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    const end = at + AROUND_BYTES + bytes.readUInt32BE(at)
    if ((at === SIGNATURE_BYTES) !== (type === 'IHDR')) return undefined
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return undefined
    if (type === 'IDAT') dataBytes += end - at - AROUND_BYTES
    types.add(type)
    at = end
    if (type === 'IEND') return dataBytes * MOST_UNPACKED >= unpackedBytes(bytes) ? types : undefined
  }
  return undefined
}

/** A file may claim any size; without data there are no pixels behind it. */
function unpackedBytes(bytes: Buffer): number {
  const { width, height } = pngHeader(bytes)
  return width * height * pngPixelBytes(bytes)
}

/**
 * What the bytes of a file tell without decoding: its size if they are all there, `damaged` if they are not, undefined where
 * only a decoder could tell.
 */
export type Verdict = Dimensions | 'damaged' | undefined

const READERS: Readonly<Record<string, (bytes: Buffer) => Verdict>> = {
  'image/png': wholePng,
  'image/jpeg': wholeJpeg,
  'image/webp': wholeWebp,
}

/** Tells whether a picture is whole, wherever that can be told as surely as by decoding it. */
export function wholePicture(bytes: Buffer, mediaType: string): Verdict {
  return readOrNothing(() => READERS[mediaType]?.(bytes))
}

/** Every part of a PNG has a checksum: a decoder finds no damage that they do not. */
function wholePng(bytes: Buffer): Verdict {
  const chunks = wholeChunks(bytes)
  if (chunks === undefined) return 'damaged'
  // Camera data may turn the picture.
  if (chunks.has('eXIf')) return undefined
  const { width, height } = pngHeader(bytes)
  return { width, height }
}

/**
 * The data of a JPEG are not protected: a decoder makes a picture of whatever stands there. Where they break off it notices,
 * and so do we, by the marker of the end.
 */
function wholeJpeg(bytes: Buffer): Verdict {
  const header = jpegHeader(bytes)
  if (header === undefined) return undefined
  let dataBytes = 0
  let at = 2
  for (;;) {
    const marker = bytes.readUInt8(at + 1)
    if (bytes[at] !== 0xff) return 'damaged'
    if (marker === 0xd9) break
    if (marker === 0xff) {
      at++
      continue
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    // Camera data may turn the picture.
    if (marker === 0xe1 && bytes.toString('latin1', at + 4, at + 8) === 'Exif') return undefined
    at = marker === 0xda ? endOfScan(bytes, end) : end
    if (at < 0) return 'damaged'
    if (marker === 0xda) dataBytes += at - end
  }
  // Each square of 64 pixels takes a bit at least.
  if (dataBytes * 8 < (header.width * header.height) / 64) return 'damaged'
  return { width: header.width, height: header.height }
}

/** Where the next marker stands: inside of a scan, zero stands for a byte that is no marker, and restarts belong to it. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
  }
  return -1
}

/** As with JPEG, of lossy WebP a decoder notices no more than that data are missing. Any other kind is for the decoder. */
function wholeWebp(bytes: Buffer): Verdict {
  const header = webpHeader(bytes)
  if (header?.form !== 'WebP' || bytes.toString('latin1', 12, 16) !== 'VP8 ') return undefined
  const length = bytes.readUInt32LE(16)
  const firstPart = bytes.readUIntLE(20, 3) >>> 5
  const isWhole = 20 + length <= bytes.length && bytes.readUInt32LE(4) + 8 <= bytes.length && firstPart + 10 < length
  const isKeyFrame = (bytes.readUInt8(20) & 1) === 0 && bytes.readUIntBE(23, 3) === 0x9d012a
  if (!isKeyFrame) return undefined
  return isWhole ? { width: header.width, height: header.height } : 'damaged'
}
