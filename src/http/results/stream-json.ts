import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { FileRecord } from '../../core/files/file-record.ts'
import type { Files } from '../../ports/files.ts'
import { fileNotFound } from './send-file.ts'

/** The base64 length of this many bytes. */
export function base64Length(bytes: number): number {
  return 4 * Math.ceil(bytes / 3)
}

/** Bytes as text, piece by piece: a large picture is never completely in memory, and nobody is kept waiting for it. */
async function* base64Of(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  // Three bytes are four characters: the remainder goes with the next piece.
  let rest = Buffer.alloc(0)
  for await (const chunk of source) {
    const bytes = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk])
    const whole = bytes.length - (bytes.length % 3)
    if (whole > 0) yield bytes.toString('base64', 0, whole)
    rest = Buffer.from(bytes.subarray(whole))
  }
  if (rest.length > 0) yield rest.toString('base64')
}

/** Bytes whose length is known before they are read. */
export type Bytes = { length: number; open(): Promise<AsyncIterable<Uint8Array>> }

/** The bytes of a result, as they are kept. */
export function storedBytes({ files }: { files: Files }, { id, bytes }: FileRecord): Bytes {
  const open = async (): Promise<AsyncIterable<Uint8Array>> => {
    const stream = await files.open(id)
    if (stream === undefined) throw fileNotFound()
    return stream
  }
  return { length: bytes, open }
}

/** Ready text, or bytes to be written as base64. */
export type Piece = string | Bytes

/** The total length of the pieces in bytes. */
function lengthOf(pieces: readonly Piece[]): number {
  return pieces.reduce(
    (sum, piece) => sum + (typeof piece === 'string' ? Buffer.byteLength(piece) : base64Length(piece.length)),
    0,
  )
}

type Opened = {
  /** The pieces as they are sent, one picture after another. */
  text: AsyncIterable<string>
  close: () => void
}

/**
 * Opens every picture before the first piece is sent: one that has just been deleted can then still be reported as an
 * error, and one that is deleted from now on is sent completely all the same.
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

/** Answers with JSON that contains pictures. */
export async function sendPieces(reply: FastifyReply, pieces: readonly Piece[]): Promise<FastifyReply> {
  const { text, close } = await openPieces(pieces)
  const body = Readable.from(text, { objectMode: false })
  // Also if the client has disconnected before the first piece.
  body.once('close', close)
  reply.headers({ 'content-type': 'application/json; charset=utf-8', 'content-length': String(lengthOf(pieces)) })
  return reply.send(body)
}
