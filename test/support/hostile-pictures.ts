import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** Pictures that are small to send and dear to unpack, each made by code. */
export type HostilePicture = {
  name: string
  make: () => Promise<Buffer>
  within: 'limits' | 'image_too_large' | 'invalid_image'
  /** Takes seconds to make: for the long run. */
  isLong?: true
}

const SIDE = 6_300

export const HOSTILE_PICTURES: readonly HostilePicture[] = [
  {
    name: 'an AVIF of 40 megapixels',
    make: () => flat(SIDE).avif({ effort: 0, quality: 10 }).toBuffer(),
    within: 'image_too_large',
    isLong: true,
  },
  { name: 'an AVIF whose header claims 64 by 64', make: lyingAvif, within: 'invalid_image' },
  { name: 'an AVIF of noise as large as we take', make: noisyAvif, within: 'limits', isLong: true },
  {
    name: 'an interlaced PNG of 40 megapixels, 16 bits deep',
    make: async () => zeroPng(SIDE, 16, true),
    within: 'image_too_large',
    isLong: true,
  },
  { name: 'an interlaced PNG of 40 megapixels', make: async () => zeroPng(SIDE, 1, true), within: 'limits' },
  {
    name: 'a PNG of 40 megapixels, 16 bits deep',
    make: async () => zeroPng(SIDE, 16, false),
    within: 'limits',
    isLong: true,
  },
  {
    name: 'a PNG whose colour profile unpacks to 100 MB',
    make: async () => pngWithProfile(100_000_000),
    within: 'limits',
  },
  { name: 'an animated PNG of 10,000 frames', make: async () => animatedPng(10_000), within: 'limits' },
  {
    name: 'a progressive JPEG with all its colours',
    make: () => flat(SIDE).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer(),
    within: 'image_too_large',
    isLong: true,
  },
  { name: 'a progressive JPEG of 100 scans', make: () => manyScans(100), within: 'image_too_large' },
  { name: 'a GIF of 10,001 frames', make: async () => gifOf(10_001), within: 'image_too_large' },
  { name: 'a GIF of 600,000 frames', make: async () => gifOf(600_000), within: 'image_too_large' },
  { name: 'a GIF of 10,000 frames', make: async () => gifOf(10_000), within: 'limits' },
  { name: 'an animated WebP of 20,000 frames', make: async () => webpOf(20_000), within: 'image_too_large' },
  {
    name: 'half an AVIF',
    make: async () => half(await flat(500).avif({ effort: 0 }).toBuffer()),
    within: 'invalid_image',
  },
  { name: 'half an interlaced PNG', make: async () => half(zeroPng(3_000, 8, true)), within: 'invalid_image' },
  {
    name: 'half a progressive JPEG',
    make: async () => half(await flat(3_000).jpeg({ progressive: true }).toBuffer()),
    within: 'invalid_image',
  },
]

/** A square of one colour. */
export function flat(side: number): Sharp {
  return sharp({ create: { width: side, height: side, channels: 3, background: '#123456' } })
}

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length >> 1)
}

async function noisyAvif(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const picture = sharp({ create: { width: 3_840, height: 2_160, channels: 3, background: '#000', noise } })
  return await picture.avif({ effort: 0, quality: 30, chromaSubsampling: '4:2:0' }).toBuffer()
}

/** The box that tells the size says one thing, the stream of the codec another. */
async function lyingAvif(): Promise<Buffer> {
  const bytes = await flat(2_000).avif({ effort: 0, quality: 10 }).toBuffer()
  const at = bytes.indexOf('ispe')
  bytes.writeUInt32BE(64, at + 8)
  bytes.writeUInt32BE(64, at + 12)
  return bytes
}

