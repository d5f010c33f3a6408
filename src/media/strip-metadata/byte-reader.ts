/** A stream that is read piece by piece, without ever holding more than a piece. */
export type ByteReader = {
  /** The next bytes, fewer only at the end of the stream. */
  take(count: number): Promise<Buffer>
  /** The next bytes as they come, at most this many. */
  pass(count: number): AsyncGenerator<Buffer>
  /** As many zeros as bytes were there. */
  blank(count: number): AsyncGenerator<Buffer>
  skip(count: number): Promise<void>
}

/** Reads bytes in the pieces that a container's structure asks for. */
export function byteReader(source: AsyncIterable<Uint8Array>): ByteReader {
  const chunks = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)

  const more = async (): Promise<boolean> => {
    const { done, value } = await chunks.next()
    if (done === true) return false
    const chunk = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    return true
  }
  async function* pass(count: number): AsyncGenerator<Buffer> {
    let left = count
    while (left > 0) {
      if (held.length === 0 && !(await more())) return
      const piece = held.subarray(0, Math.min(left, held.length))
      held = held.subarray(piece.length)
      left -= piece.length
      if (piece.length > 0) yield piece
    }
  }
  return {
    async take(count) {
      while (held.length < count && (await more()));
      const piece = held.subarray(0, count)
      held = held.subarray(piece.length)
      return piece
    },
    pass,
    async *blank(count) {
      for await (const piece of pass(count)) yield Buffer.alloc(piece.length)
    },
    async skip(count) {
      for await (const _ of pass(count));
    },
  }
}
