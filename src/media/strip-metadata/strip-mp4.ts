import type { ByteReader } from './byte-reader.ts'

const CONTAINERS = new Set(['moov', 'trak'])
const TEXTS = new Set(['udta', 'meta'])

/**
 * Turns boxes of text into free space of the same length: the tables of a clip say where each frame is by its distance
 * from the beginning of the file, so nothing may move.
 */
export async function* stripMp4(reader: ByteReader): AsyncGenerator<Buffer> {
  for (;;) {
    const short = await reader.take(8)
    if (short.length < 8) {
      yield short
      return
    }
    const type = short.toString('latin1', 4, 8)
    const isLong = short.readUInt32BE(0) === 1
    const head = isLong ? Buffer.concat([short, await reader.take(8)]) : Buffer.from(short)
    const length = lengthOf(head, isLong)
    // A length of 0 means "to the end of the file"; anything less than a head is damage, and passes as it is.
    if (length === undefined) {
      yield head
      yield* reader.pass(Infinity)
      return
    }
    if (CONTAINERS.has(type)) {
      yield head
    } else if (TEXTS.has(type)) {
      head.write('free', 4, 'latin1')
      yield head
      yield* reader.blank(length - head.length)
    } else {
      yield head
      yield* reader.pass(length - head.length)
    }
  }
}

function lengthOf(head: Buffer, isLong: boolean): number | undefined {
  if (isLong && head.length < 16) return undefined
  const length = isLong ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0)
  return length < head.length ? undefined : length
}
