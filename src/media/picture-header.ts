import type { Dimensions } from '../core/tasks/size.ts'

/** What a header tells: the size, how it is packed, and what unpacking takes for each pixel. */
export type PictureHeader = Dimensions & { form: string; bytesPerPixel: number; nsPerPixel: number }

// Nanoseconds and bytes for each pixel were measured with noise, the worst that a well-formed file can hold, and rounded up.

const PNG_CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/** Rows come one by one, unless they are interlaced: then all of it lies in memory at once. */
export function pngHeader(head: Buffer): PictureHeader {
  const size = { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
  const bytesPerPixel = pngPixelBytes(head)
  if (head.readUInt8(28) === 0) return { ...size, form: 'PNG', bytesPerPixel: 0, nsPerPixel: 18 }
  return { ...size, form: 'interlaced PNG', bytesPerPixel, nsPerPixel: 30 }
}

/** What a pixel of a PNG takes when it is unpacked. */
export function pngPixelBytes(head: Buffer): number {
  return (head.readUInt8(24) * (PNG_CHANNELS[head.readUInt8(25)] ?? 4)) / 8
}

/** A baseline picture is scaled down while it is read; one in several scans needs all its coefficients in memory. */
export function jpegHeader(head: Buffer): PictureHeader | undefined {
  let frame: (PictureHeader & { components: number }) | undefined
  for (let at = 2; at + 4 < head.length;) {
    if (head.readUInt8(at) !== 0xff) return undefined
    const marker = head.readUInt8(at + 1)
    if (marker === 0xff) {
      at++
      continue
    }
    if (isStartOfFrame(marker)) frame = jpegFrame(head, at)
    if (marker === 0xda && frame !== undefined) return inOneScan(frame, head.readUInt8(at + 4))
    at += 2 + head.readUInt16BE(at + 2)
  }
  return undefined
}

function isStartOfFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

function jpegFrame(head: Buffer, at: number): PictureHeader & { components: number } {
  const components = head.readUInt8(at + 9)
  const factors = Array.from({ length: components }, (_, index) => head.readUInt8(at + 11 + 3 * index))
  const across = Math.max(1, ...factors.map((factor) => factor >> 4))
  const down = Math.max(1, ...factors.map((factor) => factor & 15))
  const samples = factors.reduce((sum, factor) => sum + (factor >> 4) * (factor & 15), 0) / (across * down)
  const size = { width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5) }
  const isProgressive = (head.readUInt8(at + 1) & 3) === 2
  // Two bytes for each coefficient, of which there are as many as samples.
  const form = isProgressive ? 'progressive JPEG' : 'JPEG in several scans'
  return { ...size, form, components, bytesPerPixel: 2 * samples, nsPerPixel: 90 }
}

function inOneScan(frame: PictureHeader & { components: number }, inScan: number): PictureHeader {
  const { width, height, components, form } = frame
  if (form === 'progressive JPEG' || inScan < components) return frame
  return { width, height, form: 'JPEG', bytesPerPixel: 0, nsPerPixel: 10 }
}

/** The whole canvas, four bytes a pixel. */
export function gifHeader(head: Buffer): PictureHeader {
  const size = { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
  return { ...size, form: 'GIF', bytesPerPixel: 4, nsPerPixel: 15 }
}

/** Lossy stills come in rows; what is lossless, or may be so behind an extended header, lies in memory whole. */
export function webpHeader(head: Buffer): PictureHeader | undefined {
  const nsPerPixel = 115
  const kind = head.toString('latin1', 12, 16)
  if (kind === 'VP8 ') {
    const size = { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff }
    return { ...size, form: 'WebP', bytesPerPixel: 1, nsPerPixel }
  }
  if (kind === 'VP8L') {
    const bits = head.readUInt32LE(21)
    const size = { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    return { ...size, form: 'lossless WebP', bytesPerPixel: 4, nsPerPixel }
  }
  if (kind !== 'VP8X') return undefined
  const size = { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 }
  const isAnimated = (head.readUInt8(20) & 2) !== 0
  // Of an animation there are a canvas and a frame.
  return { ...size, form: isAnimated ? 'animated WebP' : 'WebP', bytesPerPixel: isAnimated ? 8 : 4, nsPerPixel }
}

/** The largest size that any item of the file claims; AV1 is the dearest of all, and in memory whole several times. */
export function avifHeader(head: Buffer): PictureHeader | undefined {
  let largest: PictureHeader | undefined
  for (let at = head.indexOf('ispe'); at >= 0; at = head.indexOf('ispe', at + 4)) {
    const [width, height] = [head.readUInt32BE(at + 8), head.readUInt32BE(at + 12)]
    if (largest === undefined || width * height > largest.width * largest.height)
      largest = { width, height, form: 'AVIF', bytesPerPixel: 17, nsPerPixel: 300 }
  }
  return largest
}

/** What is read from bytes that may end too early; nothing where they do. */
export function readOrNothing<T>(read: () => T | undefined): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
