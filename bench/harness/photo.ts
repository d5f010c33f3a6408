import sharp from 'sharp'

// With this much grain in each channel the file has 1.5 MB, as pictures of this size have that models draw.
const GRAIN = 13
const SIDE = 1_024

/** A picture of 1024 by 1024 as a PNG of about 1.5 MB, the same bytes each time. */
export function photo(): Promise<Buffer> {
  const pixels = Buffer.alloc(SIDE * SIDE * 3)
  let state = 88_675_123
  for (let at = 0; at < pixels.length; at++) {
    // xorshift32: fast, and the same on every machine.
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    const slope = Math.floor(at / (SIDE * 3)) / 8 + ((at / 3) % SIDE) / 16
    pixels[at] = slope + ((state >>> 0) % GRAIN)
  }
  return sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png()
    .toBuffer()
}
