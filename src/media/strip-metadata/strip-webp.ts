import type { ByteReader } from './byte-reader.ts'
import { orientationIn, orientationOnly } from './orientation.ts'

const XMP_FLAG = 0x04
const MOST_EXIF_BYTES = 1024 * 1024

/**
 * Blanks camera data and XMP where they stand: the length of the whole file is told at its very beginning, before anyone
 * can know what will be dropped, and readers skip a chunk whose name they do not know.
 */
export async function* stripWebp(reader: ByteReader): AsyncGenerator<Buffer> {
  yield await reader.take(12)
  for (;;) {
    const head = await reader.take(8)
    if (head.length < 8) {
      yield head
      return
    }
    const length = head.readUInt32LE(4)
    const padded = length + (length % 2)
    switch (head.toString('latin1', 0, 4)) {
      case 'VP8X': {
        const data = await reader.take(padded)
        if (data.length > 0) data[0] = (data[0] ?? 0) & ~XMP_FLAG
        yield Buffer.concat([head, data])
        break
      }
      case 'XMP ':
        yield Buffer.concat([Buffer.from('JUNK', 'latin1'), head.subarray(4)])
        yield* reader.blank(padded)
        break
      case 'EXIF':
        yield head
        yield await turnedOnly(reader, Math.min(padded, MOST_EXIF_BYTES))
        yield* reader.blank(padded - Math.min(padded, MOST_EXIF_BYTES))
        break
      default:
        yield head
        yield* reader.pass(padded)
    }
  }
}

/** The header has promised camera data, so there must be some: the orientation, and nothing behind it. */
async function turnedOnly(reader: ByteReader, length: number): Promise<Buffer> {
  const exif = await reader.take(length)
  const blank = Buffer.alloc(exif.length)
  const turned = orientationOnly(orientationIn(exif))
  if (turned.length <= blank.length) turned.copy(blank)
  return blank
}
