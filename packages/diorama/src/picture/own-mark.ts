import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Pixels } from '../job.ts'

/**
 * From what a picture of ours was drawn, and what was wished of it since. It is written into the lowest bits of its blue, where
 * nobody sees it: given pictures come as decoded pixels, and whatever else a file carried is gone by then. Other programs that
 * store the picture without loss keep it; those that pack it as JPEG or resize it lose it, and it is a stranger's again.
 */
export type OwnMark = { prompt: string; seed: number; wishes: readonly string[] }

const MAGIC = 0x64696f72
// The word that tells it is there, how long it is, and its checksum.
const HEAD = 12
const MOST_BYTES = 16_384
const MOST_WISHES = 8
const BLUE = 2

/** Writes the mark into pixels, in place; a picture that is too small for it stays without. */
export function writeMark({ rgba }: Pixels, mark: OwnMark): void {
  const text = deflateRawSync(JSON.stringify([mark.prompt, mark.seed, ...mark.wishes]))
  const bytes = Buffer.alloc(HEAD + text.length)
  bytes.writeUInt32BE(MAGIC, 0)
  bytes.writeUInt32BE(text.length, 4)
  bytes.writeUInt32BE(crc32(text), 8)
  bytes.set(text, HEAD)
  if (mark.wishes.length > MOST_WISHES || bytes.length > MOST_BYTES || bytes.length * 8 > rgba.length / 4) return
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const at = bit * 4 + BLUE
    const one = ((bytes[bit >> 3] as number) >> (7 - (bit & 7))) & 1
    rgba[at] = ((rgba[at] as number) & 0xfe) | one
  }
}

function bytesAt({ rgba }: Pixels, from: number, count: number): Buffer {
  const bytes = Buffer.alloc(count)
  for (let bit = 0; bit < count * 8; bit++) {
    const one = (rgba[(from * 8 + bit) * 4 + BLUE] as number) & 1
    bytes[bit >> 3] = (bytes[bit >> 3] as number) | (one << (7 - (bit & 7)))
  }
  return bytes
}

/** The mark of a picture, where it has one. */
export function readMark(pixels: Pixels): OwnMark | undefined {
  if (pixels.rgba.length / 4 < HEAD * 8) return undefined
  const head = bytesAt(pixels, 0, HEAD)
  const length = head.readUInt32BE(4)
  if (head.readUInt32BE(0) !== MAGIC || HEAD + length > MOST_BYTES || (HEAD + length) * 8 > pixels.rgba.length / 4)
    return undefined
  const text = bytesAt(pixels, HEAD, length)
  if (crc32(text) !== head.readUInt32BE(8)) return undefined
  try {
    const [prompt, seed, ...wishes]: unknown[] = JSON.parse(
      inflateRawSync(text, { maxOutputLength: MOST_BYTES * 4 }).toString(),
    )
    if (typeof prompt !== 'string' || typeof seed !== 'number') return undefined
    return { prompt, seed, wishes: wishes.filter((wish) => typeof wish === 'string').slice(0, MOST_WISHES) }
  } catch {
    return undefined
  }
}

/** Whether two pictures are the same, but for the lowest bit of blue. */
export function isSamePicture(one: Pixels, other: Pixels): boolean {
  if (one.width !== other.width || one.height !== other.height) return false
  for (let at = 0; at < one.rgba.length; at++) {
    const low = (at & 3) === BLUE ? 1 : 0
    if (((one.rgba[at] as number) | low) !== ((other.rgba[at] as number) | low)) return false
  }
  return true
}
