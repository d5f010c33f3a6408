import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { Pixels } from './job.ts'
import { chunk, SIGNATURE } from './picture/png.ts'

type Dimensions = Omit<Pixels, 'rgba'>

/** One opaque colour, which comes from the prompt. */
export function flatPicture({ width, height }: Dimensions, prompt: string): Pixels {
  // Read and written as the same machine's words, so the order of bytes within one cannot matter.
  const [pixel = 0] = new Uint32Array(Uint8Array.of(...colourOf(prompt), 255).buffer)
  const rgba = new Uint8Array(new Uint32Array(width * height).fill(pixel).buffer)
  return { width, height, rgba }
}

/** The same as a PNG: a palette of that one colour, and a bit for each pixel that says so. */
export function flatPng({ width, height }: Dimensions, prompt: string): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 3, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 1 })
  const parts = [chunk('IHDR', header), chunk('PLTE', colourOf(prompt)), chunk('IDAT', rows)]
  return Buffer.concat([SIGNATURE, ...parts, chunk('IEND', Buffer.alloc(0))])
}

function colourOf(prompt: string): Uint8Array {
  return createHash('sha256').update(prompt).digest().subarray(0, 3)
}
