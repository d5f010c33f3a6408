import { byteReader, type ByteReader } from './byte-reader.ts'
import { lookForManifest } from './find-manifest.ts'
import { stripJpeg } from './strip-jpeg.ts'
import { stripMatroska } from './strip-matroska.ts'
import { stripMp4 } from './strip-mp4.ts'
import { stripPng } from './strip-png.ts'
import { stripWebp } from './strip-webp.ts'

/** Enough to tell every format that we strip. */
const HEAD_BYTES = 12

/**
 * Takes texts, comments and camera data out of a picture or a clip as it passes: ComfyUI writes its whole workflow there.
 * Pixels, colour profiles and orientation stay as they are. What is not understood passes unchanged, and so does what
 * carries Content Credentials: every changed byte would make a true statement look forged.
 */
export async function* stripMetadata(
  source: AsyncIterable<Uint8Array>,
  onCredentials?: () => void,
): AsyncGenerator<Uint8Array> {
  const { isThere, bytes } = await lookForManifest(source)
  if (isThere) {
    onCredentials?.()
    yield* bytes
    return
  }
  const reader = byteReader(bytes)
  const head = await reader.take(HEAD_BYTES)
  const strip = stripperFor(head)
  yield* strip(byteReader(joined(head, reader)))
}

type Stripper = (reader: ByteReader) => AsyncGenerator<Buffer>

function stripperFor(head: Buffer): Stripper {
  if (head.length < HEAD_BYTES) return (reader) => reader.pass(Infinity)
  if (head.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n') return stripPng
  if (head[0] === 0xff && head[1] === 0xd8) return stripJpeg
  if (head.toString('latin1', 0, 4) === 'RIFF' && head.toString('latin1', 8, 12) === 'WEBP') return stripWebp
  if (head.readUInt32BE(0) === 0x1a45dfa3) return stripMatroska
  // AVIF is in the same kind of boxes, but there the one called `meta` is the picture itself.
  if (head.toString('latin1', 4, 8) === 'ftyp' && !/^(?:avi|mif|hei|msf)/.test(head.toString('latin1', 8, 12)))
    return stripMp4
  return (reader) => reader.pass(Infinity)
}

async function* joined(head: Buffer, rest: ByteReader): AsyncGenerator<Buffer> {
  yield head
  yield* rest.pass(Infinity)
}
