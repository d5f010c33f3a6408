/** What we read, and the loader that must recognise it. */
export const LOADERS: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpeg'],
  ['image/webp', 'webp'],
  ['image/gif', 'gif'],
  ['image/avif', 'heif'],
])

// What WebP and several decoders can address; a longer side serves nobody but an attacker.
export const MAX_SIDE = 16_384

/** Memory to unpack one picture, by its header. A picture of a caller that needs more is refused before it is touched. */
export const MAX_DECODING_BYTES = 150_000_000

// Encoders write about ten scans; each further one walks the whole picture again for a handful of bytes.
const MAX_SCANS = 50
// Every frame is looked at to count them, though only the first is drawn.
const MAX_FRAMES = 10_000

/** The scans of a JPEG, the frames of an animation. */
export function maxParts(mediaType: string): number {
  return mediaType === 'image/jpeg' ? MAX_SCANS : MAX_FRAMES
}
