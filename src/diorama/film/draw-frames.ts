import type { ClipJob } from '../job.ts'
import { encodeJpeg } from '../picture/jpeg.ts'
import type { Gop } from '../threads/messages.ts'
import type { Studio } from '../threads/studio.ts'
import { openGopEncoder } from './encode-gop.ts'
import type { Frames } from './frames.ts'
import { toYuv, yuvBytes } from './yuv.ts'

type Stretch = { job: ClipJob; from: number; to: number }

/** Draws and encodes the frames of one closed group of pictures. */
export async function drawGop(frames: Frames, { job, from, to }: Stretch, studio: Studio): Promise<Gop> {
  const { width, height, framesPerSecond } = job
  const encoder = await openGopEncoder({ width, height, framesPerSecond, frames: to - from })
  try {
    const yuv = new Uint8Array(yuvBytes(width, height))
    for (let index = from; index < to; index++) {
      encoder.add(toYuv(frames.frameAt(index / framesPerSecond), yuv))
      studio.step((index + 1 - from) / (to - from))
      await studio.breathe()
    }
    return await encoder.finish()
  } finally {
    encoder.close()
  }
}

/** Draws frames and hands them over one by one, unencoded. */
export async function drawRaw(frames: Frames, { job, from, to }: Stretch, studio: Studio): Promise<void> {
  for (let index = from; index < to; index++) {
    const yuv = toYuv(frames.frameAt(index / job.framesPerSecond))
    studio.step((index + 1 - from) / (to - from), { index, yuv })
    await studio.breathe()
  }
}

/** Draws the frame that stands for the clip, as a JPEG. */
export async function drawCover(frames: Frames, studio: Studio): Promise<Uint8Array> {
  const bytes = encodeJpeg(frames.frameAt(frames.coverAt))
  studio.step(1)
  await studio.breathe()
  return bytes
}
