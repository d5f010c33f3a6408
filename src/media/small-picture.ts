import { open } from 'node:fs/promises'
import type { Spooled } from '../ports/files.ts'
import { wholePicture, type Verdict } from './whole-picture.ts'

// A few milliseconds of checksums at most. What is larger is read where nobody waits for it.
const MOST_BYTES = 4 * 2 ** 20

/**
 * Looks at small pictures here, one after the other: one buffer serves all, however many come together, and asking another
 * process would take longer than the look.
 */
export function smallPicture(): (spooled: Spooled, mediaType: string) => Promise<Verdict> {
  let buffer: Buffer | undefined
  let last: Promise<unknown> = Promise.resolve()
  const look = async ({ path, bytes }: Spooled, mediaType: string): Promise<Verdict> => {
    buffer ??= Buffer.allocUnsafeSlow(MOST_BYTES)
    await using file = await open(path)
    const { bytesRead } = await file.read(buffer, 0, bytes, 0)
    // What could not be read at once is for the decoder.
    return bytesRead === bytes ? wholePicture(buffer.subarray(0, bytes), mediaType) : undefined
  }
  return async (spooled, mediaType) => {
    if (spooled.bytes > MOST_BYTES) return undefined
    if (spooled.whole !== undefined) return wholePicture(asBuffer(spooled.whole), mediaType)
    const looking = last.then(() => look(spooled, mediaType))
    last = looking.catch(() => undefined)
    return looking
  }
}

function asBuffer({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length)
}
