import { promisify } from 'node:util'
import { crc32, deflate, inflate } from 'node:zlib'
import type { Pixels } from '../../ports/images.ts'

const pack = promisify(deflate)
const unpack = promisify(inflate)

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const HEAD_BYTES = 13

/** Writes pixels as PNG, in its plainest form. */
export async function writePng({ rgba, width, height }: Pixels): Promise<Buffer> {
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  // Eight bits, with alpha.
  head.set([8, 6], 8)
  const stride = width * 4
  const rows = Buffer.alloc((stride + 1) * height)
  for (let y = 0; y < height; y++) rows.set(rgba.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('IDAT', await pack(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Reads what `writePng` wrote, and nothing else: untrusted PNGs are decoded elsewhere. */
export async function readPlainPng(bytes: Uint8Array): Promise<Pixels> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const data = SIGNATURE.length + 12 + HEAD_BYTES
  if (file.length < data + 12 || !file.subarray(0, 8).equals(SIGNATURE)) throw new Error('this is not a plain PNG')
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  const stride = width * 4
  const most = (stride + 1) * height
  const rows = await unpack(file.subarray(data + 8, data + 8 + file.readUInt32BE(data)), { maxOutputLength: most })
  const rgba = new Uint8Array(stride * height)
  for (let y = 0; y < height; y++) rgba.set(rows.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)), y * stride)
  return { width, height, rgba }
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
