/** The part of a JSON document that a parser is given. */
export type SmallDocument = {
  /** Adds bytes as they came; `name` is the one whose text they are. */
  keep(bytes: Uint8Array, name?: string): void
  /** Fails if there is no room for this many more. */
  reserve(bytes: number, name?: string): void
  /** Adds a short text in place of the long one that was counted. */
  replace(text: string): void
  /** Passes a long text on and takes note of its length. */
  counted(pieces: AsyncIterable<string>): AsyncGenerator<string>
  bytes(): Buffer
  /** The place in the whole document of a character of this one. */
  placeOf(character: number): number
}

export function smallDocument(maxBytes: number, tooLong: (name: string | undefined) => Error): SmallDocument {
  const kept: Buffer[] = []
  const replaced: { at: number; more: number }[] = []
  let length = 0
  let longLength = 0
  const reserve = (bytes: number, name?: string): void => {
    if (length + bytes > maxBytes) throw tooLong(name)
  }
  const keep = (bytes: Uint8Array, name?: string): void => {
    reserve(bytes.length, name)
    // A copy: a few bytes that are kept would hold on to the whole chunk that they came in.
    kept.push(Buffer.from(bytes))
    length += bytes.length
  }
  return {
    keep,
    reserve,
    replace(text) {
      const short = Buffer.from(JSON.stringify(text))
      keep(short)
      replaced.push({ at: length, more: longLength + 2 - short.length })
      longLength = 0
    },
    async *counted(pieces) {
      for await (const piece of pieces) {
        longLength += piece.length
        yield piece
      }
    },
    bytes: () => Buffer.concat(kept),
    placeOf: (character) =>
      replaced.filter(({ at }) => at <= character).reduce((place, { more }) => place + more, character),
  }
}
