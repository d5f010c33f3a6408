import type { ByteReader } from './byte-reader.ts'
import { orientationIn, orientationOnly } from './orientation.ts'

const START_OF_SCAN = 0xda
const APP1 = 0xe1
// Camera data and XMP; Photoshop's block with IPTC; comments. Colour profiles are in APP2, Adobe's transform in APP14.
const DROPPED = new Set([APP1, 0xed, 0xfe])

/** Drops the segments of text before the pixels begin. */
export async function* stripJpeg(reader: ByteReader): AsyncGenerator<Buffer> {
  yield await reader.take(2)
  let turned = false
  for (;;) {
    const head = await reader.take(4)
    const marker = head[1] ?? 0
    if (head.length < 4 || head[0] !== 0xff || marker === 0xff || marker === START_OF_SCAN) {
      yield head
      yield* reader.pass(Infinity)
      return
    }
    const length = Math.max(0, head.readUInt16BE(2) - 2)
    if (!DROPPED.has(marker)) {
      yield head
      yield* reader.pass(length)
      continue
    }
    const data = await reader.take(length)
    const orientation = marker === APP1 && data.toString('latin1', 0, 6) === 'Exif\0\0' ? orientationIn(data) : 1
    if (orientation === 1 || turned) continue
    turned = true
    yield segment(Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), orientationOnly(orientation)]))
  }
}

function segment(data: Buffer): Buffer {
  const head = Buffer.from([0xff, APP1, 0, 0])
  head.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([head, data])
}
