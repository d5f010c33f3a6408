const CHUNK_HEAD = 8
const LIST_HEAD = 12

/**
 * The pictures of an AVI that holds one JPEG after the other, which is how stable-diffusion.cpp leaves a clip. What is cut
 * short or is no AVI gives none: half a clip is no result.
 */
export function framesOfAvi(bytes: Uint8Array): Uint8Array[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isAvi = file.length > LIST_HEAD && nameAt(file, 0) === 'RIFF' && nameAt(file, CHUNK_HEAD) === 'AVI '
  return isAvi ? (framesIn(file, LIST_HEAD, file.length) ?? []) : []
}

/** The frames between two places; undefined where a chunk reaches beyond the end. */
function framesIn(file: Buffer, from: number, to: number): Uint8Array[] | undefined {
  const frames: Uint8Array[] = []
  for (let at = from; at + CHUNK_HEAD <= to;) {
    const name = nameAt(file, at)
    const end = at + CHUNK_HEAD + file.readUInt32LE(at + 4)
    if (end > to) return undefined
    if (name === 'LIST') {
      const inner = framesIn(file, at + LIST_HEAD, end)
      if (inner === undefined) return undefined
      frames.push(...inner)
    } else if (name === '00dc' && end > at + CHUNK_HEAD) frames.push(file.subarray(at + CHUNK_HEAD, end))
    // Chunks begin at even places.
    at = end + (end % 2)
  }
  return frames
}

const nameAt = (file: Buffer, at: number): string => file.toString('latin1', at, at + 4)
