import { openGopEncoder } from './film/encode-gop.ts'
import { muxMp4 } from './film/mux.ts'
import { toYuv, yuvBytes } from './film/yuv.ts'
import { flatPicture } from './flat-picture.ts'
import type { StandInClip, StandInOrder } from './stand-in-thread.ts'

const FRAMES_PER_SECOND = 2
const FRAMES = 2

/** Makes the clip that an order asks for, here and now. */
export async function makeStandInClip({ size, prompt }: StandInOrder): Promise<StandInClip> {
  const timing = { framesPerSecond: FRAMES_PER_SECOND, frames: FRAMES }
  const encoder = await openGopEncoder({ ...size, ...timing })
  try {
    const yuv = toYuv(flatPicture(size, prompt), new Uint8Array(yuvBytes(size.width, size.height)))
    for (let frame = 0; frame < FRAMES; frame++) encoder.add(yuv)
    const bytes = await muxMp4({ ...size, framesPerSecond: FRAMES_PER_SECOND, gops: [encoder.finish()] })
    return { bytes, durationMs: (1000 * FRAMES) / FRAMES_PER_SECOND }
  } finally {
    encoder.close()
  }
}
