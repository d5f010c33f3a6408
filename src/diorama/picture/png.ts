import { crc32, deflateSync } from 'node:zlib'
import type { Pixels } from '../job.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
// Measured at 1024x576: level 3 is four times faster than the canvas's own encoder; 6 saves a tenth of the bytes for thrice the time.
const LEVEL = 3
const UP = 2

/** Opaque pixels as a PNG without alpha: `Up` filter on every row and a fast zlib level. */
export function encodePng({ width, height, rgba }: Pixels): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const data = deflateSync(filtered(width, height, rgba), { level: LEVEL, memLevel: 9 })
  return joined([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

function filtered(width: number, height: number, rgba: Uint8Array): Uint8Array {
  const out = new Uint8Array(height * (width * 3 + 1))
  const above = width * 4
  let to = 0
  let from = 0
  for (let y = 0; y < height; y++) {
    out[to++] = UP
    for (const end = from + above; from < end; from += 4, to += 3) {
      const up = from - above
      // Above the first row a PNG has zeros, which is what a missing element becomes in the subtraction.
      out[to] = (rgba[from] as number) - (up < 0 ? 0 : (rgba[up] as number))
      out[to + 1] = (rgba[from + 1] as number) - (up < 0 ? 0 : (rgba[up + 1] as number))
      out[to + 2] = (rgba[from + 2] as number) - (up < 0 ? 0 : (rgba[up + 2] as number))
    }
  }
  return out
}

function chunk(type: string, data: Uint8Array): Buffer {
  const out = Buffer.alloc(data.length + 12)
  out.writeUInt32BE(data.length, 0)
  out.write(type, 4, 'latin1')
  out.set(data, 8)
  out.writeUInt32BE(crc32(out.subarray(4, data.length + 8)), data.length + 8)
  return out
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    out.set(part, at)
    at += part.length
  }
  return out
}
