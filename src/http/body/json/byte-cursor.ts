/** Where a reader stands in bytes that arrive chunk by chunk. */
export type ByteCursor = {
  /** The bytes at hand, and the place of the next one among them. */
  chunk: Buffer
  at: number
  /** Sees to it that there is a next byte; false at the end. */
  fill(): Promise<boolean>
  /** Lets go of the source, also before its end. */
  close(): Promise<void>
}

export function byteCursor(chunks: AsyncIterable<Uint8Array>): ByteCursor {
  const source = chunks[Symbol.asyncIterator]()
  const cursor: ByteCursor = {
    chunk: Buffer.alloc(0),
    at: 0,
    async fill() {
      while (cursor.at >= cursor.chunk.length) {
        const next = await source.next()
        if (next.done === true) return false
        const { buffer, byteOffset, length } = next.value
        cursor.chunk = Buffer.from(buffer, byteOffset, length)
        cursor.at = 0
      }
      return true
    },
    async close() {
      await source.return?.()
    },
  }
  return cursor
}
