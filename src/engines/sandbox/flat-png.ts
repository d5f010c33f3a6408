import { crc32, deflateSync } from 'node:zlib'
import type { Dimensions } from '../../core/tasks/size.ts'

/** Red, green and blue, from 0 to 255. */
export type Colour = readonly [number, number, number]

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A picture of one colour: a palette with that colour, and a bit for each pixel that points at it. */
export function flatPng({ width, height }: Dimensions, colour: Colour): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 3, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 1 })
  const chunks = [chunk('IHDR', header), chunk('PLTE', Uint8Array.from(colour)), chunk('IDAT', rows)]
  return Buffer.concat([SIGNATURE, ...chunks, chunk('IEND', new Uint8Array())])
}

function chunk(type: string, data: Uint8Array): Buffer {
  const out = Buffer.alloc(data.length + 12)
  out.writeUInt32BE(data.length, 0)
  out.write(type, 4, 'latin1')
  out.set(data, 8)
  out.writeUInt32BE(crc32(out.subarray(4, data.length + 8)), data.length + 8)
  return out
}
