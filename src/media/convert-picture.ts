import { sniffMediaType } from '../core/files/media-type.ts'
import type { ConvertPicture } from '../ports/images.ts'
import { decoderProcess } from './decoder-process.ts'
import { unreadable } from './picture-errors.ts'
import { LOADERS } from './picture-limits.ts'
import { waitingLine } from './waiting-line.ts'

// A large picture as WebP, the slowest of the forms, takes a few seconds of a small machine.
const MAX_WORK_MS = 20_000
// Unpacked once to read it and once to write it, with what an encoder needs beside.
const BYTES_A_PIXEL = 16
const SPARE_BYTES = 150_000_000
const LIGHT_PIXELS = 1_500_000

/** Writes pictures in processes of their own, as uploads are read: whoever made them may have meant harm. */
export function pictureConverter(): ConvertPicture {
  const inTurn = waitingLine({ heavy: decoderProcess(), light: decoderProcess() })
  return async ({ bytes, width, height }, form, asker) => {
    const type = sniffMediaType(bytes.subarray(0, 64))
    if (type === undefined || !LOADERS.has(type.mediaType)) throw unreadable()
    const pixels = width * height
    const allowance = { workMs: MAX_WORK_MS, bytes: pixels * BYTES_A_PIXEL + SPARE_BYTES }
    const order = { work: { kind: 'convert', bytes, form, type }, allowance } as const
    const result = await inTurn({ asker, light: pixels <= LIGHT_PIXELS }, (decoder) => decoder.run(order))
    if (!('written' in result)) throw new Error('the decoder did something else than it was asked to')
    return result.written
  }
}
