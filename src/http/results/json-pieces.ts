import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { base64Length, base64Of } from './base64-stream.ts'
import type { Bytes } from './stored-bytes.ts'

/** Text that is ready, or bytes that are to be written as base64 in its place. */
export type Piece = string | Bytes

/** How many bytes the pieces make. */
function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce(
    (sum, piece) => sum + (typeof piece === 'string' ? Buffer.byteLength(piece) : base64Length(piece.length)),
    0,
  )
}

type Opened = {
  /** The pieces as they are sent, one picture after the other. */
  text: AsyncIterable<string>
  close: () => void
}

/**
 * Opens every picture before the first piece is sent: one that somebody has just deleted is then an error that can be told,
 * and one that is deleted from now on is sent whole all the same.
 */
export async function openPieces(pieces: readonly Piece[]): Promise<Opened> {
  const opened: (string | AsyncIterable<Uint8Array>)[] = []
  const close = (): void => {
    for (const each of opened) if (each instanceof Readable) each.destroy()
  }
  try {
    for (const piece of pieces) opened.push(typeof piece === 'string' ? piece : await piece.open())
  } catch (error) {
    close()
    throw error
  }
  return { text: written(opened), close }
}

async function* written(opened: readonly (string | AsyncIterable<Uint8Array>)[]): AsyncGenerator<string> {
  for (const each of opened) {
    if (typeof each === 'string') yield each
    else yield* base64Of(each)
  }
}

/** Answers with JSON that pictures are a part of. */
export async function sendPieces(reply: FastifyReply, pieces: readonly Piece[]): Promise<FastifyReply> {
  const { text, close } = await openPieces(pieces)
  const body = Readable.from(text, { objectMode: false })
  // Also where the client has hung up before the first piece.
  body.once('close', close)
  reply.headers({ 'content-type': 'application/json; charset=utf-8', 'content-length': String(lengthOf(pieces)) })
  return reply.send(body)
}
