const CHUNK_HEAD = 8
const LIST_HEAD = 12

/**
 * The pictures of an AVI with one JPEG after another, which is the format of stable-diffusion.cpp's clips. A truncated
 * or invalid file gives none: half a clip is not a result.
 */
export function framesOfAvi(bytes: Uint8Array): Uint8Array[] {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isAvi = file.length > LIST_HEAD && nameAt(file, 0) === 'RIFF' && nameAt(file, CHUNK_HEAD) === 'AVI '
  return isAvi ? (framesIn(file, LIST_HEAD, file.length) ?? []) : []
}

/** The frames between two offsets; undefined if a chunk reaches beyond the end. */
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
    // Chunks begin at even offsets.
    at = end + (end % 2)
  }
  return frames
}

const nameAt = (file: Buffer, at: number): string => file.toString('latin1', at, at + 4)
