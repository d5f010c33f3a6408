import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'
import type { EngineReference } from '../../ports/engine.ts'
import type { Pixels } from '../../ports/images.ts'

const pack = promisify(deflate)
const READ_BY_LIBRARY: readonly string[] = ['image/png', 'image/jpeg']
// Larger ones bring nothing but a need for memory.
const MAX_SIDE = 4_096

/** An input picture in a form that stable-diffusion.cpp reads; others are written anew as PNG. */
export async function inputPicture(reference: EngineReference): Promise<string> {
  const isRead = READ_BY_LIBRARY.includes(reference.mediaType)
  const bytes = isRead ? await reference.bytes() : await writePng(await reference.pixels(MAX_SIDE))
  return Buffer.from(bytes).toString('base64')
}

async function writePng({ rgba, width, height }: Pixels): Promise<Buffer> {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  // Eight bits, with alpha.
  head.set([8, 6], 8)
  const stride = width * 4
  const rows = Buffer.alloc((stride + 1) * height)
  for (let y = 0; y < height; y++) rows.set(rgba.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', await pack(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
