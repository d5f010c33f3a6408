import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

const unpack = promisify(inflate)

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
// Colour types of PNG by their channels; the runtimes write nothing else.
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 }

type Size = { width: number; height: number }

/**
 * Checks whether a driver made a picture at all. A broken model writes a single flat colour: that is not a result, and
 * nobody who asked for a fox wants to discover that by looking.
 */
export async function pictureProblem(bytes: Uint8Array, wanted?: Size): Promise<Size | { problem: string }> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (file.length === 0) return { problem: 'finished without a picture' }
  if (file.length < 33 || !file.subarray(0, 8).equals(SIGNATURE))
    return { problem: 'produced a file that is not a PNG' }
  const size = { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
  if (wanted !== undefined && (size.width !== wanted.width || size.height !== wanted.height))
    return {
      problem: `made ${size.width}x${size.height} instead of ${wanted.width}x${wanted.height}`,
    }
  const channels = CHANNELS[file[25] ?? 0] ?? 3
  const rows = await unpack(Buffer.concat(dataOf(file))).catch(() => undefined)
  if (rows === undefined) return { problem: 'produced an incomplete PNG' }
  if (file[24] === 8 && file[28] === 0 && isFlat(rows, size, channels))
    return { problem: 'made a picture of a single color: its weights may be damaged or unsuitable' }
  return size
}

function dataOf(file: Buffer): Buffer[] {
  const parts: Buffer[] = []
  for (let at = 8; at + 12 <= file.length;) {
    const length = file.readUInt32BE(at)
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(file.subarray(at + 8, at + 8 + length))
    at += 12 + length
  }
  return parts
}

/**
 * Whether every pixel equals the first one. The filters of PNG predict a byte from its neighbours, so in a flat picture
 * all bytes after the first pixel add nothing to the prediction; the first byte that adds something ends the search.
 */
function isFlat(rows: Buffer, { width, height }: Size, channels: number): boolean {
  const stride = width * channels
  if (rows.length < (stride + 1) * height) return false
  const first = rows.subarray(1, 1 + channels)
  for (let y = 0; y < height; y++) {
    const start = y * (stride + 1)
    const filter = rows[start] ?? 0
    for (let x = 0; x < stride; x++) {
      const flat = flatByte({
        filter,
        isFirstPixel: x < channels,
        isFirstRow: y === 0,
        first: first[x % channels] ?? 0,
      })
      if (rows[start + 1 + x] !== flat) return false
    }
  }
  return true
}

type Place = { filter: number; isFirstPixel: boolean; isFirstRow: boolean; first: number }

/** The byte that a filter produces for a flat picture at an offset. */
function flatByte({ filter, isFirstPixel, isFirstRow, first }: Place): number {
  const left = isFirstPixel ? 0 : first
  const above = isFirstRow ? 0 : first
  switch (filter) {
    case 1:
      return first - left
    case 2:
      return first - above
    case 3:
      return (first - ((left + above) >> 1)) & 0xff
    case 4:
      return first - (isFirstRow && isFirstPixel ? 0 : first)
    default:
      return first
  }
}
