import type { ClipJob } from '../job.ts'
import { encodeJpeg } from '../picture/jpeg.ts'
import type { Gop } from '../threads/messages.ts'
import type { Studio } from '../threads/studio.ts'
import { openGopEncoder } from './encode-gop.ts'
import type { Frames } from './frames.ts'
import { slotOf } from './ring.ts'
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
    return encoder.finish()
  } finally {
    encoder.close()
  }
}

/** Draws frames into their slots of the ring, unencoded. */
export async function drawRaw(
  frames: Frames,
  order: Stretch & { ring: SharedArrayBuffer },
  studio: Studio,
): Promise<void> {
  const { job, from, to, ring } = order
  for (let index = from; index < to; index++) {
    toYuv(frames.frameAt(index / job.framesPerSecond), slotOf(ring, index, job))
    studio.step((index + 1 - from) / (to - from))
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
