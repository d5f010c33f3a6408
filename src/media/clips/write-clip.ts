import type { WriteClip } from '../../ports/images.ts'
import { decoderProcess } from '../decoder-process.ts'
import { jpegHeader, readOrNothing } from '../picture-header.ts'

// A second for each frame of 832 x 480 is ten times what a busy machine took.
const MS_A_PIXEL = 1_000 / (832 * 480)
const LEAST_WORK_MS = 20_000
// A frame as it came, as RGBA and as planar colours; the film that is written; the encoder's own memory.
const SPARE_BYTES = 600_000_000

// It says nothing while it works; the allowance of processor time ends a clip that is too much.
const HANGS_AFTER_MS = 1_800_000

/** Writes clips in a process of its own: it decodes what foreign code wrote, and takes seconds of a core. */
export function clipWriter(): WriteClip {
  const decoder = decoderProcess({ hangsAfterMs: HANGS_AFTER_MS })
  let last: Promise<unknown> = Promise.resolve()
  return async (frames, framesPerSecond) => {
    const workMs = LEAST_WORK_MS + frames.length * pixelsOf(frames[0]) * MS_A_PIXEL
    const order = {
      work: { kind: 'film', frames, framesPerSecond },
      allowance: { workMs, bytes: SPARE_BYTES },
    } as const
    const turn = last.then(async () => await decoder.run(order))
    last = turn.catch(() => undefined)
    const result = await turn
    if ('damaged' in result) return result
    if (!('written' in result && 'width' in result)) throw new Error('the decoder sent an unexpected result')
    return { bytes: result.written, width: result.width, height: result.height }
  }
}

function pixelsOf(frame: Uint8Array | undefined): number {
  const bytes = frame === undefined ? undefined : Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength)
  const { width = 0, height = 0 } = (bytes === undefined ? undefined : readOrNothing(() => jpegHeader(bytes))) ?? {}
  return width * height
}
