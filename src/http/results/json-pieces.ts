import { base64Length, base64Of } from './base64-stream.ts'
import type { Bytes } from './stored-bytes.ts'

/** Text that is ready, or bytes that are to be written as base64 in its place. */
export type Piece = string | Bytes

/** How many bytes the pieces make. */
export function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce(
    (sum, piece) => sum + (typeof piece === 'string' ? Buffer.byteLength(piece) : base64Length(piece.length)),
    0,
  )
}

/** The pieces as they are sent, one picture after the other. */
export async function* written(pieces: readonly Piece[]): AsyncGenerator<string> {
  for (const piece of pieces) {
    if (typeof piece === 'string') yield piece
    else yield* base64Of(await piece.open())
  }
}
