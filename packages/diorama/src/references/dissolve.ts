import type { Frames } from '../film/frames.ts'
import type { ClipJob, Pixels } from '../job.ts'
import { mix, wordsOf } from './warp.ts'

// Each picture stands for a moment before the next comes through it.
const STANDS = 0.15

/** The frames of a change from picture to picture. The first frame is the first picture, the last frame the last one. */
export function dissolveFrames(pictures: readonly Pixels[], job: ClipJob): Frames {
  const { width, height, seconds, framesPerSecond } = job
  const last = Math.max(1, Math.round(seconds * framesPerSecond) - 1) / framesPerSecond
  const words = pictures.map((picture) => wordsOf(picture).data)
  const legs = pictures.length - 1
  const out = new Uint32Array(width * height)
  return {
    width,
    height,
    coverAt: 0,
    frameAt: (second) => {
      const way = Math.min(1, Math.max(0, second / last)) * legs
      const index = Math.min(legs - 1, Math.floor(way))
      const [from, to] = [words[index] as Uint32Array, words[index + 1] as Uint32Array]
      const part = Math.round(256 * ease((way - index - STANDS) / (1 - 2 * STANDS)))
      for (let at = 0; at < out.length; at++) out[at] = mix(from[at] as number, to[at] as number, part)
      return { width, height, rgba: new Uint8Array(out.buffer) }
    },
  }
}

function ease(part: number): number {
  const cut = Math.min(1, Math.max(0, part))
  return cut * cut * (3 - 2 * cut)
}
