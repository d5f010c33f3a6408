import { crc32 } from 'node:zlib'
import type { ByteReader } from './byte-reader.ts'
import { orientationIn, orientationOnly } from './orientation.ts'

// `comf` is where ComfyUI writes the graph of an animated PNG.
const TEXTS = new Set(['tEXt', 'zTXt', 'iTXt', 'tIME', 'comf'])
// Real ones have a few hundred bytes; a longer one is dropped whole.
const MOST_EXIF_BYTES = 64 * 1024

/** Drops the chunks of text: readers find every other chunk by walking, so nothing else has to change. */
export async function* stripPng(reader: ByteReader): AsyncGenerator<Buffer> {
  yield await reader.take(8)
  for (;;) {
    const head = await reader.take(8)
    if (head.length < 8) {
      yield head
      return
    }
    const length = head.readUInt32BE(0)
    const type = head.toString('latin1', 4, 8)
    if (TEXTS.has(type)) await reader.skip(length + 4)
    else if (type === 'eXIf') yield await turnedChunk(reader, length)
    else {
      yield head
      yield* reader.pass(type === 'IEND' ? Infinity : length + 4)
    }
  }
}

async function turnedChunk(reader: ByteReader, length: number): Promise<Buffer> {
  const exif = await reader.take(Math.min(length, MOST_EXIF_BYTES))
  await reader.skip(length - exif.length + 4)
  const orientation = orientationIn(exif)
  return orientation === 1 ? Buffer.alloc(0) : chunk('eXIf', orientationOnly(orientation))
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
