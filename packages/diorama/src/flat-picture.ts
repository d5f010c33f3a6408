import { createHash } from 'node:crypto'
import type { Pixels } from './job.ts'

/** One opaque colour, which comes from the prompt. */
export function flatPicture({ width, height }: Omit<Pixels, 'rgba'>, prompt: string): Pixels {
  const [red = 0, green = 0, blue = 0] = createHash('sha256').update(prompt).digest()
  // Read and written as the same machine's words, so the order of bytes within one cannot matter.
  const [pixel = 0] = new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer)
  const rgba = new Uint8Array(new Uint32Array(width * height).fill(pixel).buffer)
  return { width, height, rgba }
}
