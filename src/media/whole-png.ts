import { crc32 } from 'node:zlib'
import { pngHeader, pngPixelBytes } from './picture-header.ts'

const SIGNATURE_BYTES = 8
// Length, type and checksum of a chunk.
const AROUND_BYTES = 12
// The most that one byte of compressed data can stand for.
const MOST_UNPACKED = 1_032

/** The types of a PNG's chunks; undefined when one is missing or its checksum is wrong, or the data cannot make so many pixels. */
export function wholeChunks(bytes: Buffer): ReadonlySet<string> | undefined {
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