/** Each scan refines nothing, and has the decoder walk all blocks for a few bytes. */
async function manyScans(scans: number): Promise<Buffer> {
  const bytes = await flat(3_000).jpeg({ progressive: true }).toBuffer()
  const last = bytes.lastIndexOf(Buffer.from([0xff, 0xda]))
  const scan = bytes.subarray(last, -2)
  return Buffer.concat([bytes.subarray(0, -2), ...Array.from({ length: scans }, () => scan), bytes.subarray(-2)])
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
// Where each pass of an interlaced PNG begins, and in which steps it goes: x, y, across, down.
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

/** A whole PNG of zeros: one bit of grey a pixel, or four channels. */
function zeroPng(side: number, depth: 1 | 8 | 16, interlaced: boolean): Buffer {
  const bitsPerPixel = depth === 1 ? 1 : depth * 4
  const rows = (width: number, height: number): number => height * (1 + Math.ceil((width * bitsPerPixel) / 8))
  const passes = interlaced ? PASSES : ([[0, 0, 1, 1]] as const)
  const length = passes
    .map(([x, y, across, down]) => rows(Math.ceil((side - x) / across), Math.ceil((side - y) / down)))
    .reduce((sum, each) => sum + each, 0)
  return png(header(side, depth, depth === 1 ? 0 : 6, interlaced), pngChunk('IDAT', deflateSync(Buffer.alloc(length))))
}

function pngWithProfile(bytes: number): Buffer {
  const profile = Buffer.concat([Buffer.from('p\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes))])
  return png(header(64, 8, 2, false), pngChunk('iCCP', profile), pngChunk('IDAT', deflateSync(Buffer.alloc(64 * 193))))
}

export function animatedPng(frames: number): Buffer {
  const data = deflateSync(Buffer.alloc(64 * 193))
  const control = (frame: number): Buffer => {
    const body = Buffer.alloc(26)
    body.writeUInt32BE(frame === 0 ? 0 : frame * 2 - 1, 0)
    body.writeUInt32BE(64, 4)
    body.writeUInt32BE(64, 8)
    body.writeUInt16BE(1, 20)
    body.writeUInt16BE(10, 22)
    return pngChunk('fcTL', body)
  }
  const later = Array.from({ length: frames - 1 }, (_, index) => {
    const number = Buffer.alloc(4)
    number.writeUInt32BE(index * 2 + 2)
    return Buffer.concat([control(index + 1), pngChunk('fdAT', Buffer.concat([number, data]))])
  })
  const count = Buffer.alloc(8)
  count.writeUInt32BE(frames)
  return png(header(64, 8, 2, false), pngChunk('acTL', count), control(0), pngChunk('IDAT', data), ...later)
}

function png(...chunks: Buffer[]): Buffer {
  return Buffer.concat([PNG_SIGNATURE, ...chunks, pngChunk('IEND', Buffer.alloc(0))])
}

function header(side: number, depth: number, colour: number, interlaced: boolean): Buffer {
  const body = Buffer.alloc(13)
  body.writeUInt32BE(side, 0)
  body.writeUInt32BE(side, 4)
  body.set([depth, colour, 0, 0, interlaced ? 1 : 0], 8)
  return pngChunk('IHDR', body)
}

/** One chunk of a PNG, with its length and a right checksum. */
export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'ascii'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function gifOf(frames: number): Buffer {
  const start = Buffer.concat([Buffer.from('GIF89a'), Buffer.from('64006400800000000000ffffff', 'hex')])
  const frame = Buffer.from('21f90400010000002c0000000001000100000202440100', 'hex')
  return Buffer.concat([start, Buffer.alloc(frame.length * frames, frame), Buffer.from([0x3b])])
}

/** The frames are empty: who counts them first never looks into them. */
function webpOf(frames: number): Buffer {
  const canvas = Buffer.from('565038580a00000002000000630000630000', 'hex')
  const frame = Buffer.concat([Buffer.from('ANMF'), Buffer.from('10000000', 'hex'), Buffer.alloc(16)])
  const body = Buffer.concat([Buffer.from('WEBP'), canvas, Buffer.alloc(frame.length * frames, frame)])
  const size = Buffer.alloc(4)
  size.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from('RIFF'), size, body])
}
