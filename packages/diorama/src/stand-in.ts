import { createHash } from 'node:crypto'
import { openGopEncoder } from './film/encode-gop.ts'
import { muxMp4 } from './film/mux.ts'
import { toYuv, yuvBytes } from './film/yuv.ts'
import type { Pixels } from './job.ts'
import { encodePng } from './picture/png.ts'

type Dimensions = { width: number; height: number }

// Small enough to be made at once, large enough to keep any ratio within half a percent.
const LONG_SIDE = 256
const FRAMES_PER_SECOND = 2
const FRAMES = 2

/** The size of a stand-in for a picture of this size: the same ratio, even sides. */
export function standInSize({ width, height }: Dimensions): Dimensions {
  const scale = Math.min(1, LONG_SIDE / Math.max(width, height))
  const even = (side: number): number => Math.max(2, Math.round((side * scale) / 2) * 2)
  return { width: even(width), height: even(height) }
}

/** A flat PNG whose colour comes from the prompt. */
export function standInPicture(size: Dimensions, prompt: string): Uint8Array {
  return encodePng(flat(size, prompt))
}

/** A one-second MP4 of that colour. */
export async function standInClip(
  size: Dimensions,
  prompt: string,
): Promise<{ bytes: Uint8Array; durationMs: number }> {
  const timing = { framesPerSecond: FRAMES_PER_SECOND, frames: FRAMES }
  const encoder = await openGopEncoder({ ...size, ...timing })
  try {
    const yuv = toYuv(flat(size, prompt), new Uint8Array(yuvBytes(size.width, size.height)))
    for (let frame = 0; frame < FRAMES; frame++) encoder.add(yuv)
    const bytes = await muxMp4({ ...size, framesPerSecond: FRAMES_PER_SECOND, gops: [encoder.finish()] })
    return { bytes, durationMs: (1000 * FRAMES) / FRAMES_PER_SECOND }
  } finally {
    encoder.close()
  }
}

function flat({ width, height }: Dimensions, prompt: string): Pixels {
  const [red = 0, green = 0, blue = 0] = createHash('sha256').update(prompt).digest()
  // Read and written as the same machine's words, so the order of bytes within one cannot matter.
  const [pixel = 0] = new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer)
  const rgba = new Uint8Array(new Uint32Array(width * height).fill(pixel).buffer)
  return { width, height, rgba }
}
