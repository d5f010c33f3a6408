import type { Pixels } from '../job.ts'
import type { Gop } from '../threads/messages.ts'
import { openGopEncoder } from './encode-gop.ts'
import { muxMp4 } from './mux.ts'
import { toYuv, yuvBytes } from './yuv.ts'

/** A clip whose pictures come from elsewhere. Width and height are even. */
export type Film = { width: number; height: number; framesPerSecond: number; frames: number }

// About a second: players jump to the beginning of a group only.
const GOP_FRAMES = 15

/** Writes pictures as the illustrator writes its own clips: H.264 MP4, yuv420p, fast start. It takes this thread. */
export async function writeFilm(film: Film, frameAt: (index: number) => Promise<Pixels>): Promise<Uint8Array> {
  const { width, height, framesPerSecond } = film
  const yuv = new Uint8Array(yuvBytes(width, height))
  const gops: Gop[] = []
  for (let from = 0; from < film.frames; from += GOP_FRAMES) {
    const frames = Math.min(GOP_FRAMES, film.frames - from)
    const encoder = await openGopEncoder({ width, height, framesPerSecond, frames })
    try {
      for (let index = from; index < from + frames; index++) encoder.add(toYuv(await frameAt(index), yuv))
      gops.push(encoder.finish())
    } finally {
      encoder.close()
    }
  }
  return await muxMp4({ width, height, framesPerSecond, gops })
}
