import type { ByteReader } from './byte-reader.ts'

const SEGMENT = 0x18538067
const INFO = 0x1549a966
const CLUSTER = 0x1f43b675
const TAGS = 0x1254c367
const ATTACHMENTS = 0x1941a469
const TITLE = 0x7ba9
const TRACKS = 0x1654ae6b
const TRACK_ENTRY = 0xae
const TRACK_NAME = 0x536e
const CRC_32 = 0xbf
const VOID = 0xec
const MOST_SIZE_BYTES = 8

const OPENED = new Set([SEGMENT, INFO, TRACKS, TRACK_ENTRY])
// A checksum goes with the text beside it: it would no longer be right.
const BLANKED = new Set([TAGS, ATTACHMENTS, TITLE, TRACK_NAME, CRC_32])

/** Turns tags into empty space of the same length: the index of a clip points to its parts by their distance. */
export async function* stripMatroska(reader: ByteReader): AsyncGenerator<Buffer> {
  for (;;) {
    const head = await readHead(reader)
    if (head === undefined) return
    yield* head.known ? element(reader, head) : only(head.bytes)
    if (!head.known) {
      yield* reader.pass(Infinity)
      return
    }
  }
}

type Head = { bytes: Buffer; known: boolean; id: number; /** Infinity where it is not told. */ length: number }

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

async function* element(reader: ByteReader, { bytes, id, length }: Head): AsyncGenerator<Buffer> {
  if (BLANKED.has(id) && length !== Infinity) {
    yield voidHead(bytes.length + length, bytes.length)
    yield* reader.blank(length)
    return
  }
  yield bytes
  // A live stream's clusters have no length: their parts are walked one by one.
  const isOpened = OPENED.has(id) || (id === CLUSTER && length === Infinity)
  if (!isOpened) yield* reader.pass(length)
}

/** As many bytes as the head that they replace: an empty element of the same length in all begins with them. */
function voidHead(total: number, headLength: number): Buffer {
  const head = Buffer.alloc(headLength)
  const sizeBytes = Math.min(MOST_SIZE_BYTES, headLength - 1)
  let left = total - 1 - sizeBytes
  for (let at = sizeBytes; at >= 1; at--) {
    head[at] = left % 256
    left = Math.floor(left / 256)
  }
  head[0] = VOID
  head[1] = (head[1] ?? 0) | (0x80 >> (sizeBytes - 1))
  return head
}

async function readHead(reader: ByteReader): Promise<Head | undefined> {
  const id = await readNumber(reader, 4)
  if (id.bytes.length === 0) return undefined
  const size = await readNumber(reader, MOST_SIZE_BYTES)
  const bytes = Buffer.concat([id.bytes, size.bytes])
  const known = id.width > 0 && size.width > 0
  return { bytes, known, id: known ? id.bytes.readUIntBE(0, id.width) : 0, length: size.value }
}

type Numeral = {
  bytes: Buffer
  /** 0 where it cannot be read. */ width: number
  /** Infinity where all bits are set. */ value: number
}

/** A number whose first byte tells, by its leading zeros, how many follow. */
async function readNumber(reader: ByteReader, mostBytes: number): Promise<Numeral> {
  const first = await reader.take(1)
  const width = first.length === 0 ? 0 : Math.clz32(first[0] ?? 0) - 24 + 1
  if (width < 1 || width > mostBytes) return { bytes: first, width: 0, value: 0 }
  const bytes = Buffer.concat([first, await reader.take(width - 1)])
  if (bytes.length < width) return { bytes, width: 0, value: 0 }
  const marker = 0x80 >> (width - 1)
  const digits = [(bytes[0] ?? 0) - marker, ...bytes.subarray(1)]
  const isOpen = digits.every((digit, index) => digit === (index === 0 ? marker - 1 : 0xff))
  return { bytes, width, value: isOpen ? Infinity : digits.reduce((sum, digit) => sum * 256 + digit, 0) }
}
