export type MediaType = { mediaType: string; extension: string; family: 'image' | 'video' }

const PNG = { mediaType: 'image/png', extension: 'png', family: 'image' } as const
const JPEG = { mediaType: 'image/jpeg', extension: 'jpg', family: 'image' } as const
const GIF = { mediaType: 'image/gif', extension: 'gif', family: 'image' } as const
const WEBP = { mediaType: 'image/webp', extension: 'webp', family: 'image' } as const
const AVIF = { mediaType: 'image/avif', extension: 'avif', family: 'image' } as const
const MP4 = { mediaType: 'video/mp4', extension: 'mp4', family: 'video' } as const
const WEBM = { mediaType: 'video/webm', extension: 'webm', family: 'video' } as const
const MOV = { mediaType: 'video/quicktime', extension: 'mov', family: 'video' } as const

/** Every media type that a stored file can have. */
export const MEDIA_TYPES: readonly string[] = [PNG, JPEG, GIF, WEBP, AVIF, MP4, WEBM, MOV].map(
  ({ mediaType }) => mediaType,
)

/** Detects a file's type from its first bytes alone; names and declared types are never trusted. */
export function sniffMediaType(head: Uint8Array): MediaType | undefined {
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return PNG
  if (startsWith(head, [0xff, 0xd8, 0xff])) return JPEG
  if (ascii(head, 0, 6) === 'GIF87a' || ascii(head, 0, 6) === 'GIF89a') return GIF
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return WEBP
  if (startsWith(head, [0x1a, 0x45, 0xdf, 0xa3])) return WEBM
  if (ascii(head, 4, 8) === 'ftyp') return isoBrand(head)
  return undefined
}

/** Whether a picture is an animation; every GIF counts as one. */
export function isAnimation(bytes: Uint8Array): boolean {
  const type = sniffMediaType(bytes)
  if (type === WEBP) return ascii(bytes, 12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 2) !== 0
  return type === GIF || (type === PNG && hasFrames(bytes))
}

// Names of chunks, as numbers.
const [FRAMES, DATA] = [0x6163544c, 0x49444154]
// A picture has a dozen before its data. One with more is not searched further: it counts as an animation.
const MOST_CHUNKS = 1_000

/** The chunk that makes a PNG an animation (`acTL`) stands before its data (`IDAT`); elsewhere it is ignored. */
function hasFrames(png: Uint8Array): boolean {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  let at = 8
  for (let chunks = 0; chunks < MOST_CHUNKS; chunks++) {
    if (at + 8 > png.length) return false
    const name = view.getUint32(at + 4)
    if (name === FRAMES || name === DATA) return name === FRAMES
    at += 12 + view.getUint32(at)
  }
  return true
}

function isoBrand(head: Uint8Array): MediaType {
  const brand = ascii(head, 8, 12)
  const length = new DataView(head.buffer, head.byteOffset).getUint32(0)
  const brands = [brand]
  for (let at = 16; at + 4 <= Math.min(length, head.length); at += 4) brands.push(ascii(head, at, at + 4))
  if (brands.includes('avif') || brands.includes('avis')) return AVIF
  return brand === 'qt  ' ? MOV : MP4
}

function startsWith(head: Uint8Array, bytes: number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte)
}

function ascii(head: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...head.subarray(from, to))
}
