import { crc32 } from 'node:zlib'
import type { DigitalSourceType } from '../../core/files/credentials.ts'

const SOURCE_TYPES = 'http://cv.iptc.org/newscodes/digitalsourcetype/'
const XMP_OF_PNG = 'XML:com.adobe.xmp'
const XMP_OF_JPEG = Buffer.from('http://ns.adobe.com/xap/1.0/\0')
// The name that Adobe gave to its box, in the words of ISO 14496.
const XMP_BOX = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')
const PNG_HEAD_BYTES = 33
const START_OF_SCAN = 0xda
const WEBP_XMP = 0x04
const WEBP_ALPHA = 0x10

/** The word of IPTC's list for this kind of origin, as an address. */
export function sourceTypeUri(type: DigitalSourceType): string {
  return `${SOURCE_TYPES}${type}`
}

/**
 * The file with IPTC's digital source type in its XMP, for readers that know no C2PA. A file that has XMP already, or a form
 * that is odd, stays as it is: nobody's words are replaced. It runs where the file is parsed anyway, apart from the service.
 */
export function withSourceType(bytes: Buffer, mediaType: string, type: DigitalSourceType): Buffer {
  const xmp = Buffer.from(
    `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">` +
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""` +
      ` xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"` +
      ` Iptc4xmpExt:DigitalSourceType="${sourceTypeUri(type)}"/></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`,
  )
  return WRITERS[mediaType]?.(bytes, xmp) ?? bytes
}

type Writer = (bytes: Buffer, xmp: Buffer) => Buffer | undefined

const WRITERS: Readonly<Record<string, Writer>> = {
  'image/png': intoPng,
  'image/jpeg': intoJpeg,
  'image/webp': intoWebp,
  'video/mp4': intoBoxes,
  'video/quicktime': intoBoxes,
}

/** A chunk of text right behind the header. */
function intoPng(bytes: Buffer, xmp: Buffer): Buffer | undefined {
  if (bytes.length < PNG_HEAD_BYTES || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  for (let at = 8; at + 8 <= bytes.length; at += bytes.readUInt32BE(at) + 12) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (name === 'iTXt' && bytes.toString('latin1', at + 8, at + 8 + XMP_OF_PNG.length) === XMP_OF_PNG) return undefined
  }
  const body = Buffer.concat([Buffer.from(`iTXt${XMP_OF_PNG}\0\0\0\0\0`, 'latin1'), xmp])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(body.length - 4, 0)
  frame.writeUInt32BE(crc32(body), 4)
  const [length, sum] = [frame.subarray(0, 4), frame.subarray(4)]
  return Buffer.concat([bytes.subarray(0, PNG_HEAD_BYTES), length, body, sum, bytes.subarray(PNG_HEAD_BYTES)])
}

/** A segment of its own, behind those that say what kind of JPEG it is. */
function intoJpeg(bytes: Buffer, xmp: Buffer): Buffer | undefined {
  let into = 2
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1] ?? 0
    if (marker === START_OF_SCAN) break
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (marker === 0xe1 && bytes.subarray(at + 4, at + 4 + XMP_OF_JPEG.length).equals(XMP_OF_JPEG)) return undefined
    if (marker === 0xe0 || marker === 0xe1) into = end
    at = end
  }
  if (into > bytes.length) return undefined
  const head = Buffer.of(0xff, 0xe1, 0, 0)
  head.writeUInt16BE(2 + XMP_OF_JPEG.length + xmp.length, 2)
  return Buffer.concat([bytes.subarray(0, into), head, XMP_OF_JPEG, xmp, bytes.subarray(into)])
}

/** A chunk at the end, which a header with more room has to announce. */
function intoWebp(bytes: Buffer, xmp: Buffer): Buffer | undefined {
  if (bytes.length < 30) return undefined
  const kind = bytes.toString('latin1', 12, 16)
  const head = kind === 'VP8X' ? Buffer.from(bytes.subarray(12, 30)) : webpHead(bytes, kind)
  const flags = head?.[8]
  if (head === undefined || flags === undefined || (flags & WEBP_XMP) !== 0) return undefined
  head[8] = flags | WEBP_XMP
  const rest = bytes.subarray(kind === 'VP8X' ? 30 : 12)
  const chunk = Buffer.concat([Buffer.from('XMP \0\0\0\0'), xmp, Buffer.alloc(xmp.length % 2)])
  chunk.writeUInt32LE(xmp.length, 4)
  const body = Buffer.concat([Buffer.from('WEBP'), head, rest, Buffer.alloc(rest.length % 2), chunk])
  const start = Buffer.from('RIFF\0\0\0\0')
  start.writeUInt32LE(body.length, 4)
  return Buffer.concat([start, body])
}

/** The header that a simple WebP does without, from the size that stands in its picture. */
function webpHead(bytes: Buffer, kind: string): Buffer | undefined {
  const isLossy = kind === 'VP8 '
  if (!isLossy && (kind !== 'VP8L' || bytes[20] !== 0x2f)) return undefined
  const size = bytes.readUInt32LE(21)
  const [width, height] = isLossy
    ? [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]
    : [(size & 0x3fff) + 1, ((size >> 14) & 0x3fff) + 1]
  if (width === 0 || height === 0) return undefined
  const head = Buffer.alloc(18)
  head.write('VP8X')
  head.writeUInt32LE(10, 4)
  head[8] = !isLossy && ((size >> 28) & 1) === 1 ? WEBP_ALPHA : 0
  head.writeUIntLE(width - 1, 12, 3)
  head.writeUIntLE(height - 1, 15, 3)
  return head
}

/** A box at the end: nothing that points into the frames moves. */
function intoBoxes(bytes: Buffer, xmp: Buffer): Buffer | undefined {
  let at = 0
  while (at + 8 <= bytes.length) {
    const size = bytes.readUInt32BE(at)
    const length = size === 1 && at + 16 <= bytes.length ? Number(bytes.readBigUInt64BE(at + 8)) : size
    const isXmp = bytes.toString('latin1', at + 4, at + 8) === 'uuid' && bytes.subarray(at + 8, at + 24).equals(XMP_BOX)
    if (length < 8 || isXmp) return undefined
    at += length
  }
  // Whatever ends elsewhere would take the new box for a part of itself.
  if (at !== bytes.length) return undefined
  const head = Buffer.alloc(8)
  head.writeUInt32BE(24 + xmp.length, 0)
  head.write('uuid', 4)
  return Buffer.concat([bytes, head, XMP_BOX, xmp])
}
